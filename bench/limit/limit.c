/* What this machine and this X server allow at most: the same work as a row of the benchmark, in C over xcb, with nothing asked and
 * nothing checked beyond it. Usage: limit ROW RUNS WARM. Prints one line: {"p50":ms,"p95":ms,"note":"..."}.
 * Rows: capture check gate_click click key type50 observe sha256 append. Needs DISPLAY and XAUTHORITY (but sha256 and append). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>
#include <xcb/xtest.h>

enum { band_rows = 128, properties = 5, depth_max = 64 };

static xcb_connection_t *x;
static xcb_window_t root;
static int width, height;
static size_t frame_bytes;
static uint8_t *shared, *reference;
static xcb_shm_seg_t segment;

static void fail(const char *what) {
  fprintf(stderr, "limit: %s\n", what);
  exit(1);
}

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void connect_display(void) {
  x = xcb_connect(NULL, NULL);
  if (xcb_connection_has_error(x)) fail("no display");
  xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(x)).data;
  root = screen->root;
  width = screen->width_in_pixels;
  height = screen->height_in_pixels;
  frame_bytes = (size_t)width * (size_t)height * 4;
  xcb_test_get_version_reply_t *v = xcb_test_get_version_reply(x, xcb_test_get_version(x, 2, 2), NULL);
  if (!v) fail("no XTEST");
  free(v);
}

static void round_trip(void) { free(xcb_get_input_focus_reply(x, xcb_get_input_focus(x), NULL)); }

/* By descriptor, as the gate does it: works whoever the server runs as. */
static void share_memory(void) {
  int fd = memfd_create("limit", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, (off_t)frame_bytes)) fail("no shared memory");
  shared = mmap(NULL, frame_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (shared == MAP_FAILED) fail("no shared memory");
  segment = xcb_generate_id(x);
  if (xcb_request_check(x, xcb_shm_attach_fd_checked(x, segment, fd, 0))) fail("MIT-SHM refused the descriptor");
  reference = malloc(frame_bytes);
  if (!reference) fail("no memory");
}

/* One band is asked for while the one before it is looked at; two places in the segment take turns. */
typedef void on_band(const uint8_t *pixels, size_t offset, size_t bytes);
static void each_band(on_band *look) {
  xcb_shm_get_image_cookie_t asked[2];
  size_t place = (size_t)band_rows * (size_t)width * 4;
  int bands = (height + band_rows - 1) / band_rows;
  for (int i = 0; i <= bands; i++) {
    if (i < bands) {
      int rows = height - i * band_rows < band_rows ? height - i * band_rows : band_rows;
      asked[i % 2] = xcb_shm_get_image(x, root, 0, (int16_t)(i * band_rows), (uint16_t)width, (uint16_t)rows, ~0u,
                                       XCB_IMAGE_FORMAT_Z_PIXMAP, segment, (uint32_t)((size_t)(i % 2) * place));
      xcb_flush(x);
    }
    if (i == 0) continue;
    int j = i - 1, rows = height - j * band_rows < band_rows ? height - j * band_rows : band_rows;
    xcb_shm_get_image_reply_t *got = xcb_shm_get_image_reply(x, asked[j % 2], NULL);
    if (!got) fail("a band was not captured");
    free(got);
    look(shared + (size_t)(j % 2) * place, (size_t)j * place, (size_t)rows * (size_t)width * 4);
  }
}

static int differing;
static void keep_band(const uint8_t *p, size_t o, size_t n) { memcpy(reference + o, p, n); }
static void compare_band(const uint8_t *p, size_t o, size_t n) { differing += memcmp(p, reference + o, n) != 0; }

static int step;
static void motion(void) {
  step++;
  xcb_test_fake_input(x, XCB_MOTION_NOTIFY, 0, 0, root, (int16_t)(40 + step % 50), (int16_t)(60 + step % 40), 0);
}
static void button(uint8_t type) { xcb_test_fake_input(x, type, 1, 0, root, 0, 0, 0); }
static void key_tap(void) {
  xcb_test_fake_input(x, XCB_KEY_PRESS, 38, 0, root, 0, 0, 0);
  xcb_test_fake_input(x, XCB_KEY_RELEASE, 38, 0, root, 0, 0, 0);
}

static void do_capture(void) { each_band(keep_band); }
static void do_check(void) { each_band(compare_band); }
static void do_click(void) {
  motion();
  button(XCB_BUTTON_PRESS);
  button(XCB_BUTTON_RELEASE);
  round_trip();
}
static void do_key(void) {
  key_tap();
  round_trip();
}
static void do_type50(void) {
  for (int i = 0; i < 50; i++) key_tap();
  round_trip();
}
static void do_gate_click(void) {
  xcb_grab_server(x);
  xcb_get_input_focus_cookie_t focus = xcb_get_input_focus(x);
  each_band(compare_band);
  free(xcb_get_input_focus_reply(x, focus, NULL));
  motion();
  button(XCB_BUTTON_PRESS);
  button(XCB_BUTTON_RELEASE);
  xcb_ungrab_server(x);
  round_trip();
}

static xcb_atom_t names[properties];
static xcb_window_t chain[depth_max];
static int depth;

static void learn_focus(void) {
  static const char *const wanted[properties] = {"_NET_WM_NAME", "_NET_WM_PID", "WM_WINDOW_ROLE", "WM_CLASS", "_NET_WM_STATE"};
  for (int i = 0; i < properties; i++) {
    xcb_intern_atom_reply_t *atom = xcb_intern_atom_reply(x, xcb_intern_atom(x, 0, (uint16_t)strlen(wanted[i]), wanted[i]), NULL);
    if (!atom) fail("no atom");
    names[i] = atom->atom;
    free(atom);
  }
  xcb_get_input_focus_reply_t *focus = xcb_get_input_focus_reply(x, xcb_get_input_focus(x), NULL);
  xcb_window_t window = focus ? focus->focus : 0;
  free(focus);
  while (window > 1 && window != root && depth < depth_max) {
    chain[depth++] = window;
    xcb_query_tree_reply_t *tree = xcb_query_tree_reply(x, xcb_query_tree(x, window), NULL);
    if (!tree) fail("the focus window went away");
    window = tree->parent;
    free(tree);
  }
  if (depth == 0) fail("nothing is focused");
}

/* Focus first and last around the chain that was seen last time, in one flush: taken only when the replies confirm it. */
static void do_observe(void) {
  xcb_query_tree_cookie_t trees[depth_max];
  xcb_get_property_cookie_t facts[depth_max][properties];
  xcb_get_input_focus_cookie_t first = xcb_get_input_focus(x);
  for (int i = 0; i < depth; i++) {
    trees[i] = xcb_query_tree(x, chain[i]);
    for (int j = 0; j < properties; j++) facts[i][j] = xcb_get_property(x, 0, chain[i], names[j], XCB_GET_PROPERTY_TYPE_ANY, 0, 256);
  }
  xcb_get_input_focus_cookie_t last = xcb_get_input_focus(x);
  xcb_get_input_focus_reply_t *focus = xcb_get_input_focus_reply(x, first, NULL);
  if (!focus || focus->focus != chain[0]) fail("the focus moved");
  free(focus);
  for (int i = 0; i < depth; i++) {
    free(xcb_query_tree_reply(x, trees[i], NULL));
    for (int j = 0; j < properties; j++) free(xcb_get_property_reply(x, facts[i][j], NULL));
  }
  free(xcb_get_input_focus_reply(x, last, NULL));
}

static uint8_t digest[32];
static void do_sha256(void) {
  unsigned length;
  EVP_Digest(reference, frame_bytes, digest, &length, EVP_sha256(), NULL);
}

/* One journal record on the disk: what a durable append costs here at least. */
static int journal = -1;
static void do_append(void) {
  static uint8_t record[512];
  if (write(journal, record, sizeof record) != sizeof record || fdatasync(journal)) fail("no durable append");
}

static int ascending(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static void measure(void (*work)(void), int runs, int warm, const char *note) {
  double *took = calloc((size_t)runs, sizeof *took);
  if (!took) fail("no memory");
  for (int i = 0; i < warm; i++) work();
  for (int i = 0; i < runs; i++) {
    double from = now_ms();
    work();
    took[i] = now_ms() - from;
  }
  if (differing > 0) fail("the screen was not still");
  qsort(took, (size_t)runs, sizeof *took, ascending);
  printf("{\"p50\":%.4f,\"p95\":%.4f,\"runs\":%d,\"note\":\"%s\"}\n", took[runs / 2], took[(int)(runs * 0.95)], runs, note);
}

int main(int argc, char **argv) {
  if (argc != 4) fail("usage: limit ROW RUNS WARM");
  const char *row = argv[1];
  int runs = atoi(argv[2]), warm = atoi(argv[3]);
  if (runs < 1 || warm < 0) fail("RUNS and WARM are counts");
  if (!strcmp(row, "sha256")) {
    const char *size = getenv("FRAME_BYTES");
    frame_bytes = size ? strtoull(size, NULL, 10) : (size_t)1920 * 1080 * 4;
    reference = calloc(1, frame_bytes);
    if (!reference) fail("no memory");
    measure(do_sha256, runs, warm, "OpenSSL");
    return 0;
  }
  if (!strcmp(row, "append")) {
    char *path = getenv("JOURNAL");
    journal = path ? open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (journal < 0) fail("JOURNAL names no file that can be written");
    measure(do_append, runs, warm, "write of 512 bytes and fdatasync");
    return 0;
  }
  connect_display();
  share_memory();
  each_band(keep_band);
  static const struct { const char *row; void (*work)(void); const char *note; } rows[] = {
      {"capture", do_capture, "banded MIT-SHM, copied into memory of its own"},
      {"check", do_check, "banded MIT-SHM and memcmp"},
      {"gate_click", do_gate_click, "server grab, banded MIT-SHM, memcmp, focus, XTEST click"},
      {"click", do_click, "XTEST motion, press, release, one round trip"},
      {"key", do_key, "XTEST press, release, one round trip"},
      {"type50", do_type50, "100 XTEST events, one round trip"},
      {"observe", do_observe, "one flush with confirmation"},
  };
  if (!strcmp(row, "observe")) learn_focus();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(row, rows[i].row)) {
      measure(rows[i].work, runs, warm, rows[i].note);
      xcb_disconnect(x);
      return 0;
    }
  fail("no such row");
}
