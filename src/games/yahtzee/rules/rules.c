/* The rules of Yahtzee as a table of the frame; what scores how much is card.c. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "games/yahtzee/learn/learn.h"
#include "games/yahtzee/play/players.h"
#include "yahtzee.h"

static const hra_option options[] = {
    {.name = "rules",
     .type = HRA_OPTION_CHOICE,
     .fallback = "hasbro",
     .choices = "hasbro|free|plain|bonus|yatzy", /* in the order of enum yz_rules_id */
     .help = "rule set: further yahtzees differ; yatzy has the Scandinavian card"},
    {0},
};

static hra_err open_game(hra_game *game, const hra_options *given, hra_error *why) {
    struct yz_game *g = calloc(1, sizeof *g);
    if (!g)
        return hra_no_memory(why);
    game->data = g;
    yz_dice_init(&g->dice);
    if (yz_rules_init(&g->rules, &g->dice, hra_options_choice(given, "rules")) != 0)
        return hra_fail(why, HRA_EINPUT, -1, "unknown rule set");
    game->state_size = yz_state_size(game->seats);
    game->max_moves = YZ_MAX_MOVES;
    game->max_chances = YZ_MAX_CHANCES;
    game->integer_returns = true;
    game->min_return = 0; /* the evaluation `score` begins there, though no game ends below 5 */
    game->max_return = yz_highest_score(&g->rules);
    return HRA_OK;
}

static void close_game(hra_game *game) {
    free(game->data);
}

static void init(const hra_game *game, void *state) {
    struct yz_state *s = state;
    memset(s, 0, game->state_size);
    s->phase = YZ_TO_ROLL;
    s->rolls = YZ_TURN_ROLLS;
}

static int to_move(const hra_game *game, const void *state) {
    const struct yz_state *s = state;
    return s->phase == YZ_TO_ROLL ? HRA_CHANCE : s->phase == YZ_FINISHED ? HRA_OVER : s->seat;
}

static int moves(const hra_game *game, const void *state, hra_move *out) {
    const struct yz_game *g = yz_game_of(game);
    const struct yz_state *s = state;
    int n = 0;
    if (s->phase == YZ_TO_KEEP) {
        for (int i = g->dice.sub_first[s->roll]; i < g->dice.sub_first[s->roll + 1]; i++)
            out[n++] = yz_move_keep(g->dice.sub_keep[i]);
        return n;
    }
    unsigned legal = yz_card_legal(&g->rules, yz_state_mover(s)->card, s->roll);
    for (; legal; legal &= legal - 1) /* unpredictable, so without a branch for each box */
        out[n++] = yz_move_box(__builtin_ctz(legal));
    return n;
}

static int chances(const hra_game *game, const void *state, hra_move *out, double *probability) {
    const struct yz_state *s = state;
    uint8_t roll[YZ_ROLLS];
    int n = yz_dice_outcomes(&yz_game_of(game)->dice, s->keep, roll, probability);
    for (int i = 0; i < n; i++)
        out[i] = yz_move_roll(roll[i]);
    return n;
}

static hra_move sample(const hra_game *game, const void *state, hra_rng *rng) {
    const struct yz_dice *dice = &yz_game_of(game)->dice;
    const struct yz_state *s = state;
    return yz_move_roll(yz_dice_complete(dice, s->keep, hra_rng_below(rng, dice->outcomes[s->keep])));
}

/* Cards need not be filled evenly: a position may set up a seat that is done before the others. */
static void next_turn(const hra_game *game, struct yz_state *s) {
    const struct yz_rules *rules = &yz_game_of(game)->rules;
    s->roll = 0;
    for (int i = 0; i < game->seats; i++) {
        s->seat = (uint8_t)(s->seat + 1 < game->seats ? s->seat + 1 : 0);
        if (!yz_card_full(rules, yz_state_mover(s)->card)) {
            s->phase = YZ_TO_ROLL;
            s->rolls = YZ_TURN_ROLLS;
            return;
        }
    }
    s->phase = YZ_FINISHED;
    s->seat = 0;
}

static void fill_box(const hra_game *game, struct yz_state *s, int box) {
    const struct yz_rules *rules = &yz_game_of(game)->rules;
    struct yz_seat *seat = &s->seats[s->seat];
    struct yz_mark mark = yz_card_mark(rules, seat->card, s->roll, box);
    seat->card = yz_card_after(rules, seat->card, s->roll, box);
    seat->points[box] = mark.points;
    seat->hundreds = (uint8_t)(seat->hundreds + (mark.hundred > 0));
    seat->score = (uint16_t)(seat->score + yz_mark_total(mark));
    next_turn(game, s);
}

static void apply(const hra_game *game, void *state, hra_move m) {
    struct yz_state *s = state;
    if (s->phase == YZ_TO_BOX) {
        fill_box(game, s, yz_box_of(m));
    } else if (s->phase == YZ_TO_ROLL) {
        s->roll = (uint8_t)m;
        s->keep = 0;
        s->rolls--;
        s->phase = s->rolls > 0 ? YZ_TO_KEEP : YZ_TO_BOX;
    } else if (yz_move_is_stand(m)) {
        s->rolls = 0;
        s->phase = YZ_TO_BOX;
    } else {
        s->keep = (uint16_t)m;
        s->roll = 0;
        s->phase = YZ_TO_ROLL;
    }
}

void yz_score(const hra_game *game, const void *state, double *out) {
    const struct yz_state *s = state;
    for (int i = 0; i < game->seats; i++)
        out[i] = s->seats[i].score;
}

static void value_score(const hra_game *game, const void *self, void *scratch, const void *state,
                        double *out) {
    yz_score(game, state, out);
}

static bool commits(const hra_game *game, const void *state, hra_move m) {
    return ((const struct yz_state *)state)->phase == YZ_TO_BOX && yz_move_is_box(m);
}

static const char *const fact_names[] = {N_("upper bonus"), N_("yahtzee"), NULL};

static void fact(const hra_game *game, const void *state, int seat, double *out) {
    const struct yz_seat *one = &((const struct yz_state *)state)->seats[seat];
    out[0] = one->card.upper >= YZ_UPPER_GOAL;
    out[1] = one->points[yz_game_of(game)->rules.yahtzee] > 0;
}

/* What the rest of a card depends on.  An upper total from which 63 is out of
 * reach plays on like one that has it, and on a full card nothing matters. */
static struct yz_card essence(const struct yz_rules *rules, struct yz_card card) {
    int reach = card.upper;
    for (int box = 0; box < YZ_UPPER_BOXES; box++)
        reach += yz_card_has(card, box) ? 0 : YZ_DICE * (box + 1);
    if (reach < YZ_UPPER_GOAL)
        card.upper = YZ_UPPER_GOAL;
    if (yz_card_full(rules, card))
        card.fifty = 0;
    return card;
}

/* The score counts, because what a state is worth includes it; how it was made up does not. */
static uint64_t key(const hra_game *game, const void *state) {
    const struct yz_state *s = state;
    struct {
        struct yz_card card;
        uint16_t score;
    } seats[YZ_MAX_SEATS];
    unsigned char bytes[sizeof *s + sizeof seats];
    size_t length = (size_t)game->seats * sizeof seats[0];
    for (int i = 0; i < game->seats; i++) {
        seats[i].card = essence(&yz_game_of(game)->rules, s->seats[i].card);
        seats[i].score = s->seats[i].score;
    }
    memcpy(bytes, s, sizeof *s);
    memcpy(bytes + sizeof *s, seats, length);
    return hra_hash(bytes, sizeof *s + length);
}

static const hra_evaluation evaluations[] = {
    {.name = "score", .help = "current score", .value = value_score},
    {0},
};

static const struct hra_player_kind *const experts[] = {
    &yz_expert_optimal, &yz_expert_atleast, &yz_expert_duel, &yz_expert_heuristic, &yz_expert_greedy, NULL,
};

static const hra_example examples[] = {
    {"play yahtzee --advice", N_("play with advice")},
    {"play yahtzee optimal", N_("watch a program explain every decision")},
    {0},
};

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "Yahtzee",
    .summary = "five dice, 13 boxes, five rule sets",
    .show = yz_show,
    .show_move = yz_show_move,
    .say_move = yz_say_move,
    .parse_move = yz_parse_move,
    .mean_moves = yz_mean_moves,
    .doubt = yz_doubt,
    .question = yz_add_question,
    .move_help = yz_move_help,
    .write_position = yz_write_position,
    .read_position = yz_read_position,
};

static const hra_rules_conduct rules_manners = {
    .size = sizeof(hra_rules_conduct),
    .irrevocable = commits,
    .statistics = fact_names,
    .statistic = fact,
};

static const hra_rules_hints rules_hints = {
    .size = sizeof(hra_rules_hints),
    .key = key,
};

static const struct hra_learner_interface *const methods[] = {&yz_learn_heuristic, NULL};

static const hra_variant variants[] = {
    {N_("Yatzy, the Scandinavian card"), "rules=yatzy"},
    {0},
};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .levels = &yz_levels,
    .variants = variants,
    .examples = examples,
    .benchmarks = yz_benchmarks,
    .best = "optimal",
    .win_player = "duel",
    .evaluations = evaluations,
    .terms = yz_formula_terms,
    .experts = experts,
    .solver = &yz_solver,
    .methods = methods,
};

const hra_rules hra_rules_yahtzee = {
    .size = sizeof(hra_rules),
    .name = "yahtzee",
    .seats.min = 1,
    .seats.max = YZ_MAX_SEATS,
    .seats.default_ = 1,
    .options = options,
    .open = open_game,
    .close = close_game,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = yz_score,
    .chance_outcomes = chances,
    .sample_chance = sample,
    .text = &rules_text,
    .conduct = &rules_manners,
    .hints = &rules_hints,
    .catalogue = &rules_catalogue,
    .scene = &yz_scene,
    .encoding = &yz_numbers,
};
