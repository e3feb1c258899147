/* The size of the terminal, which Node knows. */
#ifndef HRA_NPM_IOCTL_H
#define HRA_NPM_IOCTL_H

#define TIOCGWINSZ 1

struct winsize {
    unsigned short ws_row, ws_col;
};

__attribute__((import_module("hra"), import_name("window"))) int host_window(struct winsize *size);

#define ioctl(file, request, size) host_window(size)

#endif
