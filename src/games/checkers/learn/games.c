/* Games of the engine against itself. */
#include "games.h"

#include <string.h>

#include "core/array_alloc.h"
#include "games/checkers/play/weights.h"
#include "games/checkers/rules/ballots.h"
#include "games/checkers/rules/board_flip.h"
#include "learn/portable_random.h"

enum {
    PLIES = 300,
    DRAW_PLIES = 40,
    RANDOM = 6,   /* moves after the ballot, at most */
    PARTS = 3,    /* of a game, at most */
    ASTRAY = 2,   /* random moves to where a further part begins */
    FEW = 12,     /* pieces of a position where the last part may begin, unless there are kings */
    CLEAR = 1000, /* the value beyond which a position counts as decided: about a man */
    TRIES = 20,
    BESIDE = 5,  /* positions beside one of a play, at most */
    FURTHER = 6, /* moves to there, at most */
    GLANCE = 60, /* positions that are looked at for such a move */
    CALM = 12,   /* plies without progress up to which positions beside those of the game are looked at */
    AFTER = 10,  /* plies that are played on from where a search has seen the win */
    ASIDE = 12,  /* random moves from where the tables have ended a game */
    LEAST = 5,   /* pieces of positions on that way: with fewer everybody has the tables */
    DULL = 12,   /* plies without progress after which only every fourth position is learnt from */
    CACHE = 16 << 20,
    TABLE = 1 << 20,
    BYTES = 14,    /* of a lesson */
    MOST = 1 << 16 /* lessons of a game */
};

/* A position of a play, or beside it. */
typedef struct seen {
    ck_board board;
    int side, quiet, value; /* what the search thought, for the side to move */
    int result;             /* of the side to move: -1, 0, 1 */
    bool exact;             /* the value is what the tables say */
    bool unended;           /* it has no result */
} seen;

struct ck_self_player {
    ck_engine *engine;
    const ck_tables *tables;
    ck_cache *cache;
    ck_oracle oracle;
    const ck_way *way;
    ck_thought thought, beside;
    hra_rng rng;
    uint64_t history[PLIES + 1];
    seen seen[PLIES], others[BESIDE * PLIES];
    int count, other_count;
    ck_lessons *out;
    bool full; /* no memory was left for a lesson */
};

/* ---- lessons --------------------------------------------------------------------------------*/

static uint32_t pack(ck_set set) {
    uint32_t out = 0;
    for (int row = 0; row < 4; row++)
        out |= (uint32_t)(set >> 9 * row & 0xff) << 8 * row;
    return out;
}

static ck_set unpack(uint32_t set) {
    ck_set out = 0;
    for (int row = 0; row < 4; row++)
        out |= (ck_set)(set >> 8 * row & 0xff) << 9 * row;
    return out;
}

void ck_lessons_release(ck_lessons *l) {
    free(l->list);
    *l = (ck_lessons){0};
}

ck_board ck_lesson_board(const ck_lesson *l) {
    return (ck_board){{[CK_BLACK] = unpack(l->own), [CK_WHITE] = unpack(l->other)}, unpack(l->kings)};
}

static bool add_lesson(ck_lessons *l, ck_lesson lesson) {
    if (l->count == l->capacity) {
        int capacity = l->capacity ? 2 * l->capacity : 512;
        ck_lesson *list = realloc(l->list, (size_t)capacity * sizeof *list);
        if (!list)
            return false;
        l->list = list;
        l->capacity = capacity;
    }
    l->list[l->count++] = lesson;
    return true;
}

void ck_lessons_write(const ck_lessons *l, hra_text *out) {
    hra_bytes_put(out, (uint64_t)l->count, 4);
    for (int i = 0; i < l->count; i++) {
        const ck_lesson *one = &l->list[i];
        hra_bytes_put(out, one->own, 4);
        hra_bytes_put(out, one->other, 4);
        hra_bytes_put(out, one->kings, 4);
        hra_bytes_put(out, one->aim, 2);
    }
}

/* Whether a board is a valid example: no square is occupied twice, every king is a piece, and no man is on
 * its king row. */
static bool sound(const ck_lesson *l) {
    const uint32_t men = (l->own | l->other) & ~l->kings;
    return l->own && l->other && !(l->own & l->other) && !(l->kings & ~(l->own | l->other)) &&
           __builtin_popcount(l->own) <= 12 && __builtin_popcount(l->other) <= 12 &&
           !(men & l->own & 0xf0000000) && !(men & l->other & 0xf);
}

hra_err ck_lessons_read(ck_lessons *l, hra_bytes *from) {
    l->count = 0;
    if (hra_bytes_left(from) < 4)
        return HRA_EDAMAGED;
    const uint64_t count = hra_bytes_take(from, 4);
    if (count > MOST || hra_bytes_left(from) / BYTES < count)
        return HRA_EDAMAGED;
    for (uint64_t i = 0; i < count; i++) {
        ck_lesson one;
        one.own = (uint32_t)hra_bytes_take(from, 4);
        one.other = (uint32_t)hra_bytes_take(from, 4);
        one.kings = (uint32_t)hra_bytes_take(from, 4);
        one.aim = (uint16_t)hra_bytes_take(from, 2);
        if (!sound(&one))
            return HRA_EDAMAGED;
        if (!add_lesson(l, one))
            return HRA_ENOMEM;
    }
    return HRA_OK;
}

/* ---- opening --------------------------------------------------------------------------------*/

static bool probe(void *self, const ck_board *b, int side, int *wdl, int *distance) {
    const ck_self_player *p = self;
    return ck_tables_probe(p->tables, p->cache, b, side, wdl, distance);
}

static bool glance(void *self, const ck_board *b, int side, int *wdl, int *distance) {
    const ck_self_player *p = self;
    return ck_tables_glance(p->tables, b, side, wdl, distance);
}

hra_err ck_self_player_open(ck_self_player **out, const ck_weights *weights, const ck_tables *tables) {
    ck_self_player *p = calloc(1, sizeof *p);
    if (!p)
        return HRA_ENOMEM;
    p->tables = tables;
    p->oracle = (ck_oracle){probe, glance, p, tables ? ck_tables_pieces(tables) : 0};
    hra_err err = tables ? ck_cache_open(&p->cache, tables, CACHE) : HRA_OK;
    if (!err)
        err = ck_engine_open(&p->engine, weights, tables ? &p->oracle : NULL, TABLE);
    if (err)
        ck_self_player_close(p);
    else
        *out = p;
    return err;
}

void ck_self_player_close(ck_self_player *p) {
    if (!p)
        return;
    ck_engine_close(p->engine);
    if (p->cache)
        ck_cache_close(p->cache);
    free(p);
}

/* ---- where games begin ----------------------------------------------------------------------*/

static bool random_moves(hra_rng *rng, ck_board *b, int *side, int count) {
    hra_move moves[CK_MAX_MOVES];
    for (; count > 0; count--, *side ^= 1) {
        int n = ck_moves(b, *side, moves);
        if (n == 0)
            return false;
        ck_apply(b, *side, moves[hra_rng_below(rng, (uint32_t)n)]);
    }
    return true;
}

static bool level(const ck_board *b) {
    return abs(__builtin_popcountll(b->pieces[0]) - __builtin_popcountll(b->pieces[1])) <= 1;
}

static void open_game(hra_rng *rng, uint64_t number, ck_task *task) {
    for (;;) {
        ck_state s = {.board = {{unpack(0xfff), unpack(0xfff00000)}, 0}};
        ck_ballot_start(1 + (int)(number % CK_BALLOTS), &s);
        task->board = s.board;
        task->side = s.side;
        if (random_moves(rng, &task->board, &task->side, (int)hra_rng_below(rng, RANDOM + 1)) &&
            level(&task->board))
            return;
    }
}

static bool is_ending(const seen *s) {
    return s->board.kings || ck_count_pieces(&s->board) <= FEW;
}

/* A position like one that was played, of an ending or not. */
static bool go_astray(ck_self_player *p, bool ending, ck_task *task) {
    for (int i = 0; i < TRIES && p->count > 0; i++) {
        const seen *s = &p->seen[hra_rng_below(&p->rng, (uint32_t)p->count)];
        if (abs(s->value) > CLEAR || is_ending(s) != ending)
            continue;
        task->board = s->board;
        task->side = s->side;
        if (random_moves(&p->rng, &task->board, &task->side, ASTRAY) && level(&task->board))
            return true;
    }
    return false;
}

/* ---- beside what is played ------------------------------------------------------------------*/

static seen seen_of(const ck_task *task, int value) {
    return (seen){.board = task->board, .side = task->side, .quiet = task->quiet, .value = value};
}

/* Makes a move that a glance takes for the best, or any; false: there is none. */
static bool wander(ck_self_player *p, ck_task *task) {
    if (hra_rng_below(&p->rng, 2))
        return random_moves(&p->rng, &task->board, &task->side, 1);
    task->nodes = GLANCE;
    ck_engine_think(p->engine, task, &p->beside);
    if (p->beside.count == 0)
        return false;
    task->board = p->beside.choice[0].after;
    task->side ^= 1;
    return true;
}

/* A position that some moves, good ones and any, lead to from one that is played, and what a search thinks
 * of it: what is judged within searches is for the most part of that kind. */
static void look_beside_once(ck_self_player *p, const ck_task *task) {
    ck_task other = *task;
    other.quiet = other.history_length = 0;
    for (int i = 1 + (int)hra_rng_below(&p->rng, FURTHER); i > 0 || ck_jumpers(&other.board, other.side); i--)
        if (!wander(p, &other))
            return;
    other.nodes = p->way->nodes;
    ck_engine_think(p->engine, &other, &p->beside);
    if (p->beside.count > 0 && ck_count_pieces(&other.board) >= p->way->until) {
        p->others[p->other_count] = seen_of(&other, p->beside.value);
        p->others[p->other_count++].unended = true;
    }
}

/* The more of them the more pieces there are, for plays are longest where there are few. */
static void look_beside(ck_self_player *p, const ck_task *task) {
    int pieces = ck_count_pieces(&task->board);
    for (int i = 1; i < pieces / 4; i++)
        look_beside_once(p, task);
}

/* From a position that the tables hold by random moves to others, which are kept instead of the game. */
static void step_aside(ck_self_player *p, ck_task *task) {
    int wdl, distance;
    p->count = 0;
    for (int i = 0; i < ASIDE && random_moves(&p->rng, &task->board, &task->side, 1); i++) {
        int pieces = ck_count_pieces(&task->board);
        if (pieces < LEAST || !probe(p, &task->board, task->side, &wdl, &distance))
            break;
        task->quiet = 0;
        p->seen[p->count] = seen_of(task, wdl * CK_WIN);
        p->seen[p->count++].exact = true;
    }
}

/* ---- playing --------------------------------------------------------------------------------*/

static int times_before(const ck_task *task, uint64_t key) {
    int times = 0;
    for (int i = 0; i < task->history_length; i++)
        times += task->history[i] == key;
    return times;
}

static bool decided(const ck_self_player *p) {
    return p->thought.count == 0 || abs(p->thought.value) >= CK_WON;
}

static void begin_play(ck_self_player *p, ck_task *task) {
    p->count = p->other_count = 0;
    task->nodes = p->way->nodes;
    task->draw_plies = DRAW_PLIES;
    task->repetition = true;
    task->quiet = task->history_length = 0;
    task->history = p->history;
}

/* Plays on to the end, which comes where the tables know all moves, or some plies behind where the search
 * has seen a win; the result is written into all positions. */
static void play(ck_self_player *p, ck_task *task) {
    int winner = -1, after = 0;
    begin_play(p, task);
    for (int ply = 0; ply < PLIES && task->quiet < DRAW_PLIES; ply++) {
        if (ck_count_pieces(&task->board) < p->way->until)
            break;
        uint64_t key = ck_key(&task->board, task->side);
        if (times_before(task, key) >= 2)
            break;
        p->history[task->history_length++] = key;
        ck_engine_think(p->engine, task, &p->thought);
        if (winner < 0 && decided(p))
            winner = p->thought.count == 0 || p->thought.value < 0 ? !task->side : task->side;
        if (p->thought.count > 0) {
            p->seen[p->count] = seen_of(task, p->thought.value);
            p->seen[p->count++].unended = p->way->until > 0;
        }
        if (winner < 0 && !p->thought.exact && task->quiet < CALM)
            look_beside(p, task);
        if (p->thought.count == 0 || p->thought.exact || (winner >= 0 && ++after > AFTER))
            break;
        const ck_choice *c = &p->thought.choice[0];
        task->quiet = c->progress ? 0 : task->quiet + 1;
        task->history_length = c->progress ? 0 : task->history_length;
        task->board = c->after;
        task->side ^= 1;
    }
    for (int i = 0; i < p->count; i++)
        p->seen[i].result = winner < 0 ? 0 : p->seen[i].side == winner ? 1 : -1;
}

/* ---- targets --------------------------------------------------------------------------------*/

static double chance_of(const seen *s) {
    return s->value >= CK_WON    ? 1
           : s->value <= -CK_WON ? 0
                                 : 1 / (1 + hra_draw_exp(-s->value / (double)CK_ODDS));
}

/* Adds a position as an example. Skips it if a side has no pieces or a capture is due, and three of four
 * positions after many quiet plies. */
static void take(ck_self_player *p, const seen *s, double aim) {
    if (!s->board.pieces[CK_BLACK] || !s->board.pieces[CK_WHITE])
        return;
    if (ck_jumpers(&s->board, s->side) || (s->quiet > DULL && s->quiet % 4))
        return;
    const ck_board b = ck_board_of(&s->board, s->side);
    const ck_lesson lesson = {.own = pack(b.pieces[CK_BLACK]),
                              .other = pack(b.pieces[CK_WHITE]),
                              .kings = pack(b.kings),
                              .aim = (uint16_t)(aim * CK_AIM + 0.5)};
    p->full = p->full || p->out->count == MOST || !add_lesson(p->out, lesson);
}

/* How the game ended, mixed with what searches thought of the positions that followed, the nearer the more
 * (Sutton's TD(lambda), 1988); where a search or a table has seen the end what they say of it alone. From the
 * end of the play to its beginning, for what follows has to be known. A play that was not ended has no result:
 * what the search thought of its last position stands for it. */
static void label_play(ck_self_player *p, const seen *list, int count) {
    if (count == 0)
        return;
    const seen *last = &list[count - 1];
    const double share = last->unended ? 1 : p->way->share, lambda = p->way->lambda;
    double later = last->unended ? chance_of(last) : 0.5 + 0.5 * last->result;
    for (int i = count - 1; i >= 0; i--) {
        const seen *s = &list[i];
        if (i + 1 < count)
            later = s->side == list[i + 1].side ? later : 1 - later;
        later = lambda * later + (1 - lambda) * chance_of(s);
        const double result = 0.5 + 0.5 * s->result;
        const bool sure = s->exact || abs(s->value) >= CK_WON;
        take(p, s, sure ? chance_of(s) : share * later + (1 - share) * result);
    }
}

hra_err ck_self_play(ck_self_player *p, const ck_way *way, uint64_t seed, uint64_t number, ck_lessons *out) {
    ck_task task = {0};
    p->way = way;
    p->out = out;
    p->full = false;
    out->count = 0;
    hra_rng_init_stream(&p->rng, seed, number, 0, 0);
    open_game(&p->rng, number, &task);
    ck_engine_forget(p->engine);
    for (int part = 0, more = 1; more; part++) {
        play(p, &task);
        label_play(p, p->seen, p->count);
        for (int i = 0; i < p->other_count; i++)
            label_play(p, &p->others[i], 1);
        ck_task end = task;
        more = part + 1 < PARTS && go_astray(p, part + 2 == PARTS, &task);
        if (p->thought.exact && p->tables) {
            step_aside(p, &end);
            label_play(p, p->seen, p->count);
        }
    }
    return p->full ? HRA_ENOMEM : HRA_OK;
}
