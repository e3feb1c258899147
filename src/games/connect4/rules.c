/* Connect Four: discs fall into columns; a line of four wins. Each seat's discs are a set of bits. */
#include <stdlib.h>

#include "connect4.h"
#include "core/messages.h"
#include "players.h"

/* ---- the board ------------------------------------------------------------------------------*/

static const hra_option options[] = {
    {.name = "width",
     .type = HRA_OPTION_INT,
     .fallback = "7",
     .min = C4_LEAST,
     .max = C4_MOST,
     .help = N_("number of columns")},
    {.name = "height",
     .type = HRA_OPTION_INT,
     .fallback = "6",
     .min = C4_LEAST,
     .max = C4_MOST,
     .help = N_("number of rows")},
    {.name = "length",
     .type = HRA_OPTION_INT,
     .fallback = "4",
     .min = C4_LEAST,
     .max = 6,
     .help = N_("number of discs in a line that wins")},
    {0},
};

/* Adds the lines that go the same way, from each cell from which they stay on the board. */
static void add_lines(c4_board *b, int right, int up) {
    const int way = c4_bit(b, right, up), last = b->length - 1;
    for (int column = 0; column + last * right < b->width; column++)
        for (int row = 0; row < b->height; row++) {
            const int end = row + last * up;
            if (end < 0 || end >= b->height)
                continue;
            uint64_t line = 0;
            for (int k = 0; k <= last; k++)
                line |= (uint64_t)1 << (c4_bit(b, column, row) + k * way);
            b->line[b->lines++] = line;
        }
}

static void lay_out(c4_board *b) {
    static const int ways[4][2] = {{0, 1}, {1, 0}, {1, -1}, {1, 1}};
    for (int column = 0; column < b->width; column++) {
        b->bottom |= (uint64_t)1 << c4_bit(b, column, 0);
        b->top |= (uint64_t)1 << c4_bit(b, column, b->height - 1);
        b->cells |= c4_column(b, column);
    }
    for (int i = 0; i < 4; i++) {
        b->way[i] = c4_bit(b, ways[i][0], ways[i][1]);
        add_lines(b, ways[i][0], ways[i][1]);
    }
}

static hra_err open_game(hra_game *game, const hra_options *chosen, hra_error *why) {
    c4_board b = {.width = (int)hra_options_int(chosen, "width"),
                  .height = (int)hra_options_int(chosen, "height"),
                  .length = (int)hra_options_int(chosen, "length")};
    if (b.width * (b.height + 1) > 64)
        return hra_fail(
            why, HRA_EINPUT, -1,
            "a board of %d columns and %d rows is too large; columns × (rows + 1) may be 64 at most", b.width,
            b.height);
    if (b.length > b.width && b.length > b.height)
        return hra_fail(why, HRA_EINPUT, -1, "a line of %d does not fit on %d columns and %d rows", b.length,
                        b.width, b.height);
    c4_board *board = malloc(sizeof *board);
    if (!board)
        return hra_no_memory(why);
    lay_out(&b);
    *board = b;
    game->data = board;
    game->state_size = sizeof(c4_state);
    game->max_moves = b.width;
    game->zero_sum = game->integer_returns = true;
    game->min_return = -1, game->max_return = 1;
    return HRA_OK;
}

static void close_game(hra_game *game) {
    free(game->data);
}

/* ---- the rules ------------------------------------------------------------------------------*/

static void init(const hra_game *game, void *s) {
    *(c4_state *)s = (c4_state){0};
}

static int to_move(const hra_game *game, const void *s) {
    return ((const c4_state *)s)->turn;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    const c4_board *b = c4_board_of(game);
    const c4_state *p = s;
    const uint64_t full = (p->disc[0] | p->disc[1]) & b->top;
    int n = 0, top = b->height - 1;
    for (int column = 0; column < b->width; column++, top += b->height + 1) {
        out[n] = (hra_move)column;
        n += !(full >> top & 1);
    }
    return n;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    const c4_board *b = c4_board_of(game);
    c4_state *p = s;
    const int seat = p->turn;
    const uint64_t taken = p->disc[0] | p->disc[1], cell = c4_drop(b, taken, (int)m);
    p->disc[seat] |= cell;
    const bool wins = c4_has_line(b, p->disc[seat]);
    p->lead = wins - 2 * wins * seat;
    p->turn = wins || (taken | cell) == b->cells ? HRA_OVER : 1 - seat;
}

static void returns(const hra_game *game, const void *s, double *out) {
    out[0] = ((const c4_state *)s)->lead;
    out[1] = -out[0];
}

static bool legal(const hra_game *game, const void *s, hra_move m) {
    const c4_board *b = c4_board_of(game);
    const c4_state *p = s;
    return m < (hra_move)b->width && c4_drop(b, p->disc[0] | p->disc[1], (int)m) != 0;
}

static bool pass(const hra_game *game, const void *s, void *out) {
    c4_state *p = out;
    *p = *(const c4_state *)s;
    p->turn = 1 - p->turn;
    return true;
}

int c4_next(const c4_state *s) {
    const int more = __builtin_popcountll(s->disc[0]) - __builtin_popcountll(s->disc[1]);
    return s->turn != HRA_OVER ? s->turn : s->lead ? s->lead > 0 : more > 0;
}

void c4_settle(const c4_board *b, c4_state *s, int next) {
    s->lead = c4_has_line(b, s->disc[0]) - c4_has_line(b, s->disc[1]);
    s->turn = s->lead || (s->disc[0] | s->disc[1]) == b->cells ? HRA_OVER : next;
}

static uint64_t mirrored(const c4_board *b, uint64_t set) {
    uint64_t out = 0;
    for (int i = 0; i < b->width; i++)
        out |= (set >> c4_bit(b, i, 0) & c4_column(b, 0)) << c4_bit(b, b->width - 1 - i, 0);
    return out;
}

/* The position or its mirror image, whichever has the smaller sets. */
static void canonical(const hra_game *game, const void *s, void *out) {
    const c4_board *b = c4_board_of(game);
    c4_state p = *(const c4_state *)s, m = p;
    m.disc[0] = mirrored(b, p.disc[0]);
    m.disc[1] = mirrored(b, p.disc[1]);
    const bool less = m.disc[0] != p.disc[0] ? m.disc[0] < p.disc[0] : m.disc[1] < p.disc[1];
    *(c4_state *)out = less ? m : p;
}

/* ---- the tables -------------------------------------------------------------------------------*/

static const hra_rules_hints rules_hints = {
    .size = sizeof(hra_rules_hints),
    .score_moves = c4_order,
    .legal = legal,
    .canonical = canonical,
    .pass = pass,
};

static const struct hra_player_kind *const experts[] = {&c4_expert, NULL};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .experts = experts,
    .solver = &c4_solver,
    .levels = &c4_levels,
    .benchmarks = c4_benchmarks,
    .best = "expert",
    .drawn = "alphabeta:full,depth=12",
    .evaluations = c4_evaluations,
    .terms = c4_terms,
};

const hra_rules hra_rules_connect4 = {
    .size = sizeof(hra_rules),
    .name = "connect4",
    .seats = {.min = 2, .max = 2, .default_ = 2},
    .options = options,
    .open = open_game,
    .close = close_game,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .text = &c4_text,
    .hints = &rules_hints,
    .catalogue = &rules_catalogue,
    .scene = &c4_scene,
    .encoding = &c4_numbers,
};
