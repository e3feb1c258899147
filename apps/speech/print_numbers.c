/* Numbers as people read them, in the language of the process. */
#include "print.h"

#include <math.h>
#include <string.h>

double print_rounded(double value, int decimals) {
    return fabs(value) * pow(10, decimals) < 0.5 ? 0 : value;
}

const char *print_between(void) {
    char half[8];
    hra_snprintf(half, sizeof half, "%.1F", 0.5);
    return half[1] == ',' ? "; " : ", ";
}

const char *print_percent(void) {
    /* For translators: only what follows 50 matters. */
    const char *at = strstr(_("a fraction such as 50%"), "50");
    return at ? at + 2 : "%";
}

void print_add_percent(hra_text *out, int width, double percent) {
    char cell[40];
    hra_snprintf(cell, sizeof cell, "%.1F%s", percent, print_percent());
    print_add_cell(out, width, cell);
}
