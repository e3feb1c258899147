/* What a line `go` of UCI asks for. */
#include <math.h>
#include <string.h>

#include "players/time_control.h"
#include "uci.h"

typedef struct numbers {
    double depth, nodes, mate, move_time, moves, time[2],
        increment[2]; /* times in milliseconds; below 0: not given */
} numbers;

/* A word of a line. */
typedef struct word {
    const char *text;
    size_t length;
} word;

static word next_word(const char **at) {
    word w = {*at + strspn(*at, " "), 0};
    w.length = strcspn(w.text, " ");
    *at = w.text + w.length;
    return w;
}

static bool is(word w, const char *text) {
    return strlen(text) == w.length && memcmp(w.text, text, w.length) == 0;
}

/* Takes the number behind its name, if one stands there. Clocks that have run out may be below 0. */
static void take_number(const hra_uci_engine *u, word name, const char **at, double *out) {
    const char *before = *at, *end;
    const word w = next_word(at);
    double x;
    if (w.length && hra_number_read(w.text, &end, &x) && end == w.text + w.length && fabs(x) <= 1e15) {
        *out = x > 0 ? x : 0;
        return;
    }
    hra_protocol_say(u->arena.dialogue, "info string go: %.*s needs a number", (int)name.length, name.text);
    *at = before;
}

static bool take_named_number(const hra_uci_engine *u, word name, const char **at, numbers *n) {
    const struct {
        const char *name;
        double *value;
    } known[] = {
        {"depth", &n->depth},        {"nodes", &n->nodes},       {"mate", &n->mate},
        {"movetime", &n->move_time}, {"movestogo", &n->moves},   {"wtime", &n->time[0]},
        {"btime", &n->time[1]},      {"winc", &n->increment[0]}, {"binc", &n->increment[1]},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is(name, known[i].name)) {
            take_number(u, name, at, known[i].value);
            return true;
        }
    return false;
}

/* The words behind searchmoves, as far as they are moves. */
static void take_moves(const hra_uci_engine *u, const char **at, hra_uci_wish *out) {
    const hra_arena *a = &u->arena;
    for (;;) {
        const char *before = *at;
        const word w = next_word(at);
        hra_move move;
        if (!w.length || !u->words.find(a->game, a->state, w.text, w.length, &move)) {
            *at = before;
            return;
        }
        bool known = false;
        for (int i = 0; i < out->only_count; i++)
            known = known || out->only[i] == move;
        if (!known && out->only_count < HRA_UCI_LINES)
            out->only[out->only_count++] = move;
    }
}

/* The first clock, or a time for this move, is what counts. */
static void set_limits(const hra_uci_engine *u, const numbers *n, hra_uci_wish *out) {
    const hra_arena *a = &u->arena;
    const int seat = a->game->rules->to_move(a->game, a->state);
    const double most_nodes = 1e15;
    out->mate = (int)fmin(n->mate, HRA_UCI_DEPTH / 2);
    out->limits.depth = (int)fmin(n->depth, HRA_UCI_DEPTH);
    if (out->mate && (!out->limits.depth || out->limits.depth > 2 * out->mate))
        out->limits.depth = 2 * out->mate;
    out->limits.nodes = out->limits.playouts = (uint64_t)fmin(n->nodes, most_nodes);
    if (n->move_time >= 0) {
        out->limits.seconds = fmax(n->move_time / 1000, 0.001);
    } else if (n->time[seat] >= 0) {
        out->clock = true;
        out->limits.seconds = fmax(hra_time_share(n->time[seat] / 1000, n->increment[seat] / 1000,
                                                  n->moves > 0 ? n->moves : HRA_TIME_MOVES),
                                   0.001);
    }
}

void hra_uci_read_wish(hra_uci_engine *u, char *rest, hra_uci_wish *out) {
    numbers n = {.move_time = -1, .time = {-1, -1}};
    const char *at = rest;
    *out = (hra_uci_wish){0};
    for (word w = next_word(&at); w.length; w = next_word(&at))
        if (is(w, "infinite"))
            out->infinite = true;
        else if (is(w, "ponder"))
            out->ponder = true;
        else if (is(w, "searchmoves"))
            take_moves(u, &at, out);
        else
            (void)take_named_number(u, w, &at, &n);
    set_limits(u, &n, out);
}
