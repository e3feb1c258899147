/* Units as text, and their length. */
#include "task_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR_SECONDS 0.25
#define FAR_SECONDS 1 /* where the queue is on another machine */

enum { ROOM = 256, DIGITS = 18, FASTER = 8 /* of few the time tells little */ };

/* A blank and a whole number. */
static bool read_number(const char **at, uint64_t *out) {
    int digits = 0;
    if (*(*at)++ != ' ')
        return false;
    for (*out = 0; **at >= '0' && **at <= '9' && digits < DIGITS; digits++)
        *out = 10 * *out + (uint64_t)(*(*at)++ - '0');
    return digits > 0;
}

bool units_read(const char *text, const char *word, uint64_t *number, int count) {
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0)
        return false;
    text += length;
    for (int i = 0; i < count; i++)
        if (!read_number(&text, &number[i]))
            return false;
    return *text == '\0';
}

uint64_t units_fit(const queue *q, uint64_t done, double seconds, uint64_t most) {
    double wanted = strstr(queue_name(q), "://") ? FAR_SECONDS : NEAR_SECONDS;
    double fit = wanted * (double)done / fmax(seconds, 1e-9);
    fit = fmin(fmin(fit, FASTER * (double)done), (double)most);
    return fit < 1 ? 1 : (uint64_t)fit;
}

void *units_room(void *units, size_t count, size_t *room, size_t each) {
    if (count < *room)
        return units;
    size_t more = *room ? 2 * *room : ROOM;
    void *moved = realloc(units, more * each);
    *room = moved ? more : *room;
    return moved;
}
