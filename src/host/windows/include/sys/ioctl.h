/* The size of the console: console.c. */
#ifndef HRA_WINDOWS_SYS_IOCTL_H
#define HRA_WINDOWS_SYS_IOCTL_H

#define TIOCGWINSZ 0
struct winsize {
    unsigned short ws_row, ws_col;
};
int ioctl(int file, int order, struct winsize *size);

#endif
