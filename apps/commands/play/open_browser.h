/* The browser of the desktop. */
#ifndef HRA_COMMANDS_PLAY_OPEN_BROWSER_H
#define HRA_COMMANDS_PLAY_OPEN_BROWSER_H

/* Opens a file in it and does not wait; what goes wrong is not said here. */
void open_browser(const char *path);

#endif
