/* Where the records of a review are from. */
#include "review_source.h"

#include <stdlib.h>
#include <string.h>

#include "commands/record_origin.h"
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

/* ---- numbers of moves ------------------------------------------------------------------------*/

/* Digits at the beginning of a text; 0: there are none. */
static int read_number(const char *text) {
    int number = 0;
    for (; *text >= '0' && *text <= '9' && number < 100000; text++)
        number = 10 * number + *text - '0';
    return number;
}

/* "12." is move 12, "3:7)" move 7 of game 3; a move without a number belongs to the one before. */
static bool number_moves(const hra_annotated *a, int plies, term_review_place **out) {
    term_review_place at = {0, 0};
    bool any = false;
    *out = NULL;
    if (!a || !a->node_count || !plies)
        return true;
    term_review_place *places = calloc((size_t)plies, sizeof *places);
    for (int ply = 0, node = a->nodes[0].first; places && node && ply < plies;
         ply++, node = a->nodes[node].first) {
        const char *number = a->nodes[node].number ? a->nodes[node].number : "", *colon = strchr(number, ':');
        if (*number)
            at =
                (term_review_place){colon ? read_number(number) : 0, read_number(colon ? colon + 1 : number)};
        places[ply] = at;
        any = any || at.move;
    }
    if (any)
        *out = places;
    else
        free(places);
    return places != NULL;
}

/* ---- sources --------------------------------------------------------------------------------*/

bool review_source_of(const char *file, const record_found *found, review_source *out) {
    *out = (review_source){.file = file, .number = found->game->index + 1, .encoding = found->encoding};
    if (found->game->fault_count)
        out->faults = copy_faults(found->game);
    const bool good =
        record_origin(found, &out->about) &&
        number_moves(record_written(found), hra_record_info(found->record)->plies, &out->places);
    return good && (out->faults || !found->game->fault_count);
}

void review_source_release(review_source *s) {
    free(s->faults);
    free(s->about);
    free(s->places);
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
        review_source_release(&s->list[i]);
    s->count = 0;
}

void review_sources_release(review_sources *s) {
    review_sources_clear(s);
    free(s->list);
}
