/* %LOCALAPPDATA%, or $XDG_DATA_HOME if that is set. */
#include <stdlib.h>

#include <hra/hra.h>

#include "data_home.h"

int data_home(char *out, size_t capacity) {
    const char *xdg = getenv("XDG_DATA_HOME"), *local = getenv("LOCALAPPDATA");
    const char *home = xdg && *xdg ? xdg : local && *local ? local : NULL;
    int n = home ? hra_snprintf(out, capacity, "%s/hra", home) : 0;
    for (int i = 0; i < n && (size_t)i < capacity; i++)
        out[i] = out[i] == '\\' ? '/' : out[i];
    return n;
}
