// Grabs the XInput2 master device that is named on standard input, "keyboard" or "pointer", and lets both go when told "ungrab".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xcb.h>
#include <xcb/xinput.h>

static int grab(xcb_connection_t *x, xcb_window_t window, xcb_input_device_id_t device, uint32_t mask) {
    xcb_input_xi_grab_device_cookie_t cookie = xcb_input_xi_grab_device(
        x, window, XCB_CURRENT_TIME, XCB_NONE, device, XCB_INPUT_GRAB_MODE_22_ASYNC, XCB_INPUT_GRAB_MODE_22_ASYNC, 0, 1, &mask);
    xcb_input_xi_grab_device_reply_t *reply = xcb_input_xi_grab_device_reply(x, cookie, NULL);
    int taken = reply && reply->status == XCB_GRAB_STATUS_SUCCESS;
    free(reply);
    return taken;
}

int main(void) {
    xcb_connection_t *x = xcb_connect(NULL, NULL);
    if (xcb_connection_has_error(x)) return fprintf(stderr, "device-grabber: no X server\n"), 1;
    xcb_input_xi_query_version_reply_t *version =
        xcb_input_xi_query_version_reply(x, xcb_input_xi_query_version(x, 2, 2), NULL);
    if (!version) return fprintf(stderr, "device-grabber: no XInput2\n"), 1;
    free(version);
    xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(x)).data;
    xcb_window_t window = xcb_generate_id(x);
    xcb_create_window(x, 0, window, screen->root, 600, 450, 30, 30, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, 0, 0, NULL);
    xcb_map_window(x, window);
    const xcb_input_device_id_t pointer = 2, keyboard = 3; // The server's first master devices.
    char line[16];
    while (fgets(line, sizeof line, stdin)) {
        int taken = 1;
        if (strcmp(line, "pointer\n") == 0) {
            taken = grab(x, window, pointer, XCB_INPUT_XI_EVENT_MASK_BUTTON_PRESS | XCB_INPUT_XI_EVENT_MASK_BUTTON_RELEASE);
        } else if (strcmp(line, "keyboard\n") == 0) {
            taken = grab(x, window, keyboard, XCB_INPUT_XI_EVENT_MASK_KEY_PRESS | XCB_INPUT_XI_EVENT_MASK_KEY_RELEASE);
        } else {
            xcb_input_xi_ungrab_device(x, XCB_CURRENT_TIME, pointer);
            xcb_input_xi_ungrab_device(x, XCB_CURRENT_TIME, keyboard);
            free(xcb_get_input_focus_reply(x, xcb_get_input_focus(x), NULL));
        }
        if (!taken) return fprintf(stderr, "device-grabber: no grab\n"), 1;
        // What came meanwhile is not kept.
        for (xcb_generic_event_t *event; (event = xcb_poll_for_event(x)); free(event)) {}
        fputs(line, stdout);
        fflush(stdout);
    }
    return 0;
}
