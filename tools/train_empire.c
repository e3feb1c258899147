/* Learns the weights of empire (src/games/empire/play/weights.c) from plays of the judge against itself.
 *
 *     build/tools/train_empire --seats 2 --generations 8 --games 6000 --out src/games/empire/play/weights.c
 *
 * A generation is a number of plays in which every seat takes the turn that the weights so far judge
 * best, with some noise, and then some passes of logistic regression (softmax of the seats' strengths;
 * AdamW without decay, src/nets) over the ends of turns of the last generations. What is to be
 * predicted is the result, mixed with what was judged a turn later (TD(lambda), Sutton 1988). One play in
 * sixteen is held out and never learnt from. The weights for other numbers of seats are copied. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/thread.h"
#include "games/empire/play/candidates.h"
#include "hra/hra.h"
#include "pupil.h"

enum { BEAM = 8, KEEP = 12, KEPT_GENERATIONS = 4, EPOCHS = 3, BATCH = 64 };

#define LAMBDA 0.85F
#define RATE 0.01

/* The end of a turn: what each seat has, and what was to be predicted. */
typedef struct sample {
    em_feature feature[EM_SEATS][EM_MOST_FEATURES];
    uint8_t count[EM_SEATS], left[EM_SEATS], apart;
    float share[EM_SEATS], target[EM_SEATS];
} sample;

typedef struct trainer {
    hra_game *game;
    int seats, games, generations, threads;
    uint64_t seed, played;
    const char *out;
    pupil pupil; /* says a strength; has a weight for each feature at each knot */
    em_judge judge;
    sample *samples; /* of the last plays, each with so many turns, in a ring */
    size_t turns, kept;
    hra_blocks blocks; /* of plays, to threads */
} trainer;

static const hra_net_shape shape = {EM_KNOTS * EM_FEATURES, 1, {1}, {HRA_NET_LINEAR}};

static float *weight(const trainer *t, int knot, int feature) {
    const hra_net *net = &t->pupil.net;
    return net->weights + net->layer[0].rows + (knot * EM_FEATURES + feature) * net->layer[0].stride;
}

static void set_judge(trainer *t) {
    int16_t rounded[EM_KNOTS][EM_FEATURES];
    for (int k = 0; k < EM_KNOTS; k++)
        for (int f = 0; f < EM_FEATURES; f++)
            rounded[k][f] = (int16_t)lroundf(100 * *weight(t, k, f));
    em_judge_open(&t->judge, em_of(t->game), (const int16_t(*)[EM_FEATURES])rounded);
}

/* ---- plays ------------------------------------------------------------------------------------*/

static float noise(hra_rng *rng) {
    return -logf(-logf((float)(hra_rng_unit(rng) * 0.999998 + 1e-6)));
}

/* Takes the turn that is judged best, apart from the noise; leaves the state before the end of the turn. */
static void take_turn(const trainer *t, em_candidates *found, em_state *s, float heat, hra_rng *rng) {
    const hra_rules *rules = t->game->rules;
    hra_move cards[EM_ROW + 1];
    em_turn best = {.length = 0};
    float most = 0;
    int n = rules->moves(t->game, s, cards);
    for (int i = 0; i < n; i++) {
        em_state after = *s;
        em_turn turn = {.length = 0};
        em_turn_add(&turn, cards[i]);
        rules->apply(t->game, &after, cards[i]);
        em_candidates_find(t->game, &t->judge, &after, &turn, BEAM, heat > 0 ? KEEP : 1, found);
        for (int k = 0; k < found->count; k++) {
            float value = found->list[k].logit + heat * noise(rng);
            if (best.length == 0 || value > most) {
                most = value;
                best = found->list[k].turn;
            }
        }
    }
    for (int i = 0; i + 1 < best.length; i++)
        rules->apply(t->game, s, best.move[i]);
}

static void remember(const trainer *t, const em_state *s, sample *out) {
    em_judged base;
    float strength[EM_SEATS];
    em_judge_base(&t->judge, s, &base);
    em_judge_after(&t->judge, &base, s, 0, strength);
    memset(out, 0, sizeof *out);
    em_shares(strength, t->seats, out->share);
    if (base.last)
        em_final_shares(em_of(t->game), s, out->share);
    for (int seat = 0; seat < t->seats; seat++) {
        out->left[seat] = (uint8_t)base.left[seat];
        out->count[seat] = (uint8_t)em_judge_features(&t->judge, &base, s, seat, out->feature[seat]);
    }
}

static void play(trainer *t, em_candidates *found, uint64_t number) {
    const hra_rules *rules = t->game->rules;
    hra_rng rng;
    em_state s;
    sample *line = t->samples + number % t->kept * t->turns;
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES];
    int turns = 0;
    hra_rng_init_stream(&rng, t->seed, number, 0, 0);
    rules->init(t->game, &s);
    float heat = number % 4 == 0 ? 1 : number % 4 == 1 ? 0.1F : 0.3F;
    while (rules->to_move(t->game, &s) != HRA_OVER) {
        int mover = rules->to_move(t->game, &s);
        if (mover == HRA_CHANCE) {
            rules->apply(t->game, &s, hra_game_sample(t->game, &s, &rng, list, probability));
        } else if (em_in_turn(&s)) {
            take_turn(t, found, &s, heat, &rng);
            remember(t, &s, &line[turns]);
            line[turns++].apart = number % 16 == 0;
            rules->apply(t->game, &s, em_move(EM_MOVE_END, 0, 0));
        } else {
            int n = rules->moves(t->game, &s, list);
            rules->apply(t->game, &s, list[hra_rng_below(&rng, (uint32_t)n)]);
        }
    }
    for (int i = turns - 1; i >= 0; i--)
        for (int seat = 0; seat < t->seats; seat++)
            line[i].target[seat] =
                i == turns - 1 ? line[i].share[seat]
                               : (1 - LAMBDA) * line[i + 1].share[seat] + LAMBDA * line[i + 1].target[seat];
}

static hra_err play_some(void *self, int worker) {
    trainer *t = self;
    em_candidates found;
    uint64_t from, to;
    (void)worker;
    while (hra_blocks_take(&t->blocks, &from, &to))
        play(t, &found, t->played + from);
    return HRA_OK;
}

static void play_all(trainer *t) {
    hra_blocks_init(&t->blocks, (uint64_t)t->games, 1);
    (void)hra_workers_run(t->threads, play_some, t);
    t->played += (uint64_t)t->games;
}

/* ---- learning -----------------------------------------------------------------------------------*/

static int knot_below(int left) {
    int k = 0;
    while (k < EM_KNOTS - 2 && left > em_knots[k + 1])
        k++;
    return k;
}

static float part_of(int left, int k) {
    return (float)(left - em_knots[k]) / (float)(em_knots[k + 1] - em_knots[k]);
}

/* What a seat has, as features of the net: each at the knots before and behind. */
static int look(const sample *s, int seat, hra_feature *out) {
    const int k = knot_below(s->left[seat]), n = 2 * s->count[seat];
    const float part = part_of(s->left[seat], k);
    for (int i = 0; i < n; i++) {
        em_feature f = s->feature[seat][i / 2];
        out[i] = (hra_feature){(uint32_t)((k + i % 2) * EM_FEATURES + f.index),
                               (float)f.number * (i % 2 ? part : 1 - part)};
    }
    return n;
}

static void learn(trainer *t, const sample *s, double done) {
    hra_feature seen[EM_SEATS][2 * EM_MOST_FEATURES];
    float strength[EM_SEATS] = {0}, share[EM_SEATS];
    double loss = 0;
    int n[EM_SEATS];
    for (int seat = 0; seat < t->seats; seat++) {
        n[seat] = look(s, seat, seen[seat]);
        strength[seat] = *hra_net_forward(&t->pupil.work, seen[seat], n[seat]);
    }
    em_shares(strength, t->seats, share);
    for (int seat = 0; seat < t->seats; seat++)
        loss -= (double)s->target[seat] * log((double)share[seat] + 1e-9);
    if (!pupil_count(&t->pupil, s->apart, loss))
        return;
    for (int seat = 0; seat < t->seats; seat++)
        pupil_add(&t->pupil, seen[seat], n[seat], s->target[seat] - share[seat]);
    pupil_step(&t->pupil, done);
}

static void learn_all(trainer *t, int generation) {
    const size_t count = (t->played < t->kept ? t->played : t->kept) * t->turns;
    hra_rng rng;
    hra_rng_init_stream(&rng, t->seed, t->played, 0, 1);
    pupil_begin(&t->pupil, RATE);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        pupil_begin_pass(&t->pupil);
        for (size_t i = 0; i < count; i++) {
            double done = (epoch + (double)i / (double)count) / EPOCHS;
            learn(t, &t->samples[hra_rng_below(&rng, (uint32_t)count)], done);
        }
        printf("generation %d: %zu positions, learnt %.4f, apart %.4f\n", generation, count,
               pupil_loss(&t->pupil, false), pupil_loss(&t->pupil, true));
        (void)fflush(stdout);
    }
}

/* ---- the file -------------------------------------------------------------------------------------*/

static int save(const trainer *t) {
    FILE *file = fopen(t->out, "w");
    if (!file)
        return 1;
    (void)fprintf(file, "/* The weights of the judge of empire; made by tools/train_empire. */\n"
                        "/* clang-format off */\n#include \"judge.h\"\n\n"
                        "const int16_t em_weights[EM_SEATS - 1][EM_KNOTS][EM_FEATURES] = {\n");
    for (int n = 2; n <= EM_SEATS; n++)
        for (int k = 0; k < EM_KNOTS; k++) {
            (void)fprintf(file, "%s", k ? " {" : "{{");
            for (int f = 0; f < EM_FEATURES; f++)
                (void)fprintf(file, "%s%d",
                              f % 20 ? ","
                              : f    ? ",\n  "
                                     : "",
                              n == t->seats ? (int)lroundf(100 * *weight(t, k, f)) : em_weights[n - 2][k][f]);
            (void)fprintf(file, "%s\n", k == EM_KNOTS - 1 ? "}}," : "},");
        }
    (void)fprintf(file, "};\n");
    return fclose(file) != 0;
}

/* What is known before anything is learnt: points count, and they count more late in the game. */
static void begin_with_points(trainer *t) {
    for (int k = 0; k < EM_KNOTS; k++) {
        float point = 1.0F / (float)(1 + k);
        *weight(t, k, EM_F_HELD) = *weight(t, k, EM_F_POINTS) = *weight(t, k, EM_F_CONTINENT + 3) =
            *weight(t, k, EM_F_CONTINENT + 4) = point;
        for (int coins = 0; coins < 15; coins++)
            *weight(t, k, EM_F_COINS + coins) = 0.05F * (float)coins;
    }
}

static void read_arguments(trainer *t, int argc, char **argv, const char **map, bool *fresh) {
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *name = argv[i], *value = argv[i + 1];
        if (strcmp(name, "--seats") == 0)
            t->seats = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--games") == 0)
            t->games = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--generations") == 0)
            t->generations = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--seed") == 0)
            t->seed = strtoull(value, NULL, 10);
        else if (strcmp(name, "--threads") == 0)
            t->threads = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--map") == 0)
            *map = value;
        else if (strcmp(name, "--fresh") == 0)
            *fresh = strcmp(value, "yes") == 0;
        else if (strcmp(name, "--out") == 0)
            t->out = value;
    }
}

int main(int argc, char **argv) {
    trainer *t = calloc(1, sizeof *t);
    char spec[64];
    const char *map = "a";
    hra_error why;
    bool fresh = false;
    if (!t)
        return 1;
    *t = (trainer){.seats = 2,
                   .games = 4000,
                   .generations = 8,
                   .seed = 1,
                   .out = "weights.c",
                   .threads = hra_processors()};
    read_arguments(t, argc, argv, &map, &fresh);
    (void)snprintf(spec, sizeof spec, "empire:seats=%d,map=%s", t->seats, map);
    const hra_host files = {.size = sizeof files, .read = hra_host_read_file};
    if (hra_game_open(&t->game, &files, spec, &why) != 0) {
        (void)fprintf(stderr, "train_empire: %s\n", why.text);
        return 2;
    }
    t->turns = (size_t)(t->seats * em_of(t->game)->setup.cards);
    t->kept = (size_t)t->games * KEPT_GENERATIONS;
    t->samples = malloc(t->kept * t->turns * sizeof *t->samples);
    if (!t->samples || !pupil_open(&t->pupil, &shape, BATCH))
        return 1;
    begin_with_points(t);
    for (int k = 0; k < EM_KNOTS && !fresh; k++)
        for (int f = 0; f < EM_FEATURES; f++)
            *weight(t, k, f) = (float)em_weights[t->seats - 2][k][f] / 100;
    for (int g = 0; g < t->generations; g++) {
        set_judge(t);
        play_all(t);
        learn_all(t, g);
        if (save(t)) {
            (void)fprintf(stderr, "train_empire: %s cannot be written\n", t->out);
            return 2;
        }
    }
    hra_game_close(t->game);
    pupil_close(&t->pupil);
    free(t->samples);
    free(t);
    return 0;
}
