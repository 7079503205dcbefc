// A GTK 3 target to draw, scroll and hold keys on: an entry with the focus above a drawing area. Tells on standard output, line by line,
// each pointer and key event as the toolkit hands it out: what happened, button or key, root coordinates, modifier state.
#include <gtk/gtk.h>
#include <stdio.h>
#include <string.h>

static guint modifiers(guint state) {
    return state & gtk_accelerator_get_default_mod_mask();
}

static gboolean on_button(GtkWidget *area, GdkEventButton *event, gpointer what) {
    (void)area;
    const char *kind = (const char *)what;
    if (event->type == GDK_2BUTTON_PRESS) kind = "double";
    if (event->type == GDK_3BUTTON_PRESS) kind = "triple";
    printf("%s %u %.0f %.0f %u\n", kind, event->button, event->x_root, event->y_root, modifiers(event->state));
    fflush(stdout);
    return FALSE;
}

static gboolean on_motion(GtkWidget *area, GdkEventMotion *event, gpointer data) {
    (void)area;
    (void)data;
    printf("%s %.0f %.0f %u\n", event->state & GDK_BUTTON1_MASK ? "drag" : "motion", event->x_root, event->y_root, modifiers(event->state));
    fflush(stdout);
    return FALSE;
}

static gboolean on_scroll(GtkWidget *area, GdkEventScroll *event, gpointer data) {
    (void)area;
    (void)data;
    static const char *const names[] = {"up", "down", "left", "right", "smooth"};
    printf("scroll %s %u\n", names[event->direction], modifiers(event->state));
    fflush(stdout);
    return FALSE;
}

static gboolean on_key(GtkWidget *window, GdkEventKey *event, gpointer what) {
    (void)window;
    printf("%s %s %u\n", (const char *)what, gdk_keyval_name(event->keyval), modifiers(event->state));
    fflush(stdout);
    return FALSE;
}

static void say_text(GtkEditable *entry, gpointer data) {
    (void)data;
    printf("text ");
    for (const unsigned char *at = (const unsigned char *)gtk_entry_get_text(GTK_ENTRY(entry)); *at; at++) printf("%02x", *at);
    printf("\n");
    fflush(stdout);
}

static void on_dropped(GtkWidget *area, GdkDragContext *context, gint x, gint y, GtkSelectionData *data, guint info, guint time, gpointer user) {
    (void)area, (void)x, (void)y, (void)info, (void)user;
    printf("dropped %s\n", (const char *)gtk_selection_data_get_data(data));
    fflush(stdout);
    gtk_drag_finish(context, TRUE, FALSE, time);
}

static void on_dragged(GtkWidget *source, GdkDragContext *context, GtkSelectionData *data, guint info, guint time, gpointer user) {
    (void)source, (void)context, (void)info, (void)time, (void)user;
    gtk_selection_data_set_text(data, "parcel", -1);
}

// A line of standard input puts that text on the clipboard; "hide" takes the window off the screen, "layout" tells where things are.
static gboolean on_line(GIOChannel *channel, GIOCondition condition, gpointer window) {
    (void)condition;
    gchar *line = NULL;
    if (g_io_channel_read_line(channel, &line, NULL, NULL, NULL) != G_IO_STATUS_NORMAL) return G_SOURCE_REMOVE;
    g_strchomp(line);
    if (strcmp(line, "hide") == 0) {
        gtk_widget_hide(GTK_WIDGET(window));
        printf("hidden\n");
    } else if (g_str_has_prefix(line, "copy ")) {
        gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), line + 5, -1);
        gdk_display_sync(gdk_display_get_default());
        printf("copied\n");
    } else if (g_str_has_prefix(line, "fill ")) {
        gchar *text = g_strnfill((gsize)g_ascii_strtoull(line + 5, NULL, 10), 'x');
        gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), text, -1);
        g_free(text);
        gdk_display_sync(gdk_display_get_default());
        printf("copied\n");
    }
    fflush(stdout);
    g_free(line);
    return G_SOURCE_CONTINUE;
}

static gboolean say_ready(gpointer data) {
    (void)data;
    printf("ready\n");
    fflush(stdout);
    return G_SOURCE_REMOVE;
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_object_set(gtk_settings_get_default(), "gtk-cursor-blink", FALSE, NULL);
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_window_set_title(GTK_WINDOW(window), "gtk target");
    gtk_window_set_default_size(GTK_WINDOW(window), 400, 300);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *entry = gtk_entry_new();
    GtkWidget *area = gtk_drawing_area_new();
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    GtkWidget *from = gtk_button_new_with_label("from");
    GtkWidget *onto = gtk_button_new_with_label("onto");
    gtk_widget_add_events(area, GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK | GDK_POINTER_MOTION_MASK | GDK_SCROLL_MASK);
    g_signal_connect(area, "button-press-event", G_CALLBACK(on_button), "press");
    g_signal_connect(area, "button-release-event", G_CALLBACK(on_button), "release");
    g_signal_connect(area, "motion-notify-event", G_CALLBACK(on_motion), NULL);
    g_signal_connect(area, "scroll-event", G_CALLBACK(on_scroll), NULL);
    g_signal_connect(window, "key-press-event", G_CALLBACK(on_key), "keydown");
    g_signal_connect(window, "key-release-event", G_CALLBACK(on_key), "keyup");
    g_signal_connect(entry, "changed", G_CALLBACK(say_text), NULL);
    gtk_drag_source_set(from, GDK_BUTTON1_MASK, NULL, 0, GDK_ACTION_COPY);
    gtk_drag_source_add_text_targets(from);
    g_signal_connect(from, "drag-data-get", G_CALLBACK(on_dragged), NULL);
    gtk_drag_dest_set(onto, GTK_DEST_DEFAULT_ALL, NULL, 0, GDK_ACTION_COPY);
    gtk_drag_dest_add_text_targets(onto);
    g_signal_connect(onto, "drag-data-received", G_CALLBACK(on_dropped), NULL);
    gtk_box_pack_start(GTK_BOX(box), entry, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), area, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(row), from, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(row), onto, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(box), row, FALSE, FALSE, 0);
    gtk_container_add(GTK_CONTAINER(window), box);
    g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
    gtk_widget_show_all(window);
    gtk_widget_grab_focus(entry);
    g_io_add_watch(g_io_channel_unix_new(0), G_IO_IN, on_line, window);
    g_timeout_add(300, say_ready, NULL);
    gtk_main();
    return 0;
}
