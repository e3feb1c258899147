/* Where the records of a review are from. */
#include "review_source.h"

#include <stdlib.h>
#include <string.h>

#include "commands/records_json.h"

/* NULL: there is no memory. */
static char *copy_faults(const hra_game_found *game) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    records_json_faults(&json, NULL, game);
    char *copy = out.err ? NULL : malloc(out.length + 1);
    if (copy)
        memcpy(copy, hra_text_string(&out), out.length + 1);
    hra_text_release(&out);
    return copy;
}

bool review_source_of(const char *file, const record_found *found, review_source *out) {
    *out = (review_source){.file = file, .number = found->index + 1, .encoding = found->encoding};
    if (found->game->fault_count)
        out->faults = copy_faults(found->game);
    return out->faults || !found->game->fault_count;
}

bool review_sources_add(review_sources *s, const char *file, const record_found *found) {
    const size_t n = s->count;
    review_source *more = n & (n - 1) ? s->list : realloc(s->list, (n ? 2 * n : 1) * sizeof *more);
    if (!more)
        return false;
    s->list = more;
    if (!review_source_of(file, found, &s->list[n]))
        return false;
    s->count++;
    return true;
}

void review_sources_clear(review_sources *s) {
    for (size_t i = 0; i < s->count; i++)
        free(s->list[i].faults);
    s->count = 0;
}

void review_sources_release(review_sources *s) {
    review_sources_clear(s);
    free(s->list);
}
