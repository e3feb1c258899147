/* The methods `td`, `tdleaf`, `sarsa`, `q` and `mc`: games are played by what was learnt, and learnt from
 * step by step while they are played; in rounds of several they are played by all threads, then learnt from
 * one behind the other. `mc` learns from a game when it is over.
 *
 * R. Sutton, "Learning to predict by the methods of temporal differences", 1988; G. Tesauro, "Practical
 * issues in temporal difference learning", 1992; C. Watkins, "Learning from delayed rewards", 1989; G.
 * Rummery and M. Niranjan, "On-line Q-learning using connectionist systems", 1994; J. Baxter, A. Tridgell and
 * L. Weaver, "TDLeaf(lambda): combining temporal difference learning with game-tree search", 1998. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "learn/learner.h"
#include "learn/td.h"
#include "rules/options.h"

enum { START_STREAM = 66, MOST_ROUND = 100000, MOST_PLIES = 1000000 };

typedef struct self_play {
    hra_temporal temporal;
    hra_learn_seats seats; /* but for the agents */
    unsigned allowed;      /* where sarsa and q may sit */
    hra_player *opponent;
    int round;
    hra_trail *trails;     /* of a round */
    hra_trail_work *works; /* one a thread, and as many agents of the opponent */
    hra_agent **agents;
    int depth;            /* decisions that tdleaf looks ahead; 0: it is another method */
    hra_lookahead *ahead; /* one a thread */
} self_play;

/* ---- options --------------------------------------------------------------------------------*/

#define FORM                                                                                                 \
    {                                                                                                        \
        .name = "representation", .type = HRA_OPTION_CHOICE, .choices = "table|linear|net",                  \
        .help = N_("how values are represented (default: by game)")                                          \
    }

#define LEARNING                                                                                             \
    {.name = "hidden",                                                                                       \
     .type = HRA_OPTION_TEXT,                                                                                \
     .fallback = "40",                                                                                       \
     .choices = "N|NxN...",                                                                                  \
     .help = N_("neurons per hidden layer of a net, such as 40 or 80x40 (0: none)")},                        \
        {.name = "learning-rate",                                                                            \
         .type = HRA_OPTION_REAL,                                                                            \
         .fallback = "0.1",                                                                                  \
         .min = 0,                                                                                           \
         .max = 10,                                                                                          \
         .help = N_("step size alpha of each update")},                                                      \
        {.name = "decay-games",                                                                              \
         .type = HRA_OPTION_REAL,                                                                            \
         .fallback = "0",                                                                                    \
         .min = 0,                                                                                           \
         .max = 1e15,                                                                                        \
         .help = N_("divide the learning rate by 1 + games/N (0: constant)")},                               \
        {.name = "discount",                                                                                 \
         .type = HRA_OPTION_REAL,                                                                            \
         .fallback = "1",                                                                                    \
         .min = 0,                                                                                           \
         .max = 1,                                                                                           \
         .help = N_("discount factor gamma per decision")},                                                  \
        {.name = "epsilon",                                                                                  \
         .type = HRA_OPTION_REAL,                                                                            \
         .min = 0,                                                                                           \
         .max = 1,                                                                                           \
         .help = N_("probability of a random move (default: by game)")},                                     \
        {.name = "games-per-iteration",                                                                      \
         .type = HRA_OPTION_INT,                                                                             \
         .fallback = "1",                                                                                    \
         .min = 1,                                                                                           \
         .max = MOST_ROUND,                                                                                  \
         .help = N_("games between two updates")},                                                           \
    {                                                                                                        \
        .name = "max-plies", .type = HRA_OPTION_INT, .fallback = "2000", .min = 1, .max = MOST_PLIES,        \
        .help = N_("stop games longer than N plies")                                                         \
    }

#define TRACES                                                                                               \
    {                                                                                                        \
        .name = "lambda", .type = HRA_OPTION_REAL, .fallback = "0", .min = 0, .max = 1,                      \
        .help = N_("trace decay: fraction of a step passed on to earlier positions")                         \
    }

#define OPPONENT                                                                                             \
    {                                                                                                        \
        .name = "opponent", .type = HRA_OPTION_SPEC,                                                         \
        .help = N_("player in the other seats; self: the trained one (default: by game)")                    \
    }

#define OPENING(fallback_)                                                                                   \
    {                                                                                                        \
        .name = "random-opening", .type = HRA_OPTION_INT, .fallback = fallback_, .min = 0,                   \
        .max = MOST_PLIES, .help = N_("start each game with 0 to N random moves")                            \
    }

static const hra_option td_options[] = {
    FORM,
    LEARNING,
    TRACES,
    {.name = "init",
     .type = HRA_OPTION_FILE,
     .help = N_("start from the net in this file; features new to it get weight 0")},
    OPENING("0"),
    {0},
};

static const hra_option tdleaf_options[] = {
    FORM,
    LEARNING,
    TRACES,
    {.name = "depth",
     .type = HRA_OPTION_INT,
     .fallback = "3",
     .min = 1,
     .max = 40,
     .help = N_("search depth in decisions; then quiescence search of loud moves")},
    OPENING("8"),
    {0},
};

static const hra_option q_options[] = {
    FORM, LEARNING, TRACES, OPPONENT, OPENING("0"), {0},
};

static const hra_option mc_options[] = {
    FORM, LEARNING, OPPONENT, OPENING("0"), {0},
};

/* ---- what follows from the game -------------------------------------------------------------*/

/* Of `representation`, by HRA_LEARNT_TABLE and the next two. */
static const char *const representations[] = {"table", "linear", "net"};

typedef struct candidates {
    hra_learnt_form first, second;
} candidates;

/* A table where positions can be counted, else the first that the game has, else a table. */
static hra_learnt_form form_of(const hra_game *game, bool small, candidates in_order) {
    const hra_learnt_form list[] = {in_order.first, in_order.second};
    const hra_rules_encoding *numbers = game->rules->encoding;
    for (int i = 0; i < 2 && !small; i++)
        if (list[i] == HRA_LEARNT_NET ? numbers->features != NULL : numbers->terms != NULL)
            return list[i];
    return HRA_LEARNT_TABLE;
}

static void follow_self(const hra_game *game, bool small, const hra_options *typed, candidates forms,
                        const char *option, hra_text *out) {
    const bool begun = hra_options_has(typed, "init") && hra_options_given(typed, "init");
    if (strcmp(option, "representation") == 0)
        hra_text_add(out, representations[begun ? HRA_LEARNT_NET : form_of(game, small, forms)]);
    else if (strcmp(option, "epsilon") == 0)
        hra_text_add(out, game->max_chances > 0 ? "0" : "0.1");
}

static void td_follows(const hra_game *game, bool small, const hra_options *typed, const char *option,
                       hra_text *out) {
    follow_self(game, small, typed, (candidates){HRA_LEARNT_NET, HRA_LEARNT_TERMS}, option, out);
}

static void tdleaf_follows(const hra_game *game, bool small, const hra_options *typed, const char *option,
                           hra_text *out) {
    follow_self(game, small, typed, (candidates){HRA_LEARNT_TERMS, HRA_LEARNT_NET}, option, out);
}

static void q_follows(const hra_game *game, bool small, const hra_options *typed, const char *option,
                      hra_text *out) {
    const char *usual = game->rules->catalogue->opponent;
    const candidates forms = {HRA_LEARNT_NET, HRA_LEARNT_TERMS};
    if (strcmp(option, "representation") == 0)
        hra_text_add(out, representations[form_of(game, small, forms)]);
    else if (strcmp(option, "epsilon") == 0)
        hra_text_add(out, "0.1");
    else if (strcmp(option, "opponent") == 0 && game->seats > 1)
        hra_text_add(out, usual ? usual : "self");
}

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err open_values(hra_learner *l, const hra_options *options, hra_error *why) {
    const hra_rules_encoding *numbers = l->game->rules->encoding;
    int hidden[HRA_NET_LAYERS], layers;
    hra_learnt_form form = l->method == &hra_learn_td                         ? HRA_LEARNT_NET
                           : l->method == &hra_learn_tdleaf || numbers->terms ? HRA_LEARNT_TERMS
                                                                              : HRA_LEARNT_TABLE;
    double unit;
    hra_rng rng;
    if (hra_options_text(options, "representation"))
        form = (hra_learnt_form)hra_options_choice(options, "representation");
    hra_err err = hra_learn_hidden(hra_options_text(options, "hidden"), hidden, &layers, why);
    if (!err)
        err = hra_learn_unit(l->game, &unit, why);
    if (!err)
        err = hra_learnt_init(&l->learnt, l->game, form, hidden, layers, unit, why);
    if (err || form == HRA_LEARNT_TABLE)
        return err;
    hra_rng_init_stream(&rng, l->seed, 0, 0, START_STREAM);
    if (form == HRA_LEARNT_NET && layers) /* a sum needs no luck to begin with */
        hra_net_randomise(&l->learnt.net, numbers->feature_room(l->game), &rng);
    return HRA_OK;
}

static hra_err open_from(hra_learner *l, const char *name, hra_error *why) {
    hra_text bytes;
    hra_text_init(&bytes);
    hra_err err = hra_game_read_file(l->game, name, N_("model"), HRA_LEARNT_BYTES, &bytes, why);
    if (!err)
        err = hra_learnt_begin(&l->learnt, l->game, name, hra_text_string(&bytes), bytes.length, why);
    hra_text_release(&bytes);
    return err;
}

static void close_self_play(hra_learner *l) {
    self_play *p = l->own;
    hra_temporal_release(&p->temporal);
    for (int i = 0; p->trails && i < p->round; i++)
        hra_trail_release(&p->trails[i]);
    for (int i = 0; p->works && i < l->threads; i++)
        hra_trail_work_release(&p->works[i]);
    for (int i = 0; p->agents && i < l->threads; i++)
        hra_agent_close(p->agents[i]);
    for (int i = 0; p->ahead && i < l->threads; i++)
        hra_lookahead_release(&p->ahead[i]);
    free(p->ahead);
    free(p->trails);
    free(p->works);
    free(p->agents);
    hra_player_close(p->opponent);
    free(p);
    l->own = NULL;
}

static hra_err open_threads(hra_learner *l, self_play *p, hra_error *why) {
    p->trails = calloc((size_t)p->round, sizeof *p->trails);
    p->works = calloc((size_t)l->threads, sizeof *p->works);
    p->agents = calloc((size_t)l->threads, sizeof *p->agents);
    p->ahead = calloc((size_t)l->threads, sizeof *p->ahead);
    hra_err err = p->trails && p->works && p->agents && p->ahead ? HRA_OK : HRA_ENOMEM;
    for (int i = 0; !err && i < p->round; i++)
        hra_trail_init(&p->trails[i], l->game);
    for (int i = 0; !err && i < l->threads; i++) {
        err = hra_trail_work_init(&p->works[i], &l->learnt);
        if (!err && p->opponent)
            err = hra_agent_open(&p->agents[i], p->opponent);
        if (!err && p->depth)
            err = hra_lookahead_init(&p->ahead[i], &l->learnt, NULL, p->depth);
    }
    if (!err)
        err = hra_temporal_init(&p->temporal, &l->learnt);
    return err == HRA_ENOMEM ? hra_no_memory(why) : err;
}

static hra_err open_seats(hra_learner *l, self_play *p, const hra_options *options, hra_error *why) {
    const hra_game *game = l->game;
    const char *usual = game->rules->catalogue->opponent;
    unsigned all = (1u << game->seats) - 1;
    bool dice = game->max_chances > 0;
    p->seats.seats = all;
    p->seats.plies = (int)hra_options_int(options, "max-plies");
    p->seats.opening = (int)hra_options_int(options, "random-opening");
    const char *named = hra_options_has(options, "opponent") ? hra_options_text(options, "opponent") : NULL;
    const bool self = named && strcmp(named, "self") == 0;
    p->allowed = !self && (usual || game->one_against_all) ? 1 : all;
    p->seats.explore = p->temporal.aim == HRA_AIM_SELF && dice ? 0 : 0.1;
    if (hra_options_given(options, "epsilon"))
        p->seats.explore = hra_options_real(options, "epsilon");
    if (p->temporal.aim == HRA_AIM_SELF || game->seats == 1 || self)
        return HRA_OK;
    return hra_player_open(&p->opponent, game, named ? named : usual ? usual : "random", l->data, NULL, why);
}

/* One that searches without a limit is looked at before the first game. */
static hra_err try_opponent(const hra_game *game, const hra_player *opponent, hra_error *why) {
    void *state = malloc(game->state_size);
    if (!state)
        return hra_no_memory(why);
    game->rules->init(game, state);
    hra_err err = hra_player_check_limits(opponent, &(hra_limits){0}, state, why);
    free(state);
    return err;
}

static hra_err open_self_play(hra_learner *l, const hra_options *options, hra_temporal_aim aim,
                              hra_error *why) {
    self_play *p = l->own = calloc(1, sizeof *p);
    if (!p)
        return hra_no_memory(why);
    p->round = (int)hra_options_int(options, "games-per-iteration");
    p->temporal.aim = aim;
    p->temporal.rate = hra_options_real(options, "learning-rate");
    p->temporal.half = hra_options_real(options, "decay-games");
    p->temporal.lambda = hra_options_has(options, "lambda") ? hra_options_real(options, "lambda") : 0;
    p->temporal.discount = hra_options_real(options, "discount");
    if (hra_options_has(options, "depth"))
        p->depth = (int)hra_options_int(options, "depth");
    const char *from = hra_options_has(options, "init") ? hra_options_text(options, "init") : NULL;
    hra_err err = from ? open_from(l, from, why) : open_values(l, options, why);
    if (!err)
        err = open_seats(l, p, options, why);
    if (!err && p->opponent && hra_player_info_of(p->opponent)->human)
        err = hra_fail(why, HRA_EINPUT, -1,
                       "the opponent is a person; choose a program, such as opponent=random");
    if (!err && p->opponent)
        err = try_opponent(l->game, p->opponent, why);
    return err ? err : open_threads(l, p, why);
}

static hra_err open_td(hra_learner *l, const hra_options *options, hra_error *why) {
    return open_self_play(l, options, HRA_AIM_SELF, why);
}

static hra_err open_tdleaf(hra_learner *l, const hra_options *options, hra_error *why) {
    hra_err err = hra_lookahead_fits(l->game, hra_learn_tdleaf.kind.name, why);
    return err ? err : open_self_play(l, options, HRA_AIM_SELF, why);
}

static hra_err open_sarsa(hra_learner *l, const hra_options *options, hra_error *why) {
    return open_self_play(l, options, HRA_AIM_PLAYED, why);
}

static hra_err open_mc(hra_learner *l, const hra_options *options, hra_error *why) {
    return open_self_play(l, options, HRA_AIM_END, why);
}

static hra_err open_q(hra_learner *l, const hra_options *options, hra_error *why) {
    return open_self_play(l, options, HRA_AIM_BEST, why);
}

/* ---- a round --------------------------------------------------------------------------------*/

/* In which seats the learner sits in a game. */
static unsigned seats_of(const hra_learner *l, const self_play *p, uint64_t number) {
    if (p->temporal.aim == HRA_AIM_SELF)
        return p->seats.seats;
    return p->allowed == 1 ? 1 : 1u << number % (uint64_t)l->game->seats;
}

/* Who plays a game on a thread, and by which number it is drawn. */
static uint64_t seat(void *self, int thread, uint64_t number, hra_learn_seats *out) {
    const hra_learner *l = self;
    const self_play *p = l->own;
    *out = p->seats;
    out->others = p->agents[thread];
    out->seats = seats_of(l, p, number);
    for (int k = 0; p->depth && k < l->game->seats; k++)
        out->ahead[k] = &p->ahead[thread];
    return number;
}

/* One game, learnt from as it goes. */
typedef struct following {
    hra_temporal *temporal;
    unsigned seats;
} following;

static hra_err follow(void *self, const hra_trail *trail) {
    following *f = self;
    return hra_temporal_follow(f->temporal, trail, f->seats, false);
}

static hra_err learn_game(hra_learner *l, uint64_t number, hra_error *why) {
    self_play *p = l->own;
    hra_learn_seats seats;
    (void)seat(l, 0, number, &seats);
    following f = {&p->temporal, seats.seats};
    seats.moved = follow;
    seats.moved_self = &f;
    hra_temporal_begin(&p->temporal);
    hra_err err = hra_trail_play(&p->trails[0], &p->works[0], &seats, l->seed, number, why);
    return err ? err : hra_temporal_follow(&p->temporal, &p->trails[0], f.seats, true);
}

static hra_err learn_games(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                           hra_error *why) {
    self_play *p = l->own;
    const hra_stop *stop = progress ? progress->stop : NULL;
    const hra_trail_round round = {p->trails, p->works, l->threads, l->seed, seat, l};
    bool online = p->round == 1 && !p->depth; /* looking ahead takes long, and is stopped within a game */
    hra_err err = online ? learn_game(l, from, why) : hra_trail_play_round(&round, from, to, stop, why);
    for (uint64_t g = from; !err && !online && g < to; g++) {
        l->learnt.games = g; /* the rate goes by it */
        hra_temporal_begin(&p->temporal);
        err = hra_temporal_follow(&p->temporal, &p->trails[g - from], seats_of(l, p, g), true);
    }
    return err == HRA_ENOMEM ? hra_no_memory(why) : err;
}

static int round_of(const hra_learner *l) {
    return ((const self_play *)l->own)->round;
}

const hra_learner_interface hra_learn_td = {
    .kind = {"td", N_("Temporal differences"), N_("TD(lambda) self-play"), td_options},
    .player = HRA_LEARNT_PLAYER,
    .open = open_td,
    .close = close_self_play,
    .follows = td_follows,
    .round = round_of,
    .learn = learn_games,
};

const hra_learner_interface hra_learn_tdleaf = {
    .kind = {"tdleaf", N_("TD-Leaf"), N_("TD on the leaf of the principal variation"), tdleaf_options},
    .player = HRA_LOOKAHEAD_PLAYER,
    .open = open_tdleaf,
    .close = close_self_play,
    .follows = tdleaf_follows,
    .round = round_of,
    .learn = learn_games,
};

const hra_learner_interface hra_learn_sarsa = {
    .kind = {"sarsa", N_("Sarsa"), N_("learn from the next move made, against an opponent"), q_options},
    .player = HRA_LEARNT_PLAYER,
    .open = open_sarsa,
    .close = close_self_play,
    .follows = q_follows,
    .round = round_of,
    .learn = learn_games,
};

const hra_learner_interface hra_learn_q = {
    .kind = {"q", N_("Q-learning"), N_("learn from the best next move, against an opponent"), q_options},
    .player = HRA_LEARNT_PLAYER,
    .open = open_q,
    .close = close_self_play,
    .follows = q_follows,
    .round = round_of,
    .learn = learn_games,
};

const hra_learner_interface hra_learn_mc = {
    .kind = {"mc", N_("Monte Carlo control"), N_("learn from results of games, against an opponent"),
             mc_options},
    .player = HRA_LEARNT_PLAYER,
    .open = open_mc,
    .close = close_self_play,
    .follows = q_follows,
    .round = round_of,
    .learn = learn_games,
};
