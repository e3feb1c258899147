/* English checkers. */
#include <stdlib.h>
#include <string.h>

#include "ballots.h"
#include "board_flip.h"
#include "checkers.h"
#include "core/messages.h"
#include "games/checkers/formats/pdn.h"
#include "games/checkers/learn/learn.h"
#include "games/checkers/play/corner.h"
#include "games/checkers/play/eval.h"
#include "games/checkers/play/players.h"
#include "opening_names.h"

static const hra_option options[] = {
    {.name = "draw-moves",
     .type = HRA_OPTION_INT,
     .fallback = "40",
     .min = 0,
     .max = 1000,
     .help = "moves per side without capture or man's move for a draw (0: never)"},
    {.name = "repetition",
     .type = HRA_OPTION_INT,
     .fallback = "3",
     .min = 0,
     .max = 100,
     .help = "occurrences of a position that make a draw (0: never)"},
    {.name = "ballot",
     .type = HRA_OPTION_TEXT,
     .help = "three-move opening: 1..174, moves, name; all (per pair), each (per game)"},
    {.name = "tablebase-pieces",
     .type = HRA_OPTION_INT,
     .fallback = "4",
     .min = 2,
     .max = 6,
     .help = "pieces of the tablebases that hra solve builds"},
    {0},
};

static void set_up(ck_state *s) {
    memset(s, 0, sizeof *s);
    for (int square = 0; square < 12; square++) {
        s->board.pieces[CK_BLACK] |= (ck_set)1 << ck_bit(square);
        s->board.pieces[CK_WHITE] |= (ck_set)1 << ck_bit(31 - square);
    }
}

static hra_err open_game(hra_game *game, const hra_options *o, hra_error *why) {
    ck_game *data = calloc(1, sizeof *data);
    if (!data)
        return hra_no_memory(why);
    data->draw_plies = 2 * (int)hra_options_int(o, "draw-moves");
    game->data = data;
    set_up(&data->start);
    ck_number_moves(&data->numbers);
    game->repetition_limit = (int)hra_options_int(o, "repetition");
    if (game->repetition_limit == 1)
        return hra_fail(why, HRA_EINPUT, -1, "repetition: expected 0, or 2 or more");
    hra_err err = ck_read_ballot(hra_options_text(o, "ballot"), &data->ballot, why);
    if (err)
        return err;
    if (data->ballot > 0)
        ck_ballot_start(data->ballot, &data->start);
    data->pieces = (int)hra_options_int(o, "tablebase-pieces");
    game->state_size = sizeof(ck_state);
    game->max_moves = CK_MAX_MOVES;
    game->zero_sum = game->integer_returns = true;
    game->min_return = -1, game->max_return = 1;
    return HRA_OK;
}

static void close_game(hra_game *game) {
    free(game->data);
}

static void init(const hra_game *game, void *s) {
    *(ck_state *)s = ((const ck_game *)game->data)->start;
}

static void begin(const hra_game *game, uint64_t number, void *s) {
    const ck_game *data = game->data;
    init(game, s);
    if (data->ballot < 0)
        ck_ballot_start(ck_ballot_of(data->ballot, number), s);
}

static bool can_move(const ck_state *s) {
    return ck_jumpers(&s->board, s->side) || ck_can_step(&s->board, s->side);
}

static bool drawn(const hra_game *game, const ck_state *s) {
    int plies = ((const ck_game *)game->data)->draw_plies;
    return plies && s->quiet >= plies;
}

static int to_move(const hra_game *game, const void *state) {
    const ck_state *s = state;
    return drawn(game, s) || !can_move(s) ? HRA_OVER : s->side;
}

static int moves(const hra_game *game, const void *state, hra_move *out) {
    const ck_state *s = state;
    return ck_moves(&s->board, s->side, out);
}

static void apply(const hra_game *game, void *state, hra_move m) {
    ck_state *s = state;
    bool progress = ck_apply(&s->board, s->side, m);
    s->quiet = progress ? 0 : (uint16_t)(s->quiet < UINT16_MAX ? s->quiet + 1 : UINT16_MAX);
    s->side ^= 1;
}

/* Who cannot move has lost, even where the fortieth move was made. */
static void returns(const hra_game *game, const void *state, double *out) {
    const ck_state *s = state;
    out[0] = can_move(s) ? 0 : s->side == CK_BLACK ? -1 : 1;
    out[1] = -out[0];
}

/* What the board decides; the counter only tells how long. */
static uint64_t key(const hra_game *game, const void *state) {
    const ck_state *s = state;
    const uint64_t words[4] = {s->board.pieces[0], s->board.pieces[1], s->board.kings, s->side};
    return hra_hash(words, sizeof words);
}

/* The quiet plies, where a search may come to the draw that they make. */
static uint64_t counter(const hra_game *game, const void *state) {
    enum { NEAR = 40 };
    const ck_state *s = state;
    const int plies = ((const ck_game *)game->data)->draw_plies;
    return plies && s->quiet + NEAR >= plies ? s->quiet : 0;
}

/* The board turned by half, and the colours exchanged. */
static void exchange(const hra_game *game, const void *state, void *out) {
    ck_state *turned = out;
    memcpy(turned, state, sizeof *turned);
    turned->board = ck_board_of(&turned->board, CK_WHITE);
    turned->side ^= 1;
}

static bool pass(const hra_game *game, const void *state, void *out) {
    ck_state after = *(const ck_state *)state;
    after.side ^= 1;
    after.quiet = 0;
    if (to_move(game, &after) == HRA_OVER)
        return false;
    *(ck_state *)out = after;
    return true;
}

static bool irreversible(const hra_game *game, const void *state, hra_move m) {
    const ck_board *b = &((const ck_state *)state)->board;
    return ck_move_jumps(m) > 0 || !(b->kings >> ck_bit(ck_move_from(m)) & 1);
}

/* A capture is forced, so the value of the position itself is not an alternative to it. */
static int quiet(const hra_game *game, const void *state, hra_move *out, bool *forced) {
    const ck_state *s = state;
    *forced = ck_jumpers(&s->board, s->side) != 0;
    return *forced ? ck_moves(&s->board, s->side, out) : 0;
}

static void material(const hra_game *game, const void *self, void *scratch, const void *state, double *out) {
    const ck_board *b = &((const ck_state *)state)->board;
    double lead = 0;
    for (int side = 0; side < 2; side++) {
        int men = __builtin_popcountll(b->pieces[side] & ~b->kings);
        int kings = __builtin_popcountll(b->pieces[side] & b->kings);
        lead += (side == CK_BLACK ? 1 : -1) * (men + 1.5 * kings);
    }
    out[0] = lead / 20; /* twelve kings against nothing stay below a win */
    out[1] = -out[0];
}

static const hra_evaluation evaluations[] = {
    {.name = "material", .help = "man 1, king 1.5, in twentieths of a win", .value = material},
    {.name = "corner",
     .help = "two kings against one by hand-made terms; otherwise material",
     .options = ck_corner_options,
     .open = ck_corner_open,
     .close = ck_corner_close,
     .value = ck_corner_value,
     .min = -CK_CORNER_WIN,
     .max = CK_CORNER_WIN,
     .win = CK_CORNER_WIN},
    {.name = "corner-flat",
     .help = "like corner, but every won game counts 99999, however quick",
     .options = ck_corner_options,
     .open = ck_corner_open,
     .close = ck_corner_close,
     .value = ck_corner_flat_value,
     .min = -CK_CORNER_FLAT,
     .max = CK_CORNER_FLAT,
     .ends = true},
    {.name = "nets",
     .help = "win probability by the nets of expert",
     .open = ck_eval_open,
     .close = ck_eval_close,
     .value = ck_eval_value},
    {0},
};

static const struct hra_player_kind *const experts[] = {&ck_expert, NULL};

static const char *const seat_names[] = {N_("Black"), N_("White")};

static const hra_example examples[] = {
    {"play checkers human expert:level=3", N_("play against a program, at ten levels")},
    {0},
};

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "English checkers",
    .summary = "draughts on 64 squares; captures are compulsory",
    .seat_names = seat_names,
    .show = ck_show,
    .show_move = ck_show_move,
    .parse_move = ck_parse_move,
    .move_help = "11-15 is a step, 15x22x31 a capture; 15x31 where there is only one way. The numbers are on "
                 "the board.",
    .write_position = ck_write_position,
    .read_position = ck_read_position,
    .option_values = ck_add_ballots,
};

static const hra_rules_conduct rules_manners = {
    .size = sizeof(hra_rules_conduct),
    .start = begin,
    .steps = ck_show_steps,
    .opening = ck_say_opening,
};

static const hra_rules_hints rules_hints = {
    .size = sizeof(hra_rules_hints),
    .key = key,
    .irreversible = irreversible,
    .quiescence_moves = quiet,
    .prunes = ck_prunes,
    .fast = &ck_fast,
    .exchange = exchange,
    .pass = pass,
    .counter = counter,
};

static const hra_notation notations[] = {{"FEN", ck_write_position}, {0}};

static const struct hra_learner_interface *const methods[] = {&ck_learn_expert, &ck_learn_book, NULL};

static const hra_variant variants[] = {
    {N_("Three moves drawn by lot (ballot)"), "ballot=each"},
    {0},
};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .levels = &ck_levels,
    .variants = variants,
    .examples = examples,
    .benchmarks = ck_benchmarks,
    .best = "expert",
    .win_player = "expert",
    .evaluations = evaluations,
    .experts = experts,
    .solver = &ck_solver,
    .formats = ck_formats,
    .protocols = ck_protocols,
    .slicing = &ck_slicing,
    .methods = methods,
    .notations = notations,
    .terms = ck_formula_terms,
};

const hra_rules hra_rules_checkers = {
    .size = sizeof(hra_rules),
    .name = "checkers",
    .seats.min = 2,
    .seats.max = 2,
    .seats.default_ = 2,
    .options = options,
    .open = open_game,
    .close = close_game,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .text = &rules_text,
    .conduct = &rules_manners,
    .hints = &rules_hints,
    .catalogue = &rules_catalogue,
    .scene = &ck_scene,
    .encoding = &ck_rules_numbers,
};
