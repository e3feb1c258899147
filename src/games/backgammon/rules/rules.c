/* Backgammon for two. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "games/backgammon/formats/mat.h"
#include "games/backgammon/learn/learn.h"
#include "net_inputs.h"
#include "position.h"
#include "terms.h"
#include "text.h"

/* ---- options --------------------------------------------------------------------------------*/

typedef struct stack {
    int place, checkers;
} stack;

/* How many checkers stand where before the first roll. */
static const stack usual[] = {{24, 2}, {13, 5}, {8, 3}, {6, 5}, {0}};
static const stack nackgammon[] = {{24, 2}, {23, 2}, {13, 4}, {8, 3}, {6, 4}, {0}};
static const stack hyper[] = {{24, 1}, {23, 1}, {22, 1}, {0}}; /* as many of them as there are checkers */

static void set_up(bg_side *side, const stack *stacks, int checkers) {
    for (; stacks->place && checkers > 0; stacks++)
        for (int i = 0; i < stacks->checkers; i++, checkers--)
            bg_put(side, stacks->place);
}

static hra_err open_game(hra_game *game, const hra_options *chosen, hra_error *why) {
    static const int numbers[] = {BG_CHECKERS, 3, 2, 1};
    bg_setup *setup = calloc(1, sizeof *setup);
    if (!setup)
        return hra_no_memory(why);
    game->data = setup;
    int n = setup->checkers = numbers[hra_options_choice(chosen, "checkers")];
    bool nack = hra_options_choice(chosen, "variation") == 1;
    if (nack && n != BG_CHECKERS)
        return hra_fail(why, HRA_EINPUT, -1, "nackgammon has 15 checkers a side, not %d", n);
    setup->gammons = hra_options_flag(chosen, "gammons");
    for (int seat = 0; seat < 2; seat++)
        set_up(&setup->start.side[seat], n < BG_CHECKERS ? hyper : nack ? nackgammon : usual, n);
    bg_expert_open(setup);
    hra_err err = bg_open_cube(setup, chosen, why);
    if (err)
        return err;
    game->state_size = sizeof(bg_state);
    int doubles = (n + 3) * (n + 2) * (n + 1) * n / 24, others = n * n + n; /* see BG_MAX_PLAYS */
    game->max_moves = doubles > others ? doubles : others;
    if (setup->cube && game->max_moves < BG_ANSWERS)
        game->max_moves = BG_ANSWERS;
    game->max_chances = setup->automatic ? BG_THROWS : BG_OPENINGS;
    game->zero_sum = game->integer_returns = true;
    game->max_return = setup->match ? 1 : (setup->gammons ? 3 : 1) << setup->limit;
    game->min_return = -game->max_return;
    return HRA_OK;
}

static void close_game(hra_game *game) {
    bg_setup *setup = game->data;
    if (setup)
        free(setup->chances);
    free(setup);
}

/* ---- play -----------------------------------------------------------------------------------*/

static void init(const hra_game *game, void *state) {
    const bg_setup *setup = game->data;
    bg_state *s = state;
    *s = (bg_state){.owner = setup->owner, .score = {setup->score[0], setup->score[1]}};
    bg_begin_game(setup, s);
}

int bg_to_move(const hra_game *game, const void *s) {
    const bg_state *b = s;
    if (b->high)
        return b->turn;
    if (b->phase <= BG_PLAYING)
        return HRA_CHANCE;
    return !bg_is_asked(b) ? HRA_OVER : b->phase == BG_DOUBLED ? !b->turn : b->turn;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    const bg_state *b = s;
    if (!b->high)
        return bg_cube_moves(game->data, b, out);
    return bg_plays(&b->board, b->turn, b->high, b->low, out);
}

static int chances(const hra_game *game, const void *s, hra_move *out, double *probability) {
    bool opening = ((const bg_state *)s)->phase == BG_OPENING, doubles = bg_opens_with_doubles(game->data, s);
    int n = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= (opening ? 6 : a); b++) {
            if (opening && a == b && !doubles)
                continue;
            out[n] = bg_roll(a, b);
            probability[n++] = doubles ? 1.0 / 36 : opening ? 1.0 / BG_OPENINGS : (a == b ? 1.0 : 2.0) / 36;
        }
    return n;
}

static hra_move sample(const hra_game *game, const void *s, hra_rng *rng) {
    bool opening = ((const bg_state *)s)->phase == BG_OPENING, doubles = bg_opens_with_doubles(game->data, s);
    if (opening && !doubles) {
        int drawn = (int)hra_rng_below(rng, BG_OPENINGS), a = drawn / 5 + 1, b = drawn % 5 + 1;
        return bg_roll(a, b + (b >= a));
    }
    int drawn = (int)hra_rng_below(rng, 36), a = drawn / 6 + 1, b = drawn % 6 + 1;
    return a > b || opening ? bg_roll(a, b) : bg_roll(b, a);
}

static void roll(bg_state *b, int first, int second) {
    if (b->phase == BG_OPENING && first == second) {
        b->cube++;
        return;
    }
    if (b->phase == BG_OPENING)
        b->turn = first > second ? BG_WHITE : BG_BLACK;
    b->phase = BG_PLAYING;
    b->high = (uint8_t)(first > second ? first : second);
    b->low = (uint8_t)(first > second ? second : first);
}

static void apply(const hra_game *game, void *s, hra_move m) {
    bg_state *b = s;
    if (bg_is_concession(m)) {
        bg_apply_concession(game->data, b, m);
        return;
    }
    if (!b->high) {
        if (b->phase > BG_PLAYING)
            bg_apply_cube(game->data, b, m);
        else
            roll(b, bg_first_die(m), bg_second_die(m));
        return;
    }
    (void)bg_play(&b->board, b->turn, b->high, b->low, m);
    b->high = b->low = 0;
    if (bg_some(&b->board.side[b->turn]) & BG_ON_BOARD)
        bg_next_turn(game->data, b);
    else
        bg_end_game(game->data, b, BG_ENDED);
}

int bg_worth(const bg_board *b, int winner) {
    bg_set loser = bg_some(&b->side[!winner]);
    bg_set behind = ~(bg_set)0 << (BG_BAR - BG_HOME); /* the winner's home, and the bar */
    return loser & 1 ? 1 : loser & behind ? 3 : 2;
}

int bg_most_worth(const bg_board *b, int winner) {
    const int now = bg_worth(b, winner);
    return now == 2 && bg_in_contact(b) ? 3 : now;
}

static void returns(const hra_game *game, const void *s, double *out) {
    const bg_setup *setup = game->data;
    const bg_state *b = s;
    int worth = setup->match ? 1 : bg_points(setup, b);
    out[b->turn] = worth;
    out[!b->turn] = -worth;
}

/* Cube and score are no part of a position where there are none. */
static uint64_t key(const hra_game *game, const void *s) {
    const bg_setup *setup = game->data;
    return hra_hash(s, setup->cube || setup->match ? sizeof(bg_state) : BG_PLAIN);
}

/* Who gives up loses a backgammon, or the match. */
static double stake(const hra_game *game, const void *s) {
    const bg_setup *setup = game->data;
    return setup->match ? 1 : (bg_gammons_count(setup, s) ? 3 : 1) << ((const bg_state *)s)->cube;
}

static int kind(const hra_game *game, const void *s) {
    return bg_is_asked(s);
}

static double scale(const hra_game *game, const void *s) {
    return bg_cube_worth(game->data, s);
}

static const char *const kind_names[] = {N_("checker play"), N_("cube"), NULL};
static const char *const fact_names[] = {N_("gammon won"), N_("backgammon won"), NULL};

static void fact(const hra_game *game, const void *s, int seat, double *out) {
    const bg_state *b = s;
    int worth = seat == b->turn && b->phase == BG_ENDED ? bg_worth(&b->board, seat) : 0;
    out[0] = worth == 2;
    out[1] = worth == 3;
}

/* ---- the table ------------------------------------------------------------------------------*/

static const hra_example examples[] = {
    {"play backgammon human greedy", N_("play against the fast player")},
    {"analyse backgammon --position XGID=-b----E-C---eE---c-e----B-:0:0:1:31",
     N_("all plays of a roll with their values")},
    {0},
};

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "Backgammon",
    .summary = "race of 15 checkers by dice, with cube and points matches",
    .seat_names = bg_seat_names,
    .show = bg_show,
    .show_move = bg_show_move,
    .parse_move = bg_parse_move,
    .move_help =
        "8/5 6/5 moves two checkers, 13/5 one by both dice, 8/4(2) two alike; bar/20 enters, 6/off bears "
        "off; pass. In any order. The numbers are on the board. Of the cube: roll or double; take, drop or "
        "beaver.",
    .write_position = bg_write_position,
    .read_position = bg_read_position,
    .say_move = bg_say_move,
    .implied = bg_implied,
    .whole_text = true,
};

static const hra_rules_conduct rules_manners = {
    .size = sizeof(hra_rules_conduct),
    .statistics = fact_names,
    .statistic = fact,
    .resign_value = stake,
    .decision_types = kind_names,
    .decision_type = kind,
    .stake_actions = bg_outlooks,
    .stake_action = bg_outlook,
    .thresholds = bg_margins,
    .thresholds_by = "equity",
    .threshold = bg_margin,
    .stakes = scale,
    .settled = bg_settled,
    .concession = bg_concession,
    .concessions = bg_concessions,
};

static bool is_asked(const hra_game *game, const void *s) {
    return bg_is_asked(s);
}

static const hra_rules_hints rules_hints = {
    .size = sizeof(hra_rules_hints),
    .key = key,
    .is_stake_decision = is_asked,
    .fast = &bg_fast,
};

static const char *best_of(const hra_game *game) {
    const bg_setup *setup = game->data;
    return setup->checkers == BG_CHECKERS ? "expert" : "expectiminimax:depth=2,eval=bearoff(two-sided=6)";
}

static const char *fast_player(const hra_game *game) {
    const bg_setup *setup = game->data;
    if (setup->checkers != BG_CHECKERS)
        return "expectiminimax:depth=1,eval=bearoff(two-sided=6)";
    return bg_is_learnt(game) ? "expectiminimax:depth=1,eval=trained" : "expectiminimax:depth=1,eval=equity";
}

/* IDs are of positions in which a side is on roll. */
static void write_xgid(const hra_game *game, const void *s, hra_text *out) {
    if (bg_is_on(s))
        bg_write_xgid(game->data, s, out);
}

static void write_gnubg(const hra_game *game, const void *s, hra_text *out) {
    if (bg_is_on(s))
        bg_write_gnubg(game->data, s, out);
}

static const hra_notation notations[] = {
    {"XGID", write_xgid},
    {"GNU Backgammon", write_gnubg},
    {0},
};

static const struct hra_learner_interface *const methods[] = {&bg_learn_expert, NULL};

static const hra_player_kind *const experts[] = {&bg_expert_player, NULL};

static const hra_protocol_offer protocols[] = {
    {"ubgi", &bg_ubgi},
    {"gnubg", &bg_fibs},
    {0},
};

static const hra_variant variants[] = {
    {N_("Money game with the cube"), "cube=yes"},       {N_("Match to 5 points"), "match-length=5"},
    {N_("Match to 7 points"), "match-length=7"},        {N_("Nackgammon"), "variation=nackgammon"},
    {N_("Hypergammon: 3 checkers each"), "checkers=3"}, {0},
};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .levels = &bg_levels,
    .variants = variants,
    .evaluations = bg_evaluations,
    .terms = bg_formula_terms,
    .experts = experts,
    .solver = &bg_solver,
    .formats = bg_formats,
    .examples = examples,
    .benchmarks = bg_benchmarks,
    .protocols = protocols,
    .methods = methods,
    .learnt = bg_learnt_of,
    .best_of = best_of,
    .fast_player = fast_player,
    .notations = notations,
};

const hra_rules hra_rules_backgammon = {
    .size = sizeof(hra_rules),
    .name = "backgammon",
    .seats.min = 2,
    .seats.max = 2,
    .seats.default_ = 2,
    .options = bg_options,
    .open = open_game,
    .close = close_game,
    .init = init,
    .to_move = bg_to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .chance_outcomes = chances,
    .sample_chance = sample,
    .text = &rules_text,
    .conduct = &rules_manners,
    .hints = &rules_hints,
    .catalogue = &rules_catalogue,
    .scene = &bg_scene,
    .encoding = &bg_numbers,
};
