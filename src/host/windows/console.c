/* Waiting for input, and what the console is. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>
#include <windows.h>

int pipe(int ends[2]) {
    return _pipe(ends, 1 << 16, _O_BINARY | _O_NOINHERIT);
}

int fcntl(int file, int order, ...) {
    va_list list;
    DWORD mode = PIPE_NOWAIT;
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    if (handle == INVALID_HANDLE_VALUE)
        return -1;
    if (order == F_DUPFD_CLOEXEC)
        return _dup(file);
    va_start(list, order);
    if (order == F_SETFL && (va_arg(list, int) & O_NONBLOCK) && GetFileType(handle) == FILE_TYPE_PIPE)
        (void)SetNamedPipeHandleState(handle, &mode, NULL, NULL);
    va_end(list);
    return 0;
}

/* That NUL is a device does not make it a terminal. */
int posix_isatty(int file) {
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(file), &mode) != 0;
}

int ioctl(int file, int order, struct winsize *size) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    (void)order;
    if (!GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(file), &info))
        return -1;
    size->ws_col = (unsigned short)(info.srWindow.Right - info.srWindow.Left + 1);
    size->ws_row = (unsigned short)(info.srWindow.Bottom - info.srWindow.Top + 1);
    return 0;
}

/* Whether reading would not wait. Of a console a key that was pressed counts, not one that was released. */
static bool has_input(int file) {
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    DWORD count = 0, mode;
    if (GetConsoleMode(handle, &mode)) {
        INPUT_RECORD record;
        while (PeekConsoleInputW(handle, &record, 1, &count) && count) {
            if (record.EventType == KEY_EVENT && record.Event.KeyEvent.bKeyDown)
                return true;
            ReadConsoleInputW(handle, &record, 1, &count);
        }
        return false;
    }
    if (GetFileType(handle) != FILE_TYPE_PIPE)
        return true;
    return !PeekNamedPipe(handle, NULL, 0, NULL, &count, NULL) || count > 0; /* its end is read too */
}

/* Pipes cannot be waited for, so they are asked, at first often. */
int poll(struct pollfd *files, unsigned count, int milliseconds) {
    const ULONGLONG begun = GetTickCount64();
    for (unsigned turn = 0;; turn++) {
        int ready = 0;
        for (unsigned i = 0; i < count; i++) {
            files[i].revents = files[i].events & POLLOUT ? POLLOUT : has_input(files[i].fd) ? POLLIN : 0;
            ready += files[i].revents != 0;
        }
        if (ready || (milliseconds >= 0 && GetTickCount64() - begun >= (ULONGLONG)milliseconds))
            return ready;
        Sleep(turn < 100 ? 1 : 10);
    }
}

/* In turns of a fifth of a second, after which the caller looks whether Ctrl-C was pressed. */
int pselect(int files, posix_file_set *in, posix_file_set *out, posix_file_set *other,
            const struct timespec *most, const posix_sigset *mask) {
    enum { TURN = 200 };
    struct pollfd wanted[POSIX_SELECT];
    unsigned count = 0;
    (void)out, (void)other, (void)most, (void)mask;
    for (int i = 0; i < files && i < POSIX_SELECT; i++)
        if (in->has[i])
            wanted[count++] = (struct pollfd){.fd = i, .events = POLLIN};
    int ready = poll(wanted, count, TURN);
    FD_ZERO(in);
    for (unsigned i = 0; i < count; i++)
        in->has[wanted[i].fd] = wanted[i].revents != 0;
    if (!ready)
        errno = EINTR;
    return ready ? ready : -1;
}
