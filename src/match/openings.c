/* Positions that games begin with. */
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/lines.h"
#include "hra/match.h"
#include "match/openings.h"

enum { MAX_LINE = 4096, STREAM_ORDER = 0x6f72 /* of the seed, far from those of any ply */ };

/* Finds a position that two lines have. */
typedef struct place {
    uint64_t key;
    int line;
} place;

struct hra_openings {
    const hra_game *game;
    uint64_t count, capacity;
    size_t stride;
    unsigned char *states;
    place *places;   /* only while it is read */
    uint64_t *order; /* which of the states comes next */
};

static hra_err grow(hra_openings *o) {
    uint64_t capacity = o->capacity ? 2 * o->capacity : 64;
    bool fits = hra_room_fits(capacity, o->stride) && hra_room_fits(capacity, sizeof *o->places);
    unsigned char *states = fits ? realloc(o->states, (size_t)capacity * o->stride) : NULL;
    if (states)
        o->states = states;
    place *places = states ? realloc(o->places, (size_t)capacity * sizeof *places) : NULL;
    if (!places)
        return HRA_ENOMEM;
    o->places = places;
    o->capacity = capacity;
    return HRA_OK;
}

/* Reads the position of a line, in front of which the cursor is. */
static hra_err read_position(hra_openings *o, hra_lines *l) {
    char text[MAX_LINE];
    hra_error inner = {0};
    const char *from = l->at;
    if (o->count == HRA_OPENINGS)
        return hra_lines_fail(l, HRA_EINPUT, "more than %d openings", HRA_OPENINGS);
    if (o->count == o->capacity && grow(o) != 0)
        return hra_lines_no_memory(l);
    if (!hra_lines_rest(l, text, sizeof text))
        return l->err;
    l->at = from;
    void *s = o->states + (size_t)o->count * o->stride;
    hra_err err = hra_game_read_position(o->game, text, s, &inner);
    if (err)
        return hra_lines_fail_as(l, err, &inner);
    if (o->game->rules->to_move(o->game, s) == HRA_OVER)
        return hra_lines_fail(l, HRA_EINPUT, "the game is over in '%.60s': nothing begins there", text);
    o->places[o->count++] = (place){hra_game_key(o->game, s), l->number};
    return HRA_OK;
}

/* A position with blanks around it; a line may be empty, or a remark. */
static hra_err read_line(hra_openings *o, hra_lines *l) {
    hra_lines_blanks(l);
    while (l->end > l->at && strchr(" \t\r", l->end[-1]))
        l->end--;
    return hra_lines_peek(l) < 0 || *l->at == '#' ? HRA_OK : read_position(o, l);
}

static int by_key(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->line - y->line;
}

/* Games from one position twice would count as two pieces of news. */
static hra_err refuse_twins(hra_openings *o, hra_lines *l) {
    qsort(o->places, (size_t)o->count, sizeof *o->places, by_key);
    for (uint64_t i = 1; i < o->count; i++)
        if (o->places[i].key == o->places[i - 1].key) {
            l->number = o->places[i].line;
            l->at = l->start;
            return hra_lines_fail(l, HRA_EINPUT, "the same position as on line %d", o->places[i - 1].line);
        }
    free(o->places);
    o->places = NULL;
    return HRA_OK;
}

static hra_err read_all(hra_openings *o, hra_lines *l) {
    while (hra_lines_next(l))
        if (read_line(o, l) != 0)
            break;
    if (!l->err && o->count == 0)
        return hra_fail(l->why, HRA_EINPUT, -1, "no openings found: expected one position per line");
    if (!l->err)
        refuse_twins(o, l);
    if (!l->err && (o->order = hra_room(o->count, sizeof *o->order)) == NULL)
        hra_lines_no_memory(l);
    for (uint64_t i = 0; !l->err && i < o->count; i++)
        o->order[i] = i;
    return l->err;
}

hra_err hra_openings_read(hra_openings **out, const hra_game *game, const char *text, size_t length,
                          hra_error *why) {
    const size_t align = sizeof(uint64_t) - 1;
    hra_openings *o = calloc(1, sizeof *o);
    if (!o)
        return hra_no_memory(why);
    o->game = game;
    o->stride = (game->state_size + align) & ~align;
    hra_lines l;
    hra_lines_open(&l, text, length, 1, why);
    hra_err err = read_all(o, &l);
    if (err)
        hra_openings_close(o);
    else
        *out = o;
    return err;
}

void hra_openings_close(hra_openings *o) {
    if (!o)
        return;
    free(o->states);
    free(o->places);
    free(o->order);
    free(o);
}

void hra_openings_shuffle(hra_openings *o, uint64_t seed) {
    hra_rng rng;
    hra_rng_init_stream(&rng, seed, 0, 0, STREAM_ORDER);
    for (uint64_t i = 0; i < o->count; i++)
        o->order[i] = i;
    for (uint64_t left = o->count; left > 1; left--) {
        uint64_t at = hra_rng_below(&rng, (uint32_t)left), last = o->order[left - 1];
        o->order[left - 1] = o->order[at];
        o->order[at] = last;
    }
}

uint64_t hra_openings_count(const hra_openings *o) {
    return o->count;
}

const void *hra_openings_state(const hra_openings *o, uint64_t number) {
    return o->states + (size_t)o->order[number % o->count] * o->stride;
}

void hra_openings_write(const hra_openings *o, uint64_t number, hra_text *out) {
    o->game->rules->text->write_position(o->game, hra_openings_state(o, number), out);
}
