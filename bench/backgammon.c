/* Backgammon's evaluation, and the sieve of its expert (src/games/backgammon/play/sieve.h): how many positions a second the nets
 * evaluate, what decisions lose by the sieve, and the training of the sieve, which prints its weights as C:
 *
 *     build/bench/bench-backgammon evaluate
 *     build/bench/bench-backgammon cost [SPEC [PLIES [POSITIONS]]]
 *     build/bench/bench-backgammon quantise FILE [SPEC] > src/games/backgammon/play/backgammon.learnt
 *     build/bench/bench-backgammon against FILE [PLIES [POSITIONS]]
 *     build/bench/bench-backgammon train [GAMES [PASSES]] > src/games/backgammon/play/sieve_weights.c
 *
 * The built-in nets play games against themselves, in which every third move is not the best one. The plays of their throws, and of
 * further throws in the same positions, are groups; the sieve learns how the nets value the plays of a group against each other.
 * What it would lose by keeping only some plays of a throw is written to the error output, for every eighth group, from which it
 * has not learnt. The cost is what the expert's choice with the sieve is worth less than its choice without, by the expert without,
 * in decisions of other games. A model is quantised to a first layer in integers; `against` measures what the built-in nets' choices
 * are worth less than those of another model, by that model, and how far their values of the choices are apart. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "games/backgammon/play/sieve.h"
#include "games/backgammon/rules/eval.h"
#include "games/backgammon/rules/terms.h"
#include "hra/hra.h"
#include "nets/learnt.h"
#include "nets/net_integers.h"
#include "players/agent.h"

enum {
    UNITS = BG_SIEVE_UNITS,
    ROWS = BG_SIEVE_ROWS,
    OUTS = BG_SIEVE_OUTS,
    LEAST = 6,
    MOST = 400,
    THROWS = 3,
    HELD_OUT = 8,
    TOGETHER = 64
};

static const float NEAR = 0.15F; /* points */
static const hra_host host = {.size = sizeof(hra_host), .read = hra_host_read_file};

typedef struct play {
    bg_board board;
    float value[OUTS]; /* to the side that has played */
} play;

typedef struct group {
    size_t first;
    int count;
    uint8_t seat;
} group;

typedef struct data {
    hra_game *game;
    hra_eval eval;
    hra_evaluator judge;
    play *plays;
    group *groups;
    size_t play_count, group_count, play_room, group_room;
    hra_rng rng;
} data;

/* ---- positions ------------------------------------------------------------------------------*/

static void *more(void *old, size_t count, size_t *room, size_t size) {
    if (count + MOST < *room)
        return old;
    *room = 2 * *room + 4 * MOST;
    void *out = realloc(old, *room * size);
    if (!out)
        exit(1);
    return out;
}

static void split(const bg_chances *c, int seat, float *out) {
    out[BG_SIEVE_WINS] = (float)(seat == BG_WHITE ? 2 * c->wins - 1 : 1 - 2 * c->wins);
    out[BG_SIEVE_GAMMONS] = (float)(c->gammons[seat] + c->backgammons[seat]);
    out[BG_SIEVE_GAMMONED] = (float)(c->gammons[!seat] + c->backgammons[!seat]);
}

static float joined(const float *value, const double *prices) {
    return value[BG_SIEVE_WINS] + (float)prices[0] * value[BG_SIEVE_GAMMONS] -
           (float)prices[1] * value[BG_SIEVE_GAMMONED];
}

/* The plays of a throw with their values; the group is kept where there is something to choose. Returns how many. */
static int judge_plays(data *d, const bg_state *thrown, bool keep, bg_state *states, float *values) {
    static const double money[] = {1, 1};
    static float parts[BG_MAX_PLAYS][OUTS];
    static bg_chances chances[BG_MAX_PLAYS];
    static hra_move moves[BG_MAX_PLAYS];
    const int n = hra_game_moves(d->game, thrown, moves), seat = thrown->turn;
    for (int i = 0; i < n; i++) {
        states[i] = *thrown;
        d->game->rules->apply(d->game, &states[i], moves[i]);
        if (states[i].phase != BG_PLAYING)
            keep = false;
    }
    if (states[0].phase != BG_PLAYING)
        return 0;
    bg_eval_many(d->judge.self, d->judge.scratch, states, n, false, chances);
    for (int i = 0; i < n; i++) {
        split(&chances[i], seat, parts[i]);
        values[i] = joined(parts[i], money);
    }
    if (keep && n >= LEAST && n <= MOST && bg_in_contact(&thrown->board)) {
        d->plays = more(d->plays, d->play_count, &d->play_room, sizeof *d->plays);
        d->groups = more(d->groups, d->group_count, &d->group_room, sizeof *d->groups);
        d->groups[d->group_count++] = (group){d->play_count, n, (uint8_t)seat};
        for (int i = 0; i < n; i++) {
            play *p = &d->plays[d->play_count++];
            p->board = states[i].board;
            memcpy(p->value, parts[i], sizeof p->value);
        }
    }
    return n;
}

/* A play at random, or the best, or in a third of the cases one of those that are not much worse. */
static int choose(data *d, const float *values, int n, bool wild) {
    int best = 0, near = 0;
    for (int i = 1; i < n; i++)
        best = values[i] > values[best] ? i : best;
    if (wild)
        return (int)hra_rng_below(&d->rng, (uint32_t)n);
    if (hra_rng_below(&d->rng, 3) != 0)
        return best;
    for (int i = 0; i < n; i++)
        near += values[i] > values[best] - NEAR;
    int taken = (int)hra_rng_below(&d->rng, (uint32_t)near), at = -1;
    while (taken >= 0)
        taken -= values[++at] > values[best] - NEAR;
    return at;
}

static void play_game(data *d) {
    static bg_state states[BG_MAX_PLAYS];
    static float values[BG_MAX_PLAYS];
    hra_move moves[BG_THROWS];
    double probability[BG_THROWS];
    int wild = (int)hra_rng_below(&d->rng, 7);
    bg_state s;
    d->game->rules->init(d->game, &s);
    while (s.phase <= BG_PLAYING && s.phase != BG_ENDED) {
        bg_state thrown;
        for (int i = 0; i < THROWS; i++) {
            thrown = s;
            d->game->rules->apply(d->game, &thrown,
                                  hra_game_sample(d->game, &s, &d->rng, moves, probability));
            const int n = judge_plays(d, &thrown, true, states, values);
            if (n == 0)
                return;
            if (i + 1 == THROWS)
                s = states[choose(d, values, n, wild-- > 0)];
        }
    }
}

/* ---- learning -------------------------------------------------------------------------------*/

typedef struct net {
    float row[ROWS][UNITS], bias[UNITS], out[OUTS][UNITS];
} net;

typedef struct learner {
    net at, mean, square, slope;
    uint64_t steps;
} learner;

typedef struct seen {
    int count, rows[2 * BG_CHECKERS + 4];
    float unit[UNITS], value[OUTS];
} seen;

static void look(const net *n, const bg_board *b, int seat, seen *s) {
    float sum[UNITS];
    s->count = bg_sieve_rows(b, seat, s->rows);
    memcpy(sum, n->bias, sizeof sum);
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < UNITS; k++)
            sum[k] += n->row[s->rows[i]][k];
    for (int k = 0; k < UNITS; k++)
        s->unit[k] = sum[k] < 0 ? 0 : sum[k] > 1 ? 1 : sum[k];
    for (int o = 0; o < OUTS; o++) {
        s->value[o] = 0;
        for (int k = 0; k < UNITS; k++)
            s->value[o] += s->unit[k] * n->out[o][k];
    }
}

/* Of a group, with prices of gammons that are drawn: of money game, of a game in which gammons do not count, or others. Those that
 * are near the best count more. */
static void draw_prices(hra_rng *rng, double *prices) {
    const uint32_t kind = hra_rng_below(rng, 3);
    for (int i = 0; i < 2; i++)
        prices[i] = kind < 2 ? kind : 1.5 * hra_rng_uniform(rng);
}

/* How each unit should change, for the error of one play. */
static void add_slopes(learner *l, const seen *s, float error, const double *prices) {
    const float share[OUTS] = {error, error * (float)prices[0], -error * (float)prices[1]};
    float slope[UNITS] = {0};
    for (int o = 0; o < OUTS; o++)
        for (int k = 0; k < UNITS; k++) {
            slope[k] += share[o] * l->at.out[o][k];
            l->slope.out[o][k] += share[o] * s->unit[k];
        }
    for (int k = 0; k < UNITS; k++) {
        slope[k] = s->unit[k] > 0 && s->unit[k] < 1 ? slope[k] : 0;
        l->slope.bias[k] += slope[k];
    }
    for (int r = 0; r < s->count; r++)
        for (int k = 0; k < UNITS; k++)
            l->slope.row[s->rows[r]][k] += slope[k];
}

static void learn_from(learner *l, data *d, const group *g) {
    static seen looked[MOST];
    float best = -INFINITY, wanted[MOST], weight[MOST], sum = 0, mean = 0, said = 0;
    double prices[2];
    draw_prices(&d->rng, prices);
    for (int i = 0; i < g->count; i++) {
        wanted[i] = joined(d->plays[g->first + (size_t)i].value, prices);
        best = fmaxf(best, wanted[i]);
    }
    for (int i = 0; i < g->count; i++) {
        const float gap = (best - wanted[i]) / 0.12F;
        look(&l->at, &d->plays[g->first + (size_t)i].board, g->seat, &looked[i]);
        weight[i] = 1 / (1 + gap * gap);
        sum += weight[i];
        mean += weight[i] * wanted[i];
        said += weight[i] * joined(looked[i].value, prices);
    }
    for (int i = 0; i < g->count; i++)
        add_slopes(l, &looked[i],
                   weight[i] / sum *
                       ((wanted[i] - mean / sum) - (joined(looked[i].value, prices) - said / sum)),
                   prices);
}

static void step(learner *l, float rate) {
    float *at = (float *)&l->at, *mean = (float *)&l->mean, *square = (float *)&l->square,
          *slope = (float *)&l->slope;
    l->steps++;
    const float warm = 1 - powf(0.9F, (float)l->steps), warm_square = 1 - powf(0.999F, (float)l->steps);
    for (size_t i = 0; i < sizeof(net) / sizeof(float); i++) {
        mean[i] = 0.9F * mean[i] + 0.1F * slope[i];
        square[i] = 0.999F * square[i] + 0.001F * slope[i] * slope[i];
        at[i] += rate * (mean[i] / warm) / (sqrtf(square[i] / warm_square) + 1e-8F);
        at[i] = fminf(fmaxf(at[i], -BG_SIEVE_LIMIT), BG_SIEVE_LIMIT);
        slope[i] = 0;
    }
}

static void begin(learner *l, hra_rng *rng) {
    memset(l, 0, sizeof *l);
    for (int r = 0; r < ROWS; r++)
        for (int k = 0; k < UNITS; k++)
            l->at.row[r][k] = (float)(hra_rng_uniform(rng) - 0.5) * 0.1F;
    for (int k = 0; k < UNITS; k++) {
        l->at.bias[k] = 0.5F;
        for (int o = 0; o < OUTS; o++)
            l->at.out[o][k] = (float)(2 * hra_rng_uniform(rng) - 1);
    }
}

/* ---- telling --------------------------------------------------------------------------------*/

static int quantum(float x, float scale) {
    return (int)lrintf(x * scale);
}

static bg_sieve quantised(const net *n) {
    static bg_sieve s;
    for (int k = 0; k < UNITS; k++) {
        for (int r = 0; r < ROWS; r++)
            s.row[r][k] = (int16_t)quantum(n->row[r][k], BG_SIEVE_ONE);
        s.bias[k] = (int16_t)quantum(n->bias[k], BG_SIEVE_ONE);
        for (int o = 0; o < OUTS; o++)
            s.out[o][k] = (int16_t)quantum(n->out[o][k], 1024);
    }
    return s;
}

enum { ROWS_TOLD = 8 };
static const int kept[ROWS_TOLD] = {4, 5, 6, 7, 8, 10, 12, 16};

/* How many plays of a group the sieve puts before this one. */
static int place_of(const double *score, int count, int i) {
    int before = 0;
    for (int k = 0; k < count; k++)
        before += score[k] > score[i] || (score[k] == score[i] && k < i);
    return before;
}

static void tell_losses(const data *d, const bg_sieve *sieve, const double *prices) {
    double loss[ROWS_TOLD] = {0};
    long groups = 0, worse[ROWS_TOLD] = {0};
    for (size_t i = 0; i < d->group_count; i += HELD_OUT, groups++) {
        const group *g = &d->groups[i];
        double score[MOST];
        float best = -INFINITY, most[ROWS_TOLD];
        for (int k = 0; k < ROWS_TOLD; k++)
            most[k] = -INFINITY;
        for (int k = 0; k < g->count; k++)
            score[k] = bg_sieve_score(sieve, &d->plays[g->first + (size_t)k].board, g->seat, prices);
        for (int k = 0; k < g->count; k++) {
            const float value = joined(d->plays[g->first + (size_t)k].value, prices);
            const int place = place_of(score, g->count, k);
            best = fmaxf(best, value);
            for (int r = 0; r < ROWS_TOLD; r++)
                most[r] = place < kept[r] ? fmaxf(most[r], value) : most[r];
        }
        for (int r = 0; r < ROWS_TOLD; r++) {
            loss[r] += (double)(best - most[r]);
            worse[r] += most[r] < best;
        }
    }
    fprintf(stderr, "gammons cost %.1f\n", prices[0]);
    for (int r = 0; r < ROWS_TOLD; r++)
        fprintf(stderr, "%2d plays kept: loss %.5f, another one best %.1f %%\n", kept[r],
                loss[r] / (double)groups, 100.0 * (double)worse[r] / (double)groups);
}

static void print_rows(const char *name, const int16_t *rows, int count) {
    printf("    .%s =\n        {\n", name);
    for (int i = 0; i < count; i += UNITS) {
        printf("            ");
        for (int k = 0; k < UNITS; k++)
            printf("%s%d", k ? ", " : count > UNITS ? "{" : "", rows[i + k]);
        printf("%s,\n", count > UNITS ? "}" : "");
    }
    printf("        },\n");
}

static int train(data *d, int games, int passes) {
    static learner l;
    for (int i = 0; i < games; i++)
        play_game(d);
    fprintf(stderr, "%zu groups, %zu plays\n", d->group_count, d->play_count);
    begin(&l, &d->rng);
    const size_t all = (size_t)passes * d->group_count;
    for (size_t done = 0; done < all; done++) {
        const size_t at = (size_t)hra_rng_below(&d->rng, (uint32_t)d->group_count);
        if (at % HELD_OUT != 0)
            learn_from(&l, d, &d->groups[at]);
        if (done % TOGETHER == TOGETHER - 1)
            step(&l, 0.004F * (1 - (float)done / (float)all));
    }
    const bg_sieve s = quantised(&l.at);
    tell_losses(d, &s, (const double[]){1, 1});
    tell_losses(d, &s, (const double[]){0, 0});
    printf("/* Printed by bench/backgammon.c. */\n#include \"games/backgammon/play/sieve.h\"\n\n"
           "/* clang-format off */\nconst bg_sieve bg_sieve_built_in = {\n");
    print_rows("bias", s.bias, UNITS);
    print_rows("out", &s.out[0][0], OUTS * UNITS);
    print_rows("row", &s.row[0][0], ROWS * UNITS);
    printf("};\n");
    return 0;
}

/* ---- the cost -------------------------------------------------------------------------------*/

static hra_agent *open_agent(const hra_game *game, const char *options, const char *plies) {
    char spec[HRA_SPEC_LENGTH];
    hra_agent *agent;
    (void)hra_snprintf(spec, sizeof spec, "expert:plies=%s,%s", plies, options);
    if (hra_agent_open_spec(&agent, game, spec, NULL) != 0)
        exit(1);
    return agent;
}

/* Of decisions: what moves of one player lose by the values of another, and how far the values of both are apart, in points of the
 * cube. */
typedef struct losses {
    hra_agent *own, *judge;
    int count, others; /* decisions; those with a move that loses */
    double sum, squares, apart, most_apart;
    long values;
} losses;

static void add_loss(losses *l, const hra_game *game, const bg_state *s) {
    static hra_analysis own, all;
    const hra_question question = {.state = s};
    const int seat = game->rules->to_move(game, s);
    const double stakes = game->rules->conduct->stakes(game, s);
    double chosen = 0, best = -INFINITY;
    hra_analysis_init(&own);
    hra_analysis_init(&all);
    if (hra_agent_ask(l->own, &question, &own) != 0 || hra_agent_ask(l->judge, &question, &all) != 0)
        exit(1);
    for (int i = 0; i < all.move_count; i++) {
        chosen = all.moves[i].move == own.move ? all.moves[i].value[seat] : chosen;
        best = fmax(best, all.moves[i].value[seat]);
        for (int k = 0; k < own.move_count; k++)
            if (own.moves[k].move == all.moves[i].move) {
                const double apart = fabs(own.moves[k].value[seat] - all.moves[i].value[seat]) / stakes;
                l->apart += apart;
                l->most_apart = fmax(l->most_apart, apart);
                l->values++;
            }
    }
    hra_analysis_release(&own);
    hra_analysis_release(&all);
    const double loss = (best - chosen) / stakes;
    l->sum += loss;
    l->squares += loss * loss;
    l->others += loss > 0;
    l->count++;
}

static int measure(data *d, const hra_game *game, losses *l, const char *plies, int positions) {
    hra_agent *quick = open_agent(game, "prune=yes", "0");
    hra_move moves[BG_MAX_PLAYS];
    double probability[BG_MAX_PLAYS];
    while (l->count < positions) {
        bg_state s;
        int wild = (int)hra_rng_below(&d->rng, 7);
        game->rules->init(game, &s);
        for (int mover; l->count < positions && (mover = game->rules->to_move(game, &s)) != HRA_OVER;) {
            const hra_question question = {.state = &s};
            hra_move m;
            if (mover == HRA_CHANCE)
                m = hra_game_sample(game, &s, &d->rng, moves, probability);
            else if (hra_game_moves(game, &s, moves) > 1 && s.high && wild-- > 0)
                m = moves[hra_rng_below(&d->rng, (uint32_t)hra_game_moves(game, &s, moves))];
            else if (hra_agent_choose(quick, &question, &m) != 0)
                return 1;
            if (mover != HRA_CHANCE && hra_game_moves(game, &s, moves) > 1 && hra_rng_below(&d->rng, 8) == 0)
                add_loss(l, game, &s);
            game->rules->apply(game, &s, m);
        }
    }
    const double mean = l->sum / l->count;
    printf("%d decisions, %s plies: loss %.6f +- %.6f a decision, another move in %.1f %%; values %.6f "
           "apart, at most %.6f\n",
           l->count, plies, mean, sqrt((l->squares / l->count - mean * mean) / l->count),
           100.0 * l->others / l->count, l->apart / (double)l->values, l->most_apart);
    hra_agent_close(l->own);
    hra_agent_close(l->judge);
    hra_agent_close(quick);
    return 0;
}

static int cost(data *d, const char *spec, const char *plies, int positions) {
    hra_game *game;
    if (hra_game_open(&game, NULL, spec, NULL) != 0)
        return 1;
    losses l = {.own = open_agent(game, "prune=yes", plies), .judge = open_agent(game, "prune=no", plies)};
    return measure(d, game, &l, plies, positions);
}

static int against(data *d, const char *file, const char *plies, int positions) {
    char judge[HRA_SPEC_LENGTH];
    hra_game *game;
    (void)hra_snprintf(judge, sizeof judge, "prune=no,file=%s", file);
    if (hra_game_open(&game, &host, "backgammon", NULL) != 0)
        return 1;
    losses l = {.own = open_agent(game, "prune=no", plies), .judge = open_agent(game, judge, plies)};
    return measure(d, game, &l, plies, positions);
}

static int quantise(const char *file, const char *spec) {
    hra_game *game;
    hra_learnt learnt;
    hra_error why = {0};
    hra_text out;
    hra_text_init(&out);
    hra_err err = hra_game_open(&game, &host, spec, &why);
    if (!err)
        err = hra_learnt_open(&learnt, game, file, "quantise", &why);
    if (!err)
        err = hra_net_quantise(&learnt.net, hra_learnt_group(&learnt), &why);
    if (!err)
        err = hra_learnt_write(&learnt, NULL, &out);
    if (err || fwrite(out.data, 1, out.length, stdout) != out.length)
        fprintf(stderr, "%s\n", why.text);
    return err ? 1 : 0;
}

/* ---- speed ----------------------------------------------------------------------------------*/

/* Processor time: others may be at work on this machine. */
static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The plays of all throws of some games, alone and together, in the order in which a search meets them. */
static int evaluate(data *d) {
    enum { GAMES = 20, ROUNDS = 3 };
    for (int i = 0; i < GAMES; i++)
        play_game(d);
    bg_state *states = calloc(d->play_count, sizeof *states);
    bg_chances *out = calloc(d->play_count, sizeof *out);
    double alone = INFINITY, together = INFINITY, sum = 0;
    if (!states || !out)
        return 1;
    for (size_t i = 0, g = 0; i < d->play_count; i++) {
        g += g + 1 < d->group_count && d->groups[g + 1].first == i;
        states[i] = (bg_state){.board = d->plays[i].board, .turn = !d->groups[g].seat, .phase = BG_PLAYING};
    }
    for (int round = 0; round < ROUNDS; round++) {
        const double begun = seconds();
        for (size_t i = 0; i < d->play_count; i++)
            bg_eval_chances(d->judge.self, d->judge.scratch, &states[i], &out[i]);
        const double between = seconds();
        bg_eval_many(d->judge.self, d->judge.scratch, states, (int)d->play_count, false, out);
        alone = fmin(alone, between - begun);
        together = fmin(together, seconds() - between);
    }
    for (size_t i = 0; i < d->play_count; i++)
        sum += out[i].wins;
    printf("%zu positions, mean %.6f: %.3f million a second alone, %.3f together\n", d->play_count,
           sum / (double)d->play_count, 1e-6 * (double)d->play_count / alone,
           1e-6 * (double)d->play_count / together);
    free(states);
    free(out);
    return 0;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "evaluate";
    static data d;
    hra_rng_init(&d.rng, 1);
    if (strcmp(what, "quantise") == 0 && argc > 2)
        return quantise(argv[2], argc > 3 ? argv[3] : "backgammon");
    if (strcmp(what, "cost") == 0 || (strcmp(what, "against") == 0 && argc > 2)) {
        hra_rng_init(&d.rng, 2);
        return (*what == 'c' ? cost : against)(&d, argc > 2 ? argv[2] : "backgammon",
                                               argc > 3 ? argv[3] : "2",
                                               argc > 4 ? (int)strtol(argv[4], NULL, 10) : 2000);
    }
    if ((strcmp(what, "train") != 0 && strcmp(what, "evaluate") != 0) ||
        hra_game_open(&d.game, NULL, "backgammon", NULL) || hra_eval_open(&d.eval, d.game, "equity", NULL) ||
        hra_evaluator_open(&d.judge, &d.eval)) {
        fprintf(
            stderr,
            "usage: bench-backgammon evaluate | cost [SPEC [PLIES [POSITIONS]]] | train [GAMES [PASSES]]\n"
            "       bench-backgammon quantise FILE [SPEC] | against FILE [PLIES [POSITIONS]]\n");
        return 2;
    }
    return strcmp(what, "evaluate") == 0 ? evaluate(&d)
                                         : train(&d, argc > 2 ? (int)strtol(argv[2], NULL, 10) : 2500,
                                                 argc > 3 ? (int)strtol(argv[3], NULL, 10) : 14);
}
