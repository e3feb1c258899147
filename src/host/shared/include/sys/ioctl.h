/* The size of a terminal, on Windows (console.c) and in WebAssembly (packages/npm/program/program.c). */
#ifndef HRA_HOST_SYS_IOCTL_H
#define HRA_HOST_SYS_IOCTL_H

#define TIOCGWINSZ 0
struct winsize {
    unsigned short ws_row, ws_col;
};
int ioctl(int file, int order, struct winsize *size);

#endif
