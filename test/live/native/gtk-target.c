// A GTK 3 target: one entry with the focus and one button. Tells on standard output, line by line, what it has got.
#include <gtk/gtk.h>
#include <stdio.h>

static void say_text(GtkEditable *entry, gpointer data) {
    (void)data;
    const char *text = gtk_entry_get_text(GTK_ENTRY(entry));
    printf("text ");
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) printf("%02x", *at);
    printf("\n");
    fflush(stdout);
}

static void say_clicked(GtkButton *button, gpointer data) {
    (void)button;
    (void)data;
    printf("clicked\n");
    fflush(stdout);
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
    gtk_window_set_role(GTK_WINDOW(window), "fixture-main");
    gtk_window_set_default_size(GTK_WINDOW(window), 400, 200);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *entry = gtk_entry_new();
    GtkWidget *button = gtk_button_new_with_label("Commit");
    gtk_box_pack_start(GTK_BOX(box), entry, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(box), button, TRUE, TRUE, 0);
    gtk_container_add(GTK_CONTAINER(window), box);
    g_signal_connect(entry, "changed", G_CALLBACK(say_text), NULL);
    g_signal_connect(button, "clicked", G_CALLBACK(say_clicked), NULL);
    g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
    gtk_widget_show_all(window);
    gtk_widget_grab_focus(entry);
    g_timeout_add(300, say_ready, NULL);
    gtk_main();
    return 0;
}
