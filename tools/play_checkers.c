/* Games of the engine of checkers against itself, for tools/train_checkers.c and tools/rank_checkers.c.
 *
 *     play_checkers --out games.bin --games 40000 --nodes 1500
 *
 * A game begins with one of the 174 ballots and some random moves, and is played by short searches that know
 * the endings of up to six pieces, to some plies behind where they see a win. It has up to three parts: from
 * one of its positions with many men and no kings two random moves lead elsewhere, where the play goes on,
 * and likewise from one of an ending. What is judged within searches are positions to which bad moves have
 * led too, and nets that learn from plays alone misjudge them. So beside the positions of a play some others
 * are searched and kept, and where the tables end it, some of those around with what the tables say of them:
 * a player without these tables has to judge such positions. With --until a play ends where fewer pieces than
 * that are left, without a result, and no position with fewer is kept: all time goes into beginnings. Games
 * depend on the seed and their number alone.
 *
 *     play_checkers --anew games.bin --nodes 3000 --until 13 --out judged.bin
 *
 * plays nothing: it judges the positions of a file anew, where nobody can capture, by better nets or longer
 * searches than those that it comes from, and leaves out those with fewer pieces than --until. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkers_games.h"
#include "checkers_nets.h"
#include "games/checkers/rules/ballots.h"
#include "games/checkers/tables/tables.h"

enum {
    PLIES = 300,
    DRAW_PLIES = 40,
    RANDOM = 6,   /* moves after the ballot, at most */
    PARTS = 3,    /* of a game, at most */
    ASTRAY = 2,   /* random moves to where a further part begins */
    FEW = 12,     /* pieces of a position where the last part may begin, unless there are kings */
    CLEAR = 1000, /* what is thought of a position that is no longer a game: about a man */
    TRIES = 20,
    BESIDE = 5,  /* positions beside one of a play, at most */
    FURTHER = 6, /* moves to there, at most */
    GLANCE = 60, /* positions that are looked at for such a move */
    CALM = 12,   /* plies without progress up to which positions beside those of the game are looked at */
    AFTER = 10,  /* plies that are played on from where a search has seen the win */
    ASIDE = 12,  /* random moves from where the tables have ended a game */
    LEAST = 5,   /* pieces of positions on that way: with fewer everybody has the tables */
    CACHE = 64 << 20,
};

typedef struct options {
    uint64_t games, first, nodes, seed;
    int pieces, until;
    const char *eval, *anew, *out;
} options;

typedef struct table {
    const ck_tables *tables;
    ck_cache *cache;
} table;

typedef struct player {
    ck_engine *engine;
    const ck_oracle *oracle;
    uint64_t nodes;
    int until; /* pieces; 0: plays go on to their end */
    ck_thought thought, beside;
    hra_rng rng;
    uint64_t history[PLIES + 1];
    ck_seen seen[PLIES], others[BESIDE * PLIES];
    int count, other_count;
} player;

static bool probe(void *self, const ck_board *b, int side, int *wdl, int *distance) {
    const table *t = self;
    return ck_tables_probe(t->tables, t->cache, b, side, wdl, distance);
}

static bool glance(void *self, const ck_board *b, int side, int *wdl, int *distance) {
    const table *t = self;
    return ck_tables_glance(t->tables, b, side, wdl, distance);
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
        ck_state s = {.board = {{ck_unpack(0xfff), ck_unpack(0xfff00000)}, 0}};
        ck_ballot_start(1 + (int)(number % CK_BALLOTS), &s);
        task->board = s.board;
        task->side = s.side;
        if (random_moves(rng, &task->board, &task->side, (int)hra_rng_below(rng, RANDOM + 1)) &&
            level(&task->board))
            return;
    }
}

static ck_seen seen_of(const ck_task *task, uint64_t number, int value, int flags) {
    const ck_board *b = &task->board;
    flags |= ck_jumpers(b, task->side) ? CK_SEEN_JUMP : 0;
    flags |= ck_jumpers(b, !task->side) ? CK_SEEN_THREAT : 0;
    return (ck_seen){.pieces = {ck_pack(b->pieces[0]), ck_pack(b->pieces[1])},
                     .kings = ck_pack(b->kings),
                     .game = (uint32_t)number,
                     .value = (int16_t)value,
                     .side = (uint8_t)task->side,
                     .quiet = (uint8_t)task->quiet,
                     .flags = (uint8_t)flags};
}

static void keep(player *p, const ck_task *task, uint64_t number, int value, int flags) {
    p->seen[p->count] = seen_of(task, number, value, flags | (p->count ? 0 : CK_SEEN_FIRST));
    p->count++;
}

static int times_before(const ck_task *task, uint64_t key) {
    int times = 0;
    for (int i = 0; i < task->history_length; i++)
        times += task->history[i] == key;
    return times;
}

/* Makes a move that a glance takes for the best, or any; false: there is none. */
static bool wander(player *p, ck_task *task) {
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
static void look_beside_once(player *p, const ck_task *task, uint64_t number) {
    ck_task other = *task;
    other.quiet = other.history_length = 0;
    for (int i = 1 + (int)hra_rng_below(&p->rng, FURTHER); i > 0 || ck_jumpers(&other.board, other.side); i--)
        if (!wander(p, &other))
            return;
    other.nodes = p->nodes;
    ck_engine_think(p->engine, &other, &p->beside);
    if (p->beside.count > 0 && ck_count_pieces(&other.board) >= p->until)
        p->others[p->other_count++] =
            seen_of(&other, number, p->beside.value, CK_SEEN_FIRST | CK_SEEN_BESIDE);
}

/* The more of them the more pieces there are, for plays are longest where there are few. */
static void look_beside(player *p, const ck_task *task, uint64_t number) {
    int pieces = ck_count_pieces(&task->board);
    for (int i = 1; i < pieces / 4; i++)
        look_beside_once(p, task, number);
}

static bool decided(const player *p) {
    return p->thought.count == 0 || abs(p->thought.value) >= CK_WON;
}

/* Plays on to the end, which comes where the tables know all moves, or some plies behind where the search
 * has seen a win; the result is written into all positions. */
static void play(player *p, ck_task *task, uint64_t number) {
    int winner = -1, after = 0;
    p->count = p->other_count = 0;
    task->nodes = p->nodes;
    task->draw_plies = DRAW_PLIES;
    task->repetition = true;
    task->quiet = task->history_length = 0;
    task->history = p->history;
    for (int ply = 0; ply < PLIES && task->quiet < DRAW_PLIES; ply++) {
        if (ck_count_pieces(&task->board) < p->until)
            break;
        uint64_t key = ck_key(&task->board, task->side);
        if (times_before(task, key) >= 2)
            break;
        p->history[task->history_length++] = key;
        ck_engine_think(p->engine, task, &p->thought);
        if (winner < 0 && decided(p))
            winner = p->thought.count == 0 || p->thought.value < 0 ? !task->side : task->side;
        if (p->thought.count > 0)
            keep(p, task, number, p->thought.value, p->until ? CK_SEEN_BESIDE : 0);
        if (winner < 0 && !p->thought.exact && task->quiet < CALM)
            look_beside(p, task, number);
        if (p->thought.count == 0 || p->thought.exact || (winner >= 0 && ++after > AFTER))
            break;
        const ck_choice *c = &p->thought.choice[0];
        task->quiet = c->progress ? 0 : task->quiet + 1;
        task->history_length = c->progress ? 0 : task->history_length;
        task->board = c->after;
        task->side ^= 1;
    }
    for (int i = 0; i < p->count; i++)
        p->seen[i].result = (int8_t)(winner < 0 ? 0 : p->seen[i].side == winner ? 1 : -1);
}

/* From a position that the tables hold by random moves to others, which are kept instead of the game. */
static void step_aside(player *p, ck_task *task, uint64_t number) {
    int wdl, distance;
    p->count = 0;
    for (int i = 0; i < ASIDE && random_moves(&p->rng, &task->board, &task->side, 1); i++) {
        int pieces = ck_count_pieces(&task->board);
        if (pieces < LEAST || !p->oracle->probe(p->oracle->self, &task->board, task->side, &wdl, &distance))
            break;
        task->quiet = 0;
        keep(p, task, number, wdl * CK_WIN, CK_SEEN_EXACT);
    }
}

static bool is_ending(const ck_seen *s) {
    return s->kings || __builtin_popcount(s->pieces[0] | s->pieces[1]) <= FEW;
}

/* A position like one that was played, of an ending or not. */
static bool go_astray(hra_rng *rng, const player *p, bool ending, ck_task *task) {
    for (int i = 0; i < TRIES && p->count > 0; i++) {
        const ck_seen *s = &p->seen[hra_rng_below(rng, (uint32_t)p->count)];
        if (abs(s->value) > CLEAR || is_ending(s) != ending)
            continue;
        task->board = ck_seen_board(s);
        task->side = s->side;
        if (random_moves(rng, &task->board, &task->side, ASTRAY) && level(&task->board))
            return true;
    }
    return false;
}

static bool write_seen(FILE *file, const ck_seen *seen, int count) {
    return fwrite(seen, sizeof *seen, (size_t)count, file) == (size_t)count;
}

static bool play_game(player *p, const options *o, uint64_t number, FILE *file) {
    ck_task task = {0};
    hra_rng_init_stream(&p->rng, o->seed, number, 0, 0);
    open_game(&p->rng, number, &task);
    ck_engine_forget(p->engine);
    for (int part = 0, more = 1; more; part++) {
        play(p, &task, number);
        if (!write_seen(file, p->seen, p->count) || !write_seen(file, p->others, p->other_count))
            return false;
        ck_task end = task;
        more = part + 1 < PARTS && go_astray(&p->rng, p, part + 2 == PARTS, &task);
        if (p->thought.exact) {
            step_aside(p, &end, number);
            if (!write_seen(file, p->seen, p->count))
                return false;
        }
    }
    return true;
}

/* Positions of a file by searches of their own; they have no result any more. */
static bool judge_anew(player *p, FILE *in, FILE *out) {
    ck_seen s;
    while (fread(&s, sizeof s, 1, in) == 1) {
        ck_task task = {.board = ck_seen_board(&s), .side = s.side, .nodes = p->nodes};
        if (s.flags & (CK_SEEN_JUMP | CK_SEEN_EXACT) || ck_count_pieces(&task.board) < p->until)
            continue;
        ck_engine_think(p->engine, &task, &p->thought);
        s = seen_of(&task, s.game, p->thought.value, CK_SEEN_FIRST | CK_SEEN_BESIDE);
        if (p->thought.count > 0 && !write_seen(out, &s, 1))
            return false;
    }
    return !ferror(in);
}

static bool play_games(player *p, const options *o, FILE *file) {
    bool good = true;
    for (uint64_t number = o->first; good && number < o->first + o->games; number++)
        good = play_game(p, o, number, file);
    return good;
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
        else if (strcmp(name, "--until") == 0)
            o->until = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--eval") == 0)
            o->eval = value;
        else if (strcmp(name, "--anew") == 0)
            o->anew = value;
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
    options o = {.games = 1000, .nodes = 1500, .seed = 1, .pieces = 6, .eval = "learnt", .out = "games.bin"};
    ck_tables *tables = NULL;
    table t = {0};
    if (!read_arguments(&o, argc, argv)) {
        fputs("usage: play_checkers [--games N] [--first NUMBER] [--nodes N] [--seed S] [--tables PIECES] "
              "[--until PIECES] [--anew FILE] "
              "[--eval learnt|material|FILE] [--out FILE]\n",
              stderr);
        return 2;
    }
    p.nodes = o.nodes;
    p.until = o.until;
    const bool material = strcmp(o.eval, "material") == 0;
    if (!material && ck_nets_named(o.eval, &weights) != 0) {
        fprintf(stderr, "play_checkers: %s holds no nets of checkers\n", o.eval);
        return 1;
    }
    FILE *in = o.anew ? fopen(o.anew, "rb") : NULL;
    if (o.anew && (!in || strcmp(o.anew, o.out) == 0)) {
        fprintf(stderr, "play_checkers: %s %s\n", o.anew, in ? "would be written over" : "cannot be read");
        return 1;
    }
    hra_err err = ck_tables_build(&tables, getenv("HRA_TABLES"), o.pieces, (size_t)16 << 20, 2, NULL, NULL);
    if (!err)
        err = ck_tables_take_outcomes(tables, getenv("HRA_TABLES"), 1, NULL, NULL);
    if (!err)
        err = ck_cache_open(&t.cache, tables, CACHE);
    t.tables = tables;
    ck_oracle oracle = {probe, glance, &t, o.pieces};
    if (!err)
        err = ck_engine_open(&p.engine, material ? NULL : &weights, &oracle, 1 << 20);
    p.oracle = &oracle;
    FILE *file = err ? NULL : fopen(o.out, "wb");
    bool good = file && (in ? judge_anew(&p, in, file) : play_games(&p, &o, file));
    if (!good || fclose(file) != 0) {
        fprintf(stderr, "play_checkers: %s\n",
                err ? hra_err_text(err) : "a file could not be read or written");
        return 1;
    }
    if (in)
        fclose(in);
    ck_engine_close(p.engine);
    ck_cache_close(t.cache);
    ck_tables_close(tables);
    return 0;
}
