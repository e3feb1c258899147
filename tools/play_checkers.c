/* Games of the engine of checkers against itself, for tools/train_checkers.c and tools/rank_checkers.c.
 *
 *     play_checkers --out games.bin --games 40000 --nodes 1000
 *
 * A game begins with one of the 174 ballots and some random moves, and is played by short searches that know
 * the endings of up to five pieces; a search that sees a win ends it. Each game has a second part: from one
 * of its positions with kings, or few pieces, two random moves lead elsewhere and the play goes on from
 * there, for endings are what takes the most seeing. Games depend on the seed and their number alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkers_games.h"
#include "games/checkers/ballots.h"
#include "games/checkers/checkers_weights.h"
#include "games/checkers/tables.h"

enum {
    PLIES = 300,
    DRAW_PLIES = 80,
    RANDOM = 6,   /* moves after the ballot, at most */
    ASTRAY = 2,   /* moves to where the second part begins */
    FEW = 12,     /* pieces of such a position, where there is no king */
    CLEAR = 1000, /* what is thought of a position that is no longer a game */
    TRIES = 20,
    CACHE = 64 << 20,
};

typedef struct options {
    uint64_t games, first, nodes, seed;
    int pieces;
    bool material;
    const char *out;
} options;

typedef struct table {
    const ck_tables *tables;
    ck_cache *cache;
} table;

typedef struct player {
    ck_engine *engine;
    uint64_t nodes;
    ck_thought thought;
    uint64_t history[PLIES + 1];
    ck_seen seen[PLIES];
    int count;
} player;

static bool probe(void *self, const ck_board *b, int side, int *wdl, int *distance) {
    const table *t = self;
    return ck_tables_probe(t->tables, t->cache, b, side, wdl, distance);
}

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
        ck_state s = {
            .board = {{ck_unpack(0xfff), ck_unpack(0xfff00000)}, 0}
        };
        ck_ballot_start(1 + (int)(number % CK_BALLOTS), &s);
        task->board = s.board;
        task->side = s.side;
        if (random_moves(rng, &task->board, &task->side, (int)hra_rng_below(rng, RANDOM + 1)) &&
            level(&task->board))
            return;
    }
}

static void keep(player *p, const ck_task *task, uint64_t number) {
    const ck_board *b = &task->board;
    ck_seen *s = &p->seen[p->count++];
    *s = (ck_seen){
        .pieces = {ck_pack(b->pieces[0]), ck_pack(b->pieces[1])},
        .kings = ck_pack(b->kings),
        .game = (uint32_t)number,
        .value = (int16_t)p->thought.value,
        .side = (uint8_t)task->side,
        .quiet = (uint8_t)task->quiet
    };
    s->flags =
        (uint8_t)((ck_jumpers(b, task->side) ? CK_SEEN_JUMP : 0) |
                  (ck_jumpers(b, !task->side) ? CK_SEEN_THREAT : 0) | (p->count == 1 ? CK_SEEN_FIRST : 0));
}

static int times_before(const ck_task *task, uint64_t key) {
    int times = 0;
    for (int i = 0; i < task->history_length; i++)
        times += task->history[i] == key;
    return times;
}

/* Plays on to the end; the result is written into all positions. */
static void play(player *p, ck_task *task, uint64_t number) {
    int winner = -1;
    p->count = 0;
    task->nodes = p->nodes;
    task->draw_plies = DRAW_PLIES;
    task->repetition = true;
    task->quiet = task->history_length = 0;
    task->history = p->history;
    for (int ply = 0; ply < PLIES && task->quiet < DRAW_PLIES; ply++) {
        uint64_t key = ck_key(&task->board, task->side);
        if (times_before(task, key) >= 2)
            break;
        p->history[task->history_length++] = key;
        ck_engine_think(p->engine, task, &p->thought);
        bool over = p->thought.count == 0 || abs(p->thought.value) >= CK_SURE;
        if (p->thought.count > 0)
            keep(p, task, number);
        if (over) {
            bool lost = p->thought.count == 0 || p->thought.value < 0;
            winner = lost ? !task->side : task->side;
            break;
        }
        if (p->thought.exact)
            break; /* drawn */
        const ck_choice *c = &p->thought.choice[0];
        task->quiet = c->progress ? 0 : task->quiet + 1;
        task->history_length = c->progress ? 0 : task->history_length;
        task->board = c->after;
        task->side ^= 1;
    }
    for (int i = 0; i < p->count; i++)
        p->seen[i].result = (int8_t)(winner < 0 ? 0 : p->seen[i].side == winner ? 1 : -1);
}

/* A position like one of an ending that was played. */
static bool go_astray(hra_rng *rng, const player *p, ck_task *task) {
    for (int i = 0; i < TRIES && p->count > 0; i++) {
        const ck_seen *s = &p->seen[hra_rng_below(rng, (uint32_t)p->count)];
        if (abs(s->value) > CLEAR || (!s->kings && __builtin_popcount(s->pieces[0] | s->pieces[1]) > FEW))
            continue;
        task->board = ck_seen_board(s);
        task->side = s->side;
        if (random_moves(rng, &task->board, &task->side, ASTRAY) && level(&task->board))
            return true;
    }
    return false;
}

static bool play_all(player *p, const options *o, FILE *file) {
    for (uint64_t number = o->first; number < o->first + o->games; number++) {
        hra_rng rng;
        ck_task task = {0};
        hra_rng_init_stream(&rng, o->seed, number, 0, 0);
        open_game(&rng, number, &task);
        ck_engine_forget(p->engine);
        play(p, &task, number);
        size_t size = (size_t)p->count;
        if (fwrite(p->seen, sizeof *p->seen, size, file) != size)
            return false;
        if (go_astray(&rng, p, &task)) {
            play(p, &task, number);
            size = (size_t)p->count;
            if (fwrite(p->seen, sizeof *p->seen, size, file) != size)
                return false;
        }
    }
    return true;
}

static bool read_arguments(options *o, int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *name = argv[i], *value = argv[i + 1];
        if (strcmp(name, "--games") == 0)
            o->games = strtoull(value, NULL, 10);
        else if (strcmp(name, "--first") == 0)
            o->first = strtoull(value, NULL, 10);
        else if (strcmp(name, "--nodes") == 0)
            o->nodes = strtoull(value, NULL, 10);
        else if (strcmp(name, "--seed") == 0)
            o->seed = strtoull(value, NULL, 10);
        else if (strcmp(name, "--tables") == 0)
            o->pieces = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--eval") == 0)
            o->material = strcmp(value, "material") == 0;
        else if (strcmp(name, "--out") == 0)
            o->out = value;
        else
            return false;
    }
    return argc % 2 == 1 && o->games > 0 && o->nodes > 0 && o->pieces <= CK_MAX_PIECES;
}

int main(int argc, char **argv) {
    static ck_weights weights;
    static player p;
    options o = {.games = 1000, .nodes = 1000, .seed = 1, .pieces = 5, .out = "games.bin"};
    ck_tables *tables = NULL;
    table t = {0};
    if (!read_arguments(&o, argc, argv)) {
        fputs("usage: play_checkers [--games N] [--first NUMBER] [--nodes N] [--seed S] [--tables PIECES] "
              "[--eval learnt|material] [--out FILE]\n",
              stderr);
        return 2;
    }
    p.nodes = o.nodes;
    hra_err err = ck_weights_read(ck_learnt, ck_learnt_length, &weights);
    if (!err)
        err = ck_tables_build(&tables, getenv("HRA_TABLES"), o.pieces, (size_t)16 << 20, 2, NULL, NULL);
    if (!err)
        err = ck_cache_open(&t.cache, tables, CACHE);
    t.tables = tables;
    ck_oracle oracle = {probe, probe, &t, o.pieces};
    if (!err)
        err = ck_engine_open(&p.engine, o.material ? NULL : &weights, &oracle, 1 << 20);
    FILE *file = err ? NULL : fopen(o.out, "wb");
    if (!file || !play_all(&p, &o, file) || fclose(file) != 0) {
        fprintf(stderr, "play_checkers: %s\n", err ? hra_err_text(err) : "a file could not be written");
        return 1;
    }
    ck_engine_close(p.engine);
    ck_cache_close(t.cache);
    ck_tables_close(tables);
    return 0;
}
