/* Cells of CSV. */
#include "csv.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

void csv_text(hra_text *out, const char *text) {
    bool formula = *text && strchr("=+-@\t\r", *text), quoted = strpbrk(text, ",\"\r\n") != NULL;
    size_t left = strlen(text), steering;
    hra_text_add(out, quoted ? "\"" : "");
    hra_text_add(out, formula ? "'" : "");
    while (left > 0) {
        size_t n = hra_text_harmless(text, left, &steering);
        for (size_t i = 0; i < n; i++)
            if (text[i] == '"')
                hra_text_add(out, "\"\"");
            else
                hra_text_add_char(out, text[i] == '\n' || text[i] == '\t' ? ' ' : text[i]);
        hra_text_add(out, steering ? "?" : "");
        text += n + steering;
        left -= n + steering;
    }
    hra_text_add(out, quoted ? "\"" : "");
}

void csv_heading(hra_text *out, const char *name, const char *unit) {
    for (; *name; name++)
        hra_text_add_char(out, isalnum((unsigned char)*name) ? *name : '_');
    if (*unit)
        hra_text_addf(out, "_%s", strcmp(unit, "%") == 0 ? "percent" : unit);
}

void csv_measured(hra_text *out, double value) {
    value += 0.0; /* no -0 */
    if (value == floor(value) && fabs(value) < 1e15)
        hra_text_addf(out, "%.0f", value);
    else
        hra_text_addf(out, "%.6g", value);
}
