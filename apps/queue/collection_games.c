/* Games of a collection in SQLite: in and out. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collection_inside.h"
#include "speech/print.h"

static hra_err add_seat(collection_file *f, const hra_collection_game *g, int seat, int64_t player,
                        hra_error *why) {
    hra_err err;
    const unsigned all = (1U << g->seats) - 1;
    sqlite3_stmt *s = player ? collection_take(f, ADD_SEAT, &err, why) : NULL;
    if (!s)
        return player ? err : HRA_OK;
    (void)sqlite3_bind_int64(s, 1, player);
    (void)sqlite3_bind_int64(s, 2, g->number);
    (void)sqlite3_bind_int(s, 3, seat);
    if (g->over) {
        const bool draw = g->winners == all && g->seats > 1;
        (void)sqlite3_bind_int(s, 4, draw ? 0 : g->winners >> seat & 1 ? 1 : -1);
        (void)sqlite3_bind_double(s, 5, g->returns[seat]);
    } else {
        (void)sqlite3_bind_null(s, 4);
        (void)sqlite3_bind_null(s, 5);
    }
    return collection_finish(f, s, why);
}

static hra_err add_players(collection_file *f, const hra_collection_game *g, hra_text *numbers,
                           hra_error *why) {
    for (int seat = 0; seat < g->seats; seat++) {
        int64_t player = 0;
        hra_err err = collection_intern(f, g->players[seat], &player, why);
        if (!err)
            err = add_seat(f, g, seat, player, why);
        if (err)
            return err;
        hra_text_addf(numbers, "%s%lld", seat ? " " : "", (long long)player);
    }
    return numbers->err ? hra_no_memory(why) : HRA_OK;
}

static void add_returns(const hra_collection_game *g, hra_text *out) {
    for (int seat = 0; seat < g->seats && g->over; seat++) {
        if (seat)
            hra_text_add(out, " ");
        hra_text_add_number(out, g->returns[seat]);
    }
}

hra_err collection_file_knows(collection_file *f, uint64_t key, bool *known, hra_error *why) {
    hra_err err;
    sqlite3_stmt *s = collection_take(f, FIND_MOVES, &err, why);
    if (!s)
        return err;
    (void)sqlite3_bind_int64(s, 1, (int64_t)key);
    err = collection_step(f, s, known, why);
    (void)sqlite3_reset(s);
    return err;
}

static hra_err write_game(collection_file *f, const hra_collection_game *g, const char *players,
                          const char *result, const int64_t names[2], hra_error *why) {
    hra_err err;
    sqlite3_stmt *s = collection_take(f, ADD_GAME, &err, why);
    if (!s)
        return err;
    (void)sqlite3_clear_bindings(s);
    (void)sqlite3_bind_int64(s, 1, g->number);
    (void)sqlite3_bind_int(s, 2, g->spec_number);
    (void)sqlite3_bind_int64(s, 3, g->source);
    (void)sqlite3_bind_int64(s, 4, g->index);
    (void)sqlite3_bind_text(s, 5, players, -1, SQLITE_STATIC);
    if (names[0])
        (void)sqlite3_bind_int64(s, 6, names[0]);
    collection_bind_text(s, 7, g->date);
    if (names[1])
        (void)sqlite3_bind_int64(s, 8, names[1]);
    (void)sqlite3_bind_int(s, 9, g->plies);
    if (g->over)
        (void)sqlite3_bind_int64(s, 10, g->winners);
    collection_bind_text(s, 11, result);
    collection_bind_text(s, 12, g->start);
    (void)sqlite3_bind_text(s, 13, g->moves, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(s, 14, (int64_t)g->moves_key);
    return collection_finish(f, s, why);
}

hra_err collection_add_game(void *self, const hra_collection_game *g, bool *known, hra_error *why) {
    collection_file *f = self;
    int64_t names[2] = {0, 0};
    hra_text players, result;
    hra_text_init(&players);
    hra_text_init(&result);
    hra_err err = collection_begin(f, why);
    if (!err)
        err = collection_file_knows(f, g->moves_key, known, why);
    if (!err)
        err = add_players(f, g, &players, why);
    if (!err)
        err = collection_intern(f, g->event, &names[0], why);
    if (!err)
        err = collection_intern(f, g->opening, &names[1], why);
    add_returns(g, &result);
    if (!err)
        err = write_game(f, g, hra_text_string(&players), hra_text_string(&result), names, why);
    hra_text_release(&players);
    hra_text_release(&result);
    return err;
}

static hra_err read_name(collection_file *f, int64_t number, hra_text *out, hra_error *why) {
    hra_err err;
    bool row = false;
    sqlite3_stmt *s = collection_take(f, READ_NAME, &err, why);
    if (!s)
        return err;
    (void)sqlite3_bind_int64(s, 1, number);
    err = collection_step(f, s, &row, why);
    const char *text = row ? collection_text(s, 0, COLLECTION_TEXT) : NULL;
    if (text)
        hra_text_add(out, text);
    (void)sqlite3_reset(s);
    return err ? err : out->err ? hra_no_memory(why) : HRA_OK;
}

/* "12 57" as the names of the players. */
static hra_err read_players(collection_file *f, const char *numbers, hra_text names[HRA_MAX_SEATS],
                            int *seats, hra_error *why) {
    hra_err err = HRA_OK;
    for (*seats = 0; *numbers && !err; ++*seats) {
        char *end;
        errno = 0;
        long long number = strtoll(numbers, &end, 10);
        if (*seats == HRA_MAX_SEATS || end == numbers || errno || (*end && *end != ' '))
            return collection_damaged(f, why);
        err = number ? read_name(f, number, &names[*seats], why) : HRA_OK;
        numbers = *end ? end + 1 : end;
    }
    return err;
}

static bool read_returns(const char *text, int seats, double *out) {
    const char *end = text;
    for (int seat = 0; seat < seats; seat++, text = end + 1)
        if (!hra_number_read(text, &end, &out[seat]) || !isfinite(out[seat]) ||
            *end != (seat < seats - 1 ? ' ' : 0))
            return false;
    return true;
}

static bool take_facts(sqlite3_stmt *s, hra_collection_game *g) {
    int64_t spec, plies, winners = 0, key;
    const char *result = collection_text(s, 13, COLLECTION_TEXT);
    g->size = sizeof *g;
    g->spec = collection_text(s, 2, COLLECTION_TEXT);
    g->event = collection_text(s, 4, COLLECTION_TEXT);
    g->date = collection_text(s, 5, COLLECTION_TEXT);
    g->opening = collection_text(s, 6, COLLECTION_TEXT);
    g->start = collection_text(s, 7, COLLECTION_TEXT);
    g->moves = collection_text(s, 8, COLLECTION_LONGEST);
    g->event = g->event ? g->event : "";
    g->date = g->date ? g->date : "";
    g->opening = g->opening ? g->opening : "";
    g->start = g->start ? g->start : "";
    if (strpbrk(g->start, "\r\n") || (g->spec && strpbrk(g->spec, "\r\n")))
        return false; /* each is written in one line */
    g->over = collection_number(s, 12, 0, (1 << HRA_MAX_SEATS) - 1, &winners) && result &&
              read_returns(result, g->seats, g->returns);
    g->winners = (unsigned)winners;
    if (!g->spec || !g->moves || !collection_number(s, 0, 1, UINT32_MAX, &g->number) ||
        !collection_number(s, 1, 1, INT32_MAX, &spec) || !collection_number(s, 9, 0, INT64_MAX, &g->source) ||
        !collection_number(s, 10, 0, INT64_MAX, &g->index) ||
        !collection_number(s, 11, 0, INT32_MAX, &plies) ||
        !collection_number(s, 14, INT64_MIN, INT64_MAX, &key))
        return false;
    g->spec_number = (int)spec;
    g->plies = (int)plies;
    g->moves_key = (uint64_t)key;
    return true;
}

hra_err collection_take_game(collection_file *f, sqlite3_stmt *s,
                             hra_err (*each)(void *to, const hra_collection_game *game), void *to,
                             hra_error *why) {
    hra_collection_game g = {0};
    hra_text names[HRA_MAX_SEATS];
    const char *players = collection_text(s, 3, COLLECTION_TEXT);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        hra_text_init(&names[seat]);
    hra_err err = players ? read_players(f, players, names, &g.seats, why) : collection_damaged(f, why);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        g.players[seat] = hra_text_string(&names[seat]);
    if (!err)
        err = take_facts(s, &g) ? each(to, &g) : collection_damaged(f, why);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        hra_text_release(&names[seat]);
    return err;
}

hra_err collection_game_at(void *self, int64_t number, hra_err (*each)(void *to, const hra_collection_game *),
                           void *to, hra_error *why) {
    collection_file *f = self;
    hra_err err;
    bool row;
    sqlite3_stmt *s = collection_take(f, READ_GAME, &err, why);
    if (!s)
        return err;
    (void)sqlite3_bind_int64(s, 1, number);
    err = collection_step(f, s, &row, why);
    if (!err)
        err = row ? collection_take_game(f, s, each, to, why)
                  : hra_fail(why, HRA_EMISSING, -1, _("%s: no game %lld"), f->path, (long long)number);
    (void)sqlite3_reset(s);
    return err;
}
