/* Single keys of a Windows console. */
#include <windows.h>

#include "keys.h"
#include "print.h"

bool keys_open(void) {
    DWORD mode;
    if (!GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode))
        return false;
    print_other_screen(true);
    return true;
}

void keys_close(void) {
    print_other_screen(false);
}

static int key_of(const KEY_EVENT_RECORD *key) {
    enum { CTRL_D = 4, ASCII = 128 };
    switch (key->wVirtualKeyCode) {
    case VK_LEFT:
        return KEY_LEFT;
    case VK_RIGHT:
        return KEY_RIGHT;
    case VK_UP:
        return KEY_UP;
    case VK_DOWN:
        return KEY_DOWN;
    case VK_ESCAPE:
        return KEY_NONE;
    default:
        break;
    }
    const int c = key->uChar.UnicodeChar;
    return c == CTRL_D ? KEY_END : c == '\r' ? '\n' : c < ASCII ? c : KEY_NONE;
}

int keys_read(double seconds) {
    HANDLE console = GetStdHandle(STD_INPUT_HANDLE);
    INPUT_RECORD record;
    DWORD count;
    const double end = hra_clock() + seconds;
    for (double left = seconds;; left = end - hra_clock()) {
        if (WaitForSingleObject(console, left > 0 ? (DWORD)(1000 * left) + 1 : 0) != WAIT_OBJECT_0)
            return KEY_NONE;
        if (!ReadConsoleInputW(console, &record, 1, &count) || count == 0)
            return KEY_END;
        const int key = record.EventType == KEY_EVENT && record.Event.KeyEvent.bKeyDown
                            ? key_of(&record.Event.KeyEvent)
                            : KEY_NONE;
        if (key != KEY_NONE || print_interrupted())
            return key;
    }
}

/* Ctrl-C ends the read of a console by itself. */
bool keys_line(void) {
    return true;
}
