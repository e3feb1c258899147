/* Single keys of a terminal in raw mode. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include "keys.h"
#include "print.h"

static struct termios before; /* the terminal as it was found */

bool keys_open(void) {
    struct termios raw;
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return false;
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = raw.c_cc[VQUIT] =
        _POSIX_VDISABLE; /* they would leave the terminal as it is now; Ctrl-Z is read as a key */
    if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) != 0)
        return false;
    print_other_screen(true);
    return true;
}

void keys_close(void) {
    print_other_screen(false);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

static int read_byte(double seconds) {
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
    unsigned char byte;
    int got = poll(&ready, 1, seconds > 0 ? (int)(1000 * seconds) + 1 : 0);
    if (got == 0 || (got < 0 && errno == EINTR))
        return KEY_NONE;
    if (got < 0)
        return KEY_END;
    ssize_t n = read(STDIN_FILENO, &byte, 1);
    return n == 1 ? byte : n < 0 && errno == EINTR ? KEY_NONE : KEY_END;
}

/* A signal that comes before a read begins does not end it, so no read begins before there is something. */
bool keys_line(void) {
    enum { GLANCE = 200 }; /* milliseconds */
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
    int got = !isatty(STDIN_FILENO);
    while (got == 0 && !print_interrupted()) {
        got = poll(&ready, 1, GLANCE);
        got = got < 0 && errno == EINTR ? 0 : got;
    }
    return got != 0;
}

/* What immediately follows an escape belongs to it. */
static int read_sequence(void) {
    static const double at_once = 0.02; /* seconds */
    int c = read_byte(at_once);
    if (c != '[' && c != 'O')
        return c == KEY_END ? KEY_END : KEY_NONE;
    do
        c = read_byte(at_once);
    while ((c >= '0' && c <= '9') || c == ';');
    switch (c) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    default:
        return KEY_NONE;
    }
}

/* The terminal is given back as it was found, until the shell brings this program to the front again. */
static int suspend(void) {
    keys_close();
    raise(SIGTSTP);
    return keys_open() ? KEY_NONE : KEY_END;
}

int keys_read(double seconds) {
    enum { CTRL_D = 4, CTRL_Z = 26 };
    int c = read_byte(seconds);
    if (c == CTRL_D)
        return KEY_END;
    return c == '\033' ? read_sequence() : c == CTRL_Z ? suspend() : c;
}
