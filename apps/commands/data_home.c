/* $XDG_DATA_HOME, else ~/.local/share. */
#include <stdlib.h>

#include <hra/hra.h>

#include "data_home.h"

int data_home(char *out, size_t capacity) {
    const char *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (xdg && xdg[0] == '/')
        return hra_snprintf(out, capacity, "%s/hra", xdg);
    return home && home[0] == '/' ? hra_snprintf(out, capacity, "%s/.local/share/hra", home) : 0;
}
