/* A decision as GNU Backgammon's socket writes it: `board:` and 52 more fields between colons. Names aside
 * they are numbers; 26 of them the places, which White plays downwards. Here White is the side of positive
 * numbers.
 *
 * What the fields mean was found by looking at what version 1.07.001 sends and takes:
 * names and scores are those of the negative side, then the positive one's, but the other way round where a
 * double was made; then `turn` is who doubled and the cube not yet turned. Where the other side has redoubled
 * at once, `turn` is still who doubled first, the cube has been turned once and is the other side's. Such a
 * line it sends to an external player, but takes none where it is asked itself. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "games/backgammon/rules/backgammon.h"
#include "rules/fibs.h"

/* The numbers, which begin behind `board` and two names. */
enum {
    MATCH,
    SCORES,
    PLACES = 3,
    TURN = 29,
    DICE,
    CUBE = 34,
    MAY_DOUBLE, /* the positive side, the negative one */
    DOUBLED = 37,
    COLOUR,
    DIRECTION,
    HOME,
    BAR,
    OFF, /* as MAY_DOUBLE */
    ON_BAR = 44,
    CAN_MOVE = 46,
    FORCED,
    CRAWFORD, /* that game is over */
    REDOUBLES,
    NUMBERS,
    MOST = 1 << 20, /* of a number */
};

static bool fits(const hra_game *game) {
    const bg_setup *setup = game->data;
    return setup->checkers == BG_CHECKERS && setup->gammons;
}

static bool sits(const hra_game *game) {
    return fits(game) && !((const bg_setup *)game->data)->beavers;
}

/* ---- reading --------------------------------------------------------------------------------*/

static hra_err take_number(const char **at, int field, int *out, hra_error *why) {
    char *end;
    const char *from = *at;
    long n = *from == '-' || (*from >= '0' && *from <= '9') ? strtol(from, &end, 10) : 0;
    bool last = field == NUMBERS - 1;
    if (!((*from == '-' || (*from >= '0' && *from <= '9')) && end > from && *end == (last ? '\0' : ':') &&
          n >= -MOST && n <= MOST))
        return hra_fail(why, HRA_EINPUT, -1, "field %d of the line is not a number, or not the last of %d",
                        field + 4, NUMBERS + 3);
    *out = (int)n;
    *at = end + !last;
    return HRA_OK;
}

static hra_err take_numbers(const char *line, int n[NUMBERS], hra_error *why) {
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(line, ":");
        if (!line[length] || (i == 0 && (length != 5 || memcmp(line, "board", 5) != 0)))
            return hra_fail(why, HRA_EINPUT, -1, "expected board: and %d more fields", NUMBERS + 2);
        line += length + 1;
    }
    hra_err err = HRA_OK;
    for (int i = 0; i < NUMBERS && !err; i++)
        err = take_number(&line, i, &n[i], why);
    return err;
}

static hra_err contradiction(hra_error *why, const char *what) {
    return hra_fail(why, HRA_EINPUT, -1, "the line contradicts itself: %s", _(what));
}

static hra_err read_board(const bg_setup *setup, const int n[NUMBERS], bg_state *s, hra_error *why) {
    int left[2] = {setup->checkers, setup->checkers};
    for (int place = 0; place <= BG_BAR; place++) {
        int count = n[PLACES + place], seat = count > 0 ? BG_WHITE : BG_BLACK;
        int own = seat == BG_WHITE ? place : BG_BAR - place;
        left[seat] -= abs(count);
        if (left[seat] < 0 || (count && own == BG_OFF))
            return contradiction(why, N_("a side has too many checkers, or one on the opponent's bar"));
        for (int i = abs(count); i > 0; i--)
            bg_put(&s->board.side[seat], own);
    }
    for (int seat = 0; seat < 2; seat++) {
        if (left[seat] != n[OFF + seat] || left[seat] == setup->checkers)
            return contradiction(why, N_("a side has no checkers left, or not as many off as it says"));
        for (int i = left[seat]; i > 0; i--)
            bg_put(&s->board.side[seat], BG_OFF);
    }
    return HRA_OK;
}

static hra_err read_match(const bg_setup *setup, const int n[NUMBERS], bg_state *s, hra_error *why) {
    if (n[MATCH] != setup->match)
        return n[MATCH] ? hra_fail(why, HRA_EINPUT, -1, "the line is from a match to %d: use match-length=%d",
                                   n[MATCH], n[MATCH])
                        : hra_fail(why, HRA_EINPUT, -1,
                                   "the line is from a money game, not from a match to %d", setup->match);
    if (!setup->match)
        return HRA_OK;
    for (int i = 0; i < 2; i++) {
        int score = n[SCORES + (n[DOUBLED] ? i : !i)];
        if (score < 0 || score >= setup->match)
            return hra_fail(why, HRA_EINPUT, -1, "the line has a score of %d in a match of %d", score,
                            setup->match);
        s->score[i] = (uint8_t)score;
    }
    s->owner = BG_NOBODY;
    return HRA_OK;
}

/* Behind the score. */
static hra_err read_cube(const bg_setup *setup, const int n[NUMBERS], bg_state *s, hra_error *why) {
    int last = setup->match - 1;
    bool close = setup->match && (s->score[0] == last) != (s->score[1] == last);
    bool crawford = setup->match && !n[CRAWFORD] && !n[REDOUBLES];
    if (crawford && !close)
        return contradiction(why, N_("it is the Crawford game, and no side lacks one point"));
    if (!setup->cube)
        return n[CUBE] == 1 && !n[DOUBLED]
                   ? HRA_OK
                   : hra_fail(why, HRA_EINPUT, -1, "the line has a turned cube: add the option cube");
    while (s->cube < setup->limit && 1 << s->cube < n[CUBE])
        s->cube++;
    if (1 << s->cube != n[CUBE] || (n[DOUBLED] && s->cube == setup->limit))
        return hra_fail(why, HRA_EINPUT, -1, "the line has a cube of %d, and the highest is %d", n[CUBE],
                        1 << setup->limit);
    bool white = n[MAY_DOUBLE], black = n[MAY_DOUBLE + 1];
    s->owner = crawford ? BG_NOBODY : white == black ? BG_MIDDLE : white ? BG_WHITE : BG_BLACK;
    if (s->cube && s->owner == BG_NOBODY)
        return contradiction(why, N_("the cube was turned, and it is the Crawford game"));
    return HRA_OK;
}

/* Whose decision it is, and which. */
static hra_err read_decision(const bg_setup *setup, const int n[NUMBERS], bg_state *s, hra_error *why) {
    const int *dice = n[DICE] || n[DICE + 1] ? n + DICE : n + DICE + 2;
    if ((n[TURN] != 1 && n[TURN] != -1) || n[DIRECTION] != -1 || n[HOME] != 0 || n[BAR] != BG_BAR)
        return contradiction(why, N_("turn, direction, home or bar is not as GNU Backgammon writes it"));
    s->turn = n[TURN] == 1 ? BG_WHITE : BG_BLACK;
    s->phase = BG_PLAYING;
    if (n[DOUBLED]) {
        bool beavered = setup->beavers && s->cube > 0 && s->owner == !s->turn;
        if (dice[0] || dice[1] || (s->owner != BG_MIDDLE && s->owner != s->turn && !beavered))
            return contradiction(why, N_("a double by the side that rolled or does not own the cube"));
        s->phase = beavered ? BG_BEAVERED : BG_DOUBLED;
    } else if (dice[0] || dice[1]) {
        bool first = dice[0] >= dice[1];
        if (dice[0] < 1 || dice[0] > 6 || dice[1] < 1 || dice[1] > 6)
            return contradiction(why, N_("dice are from 1 to 6"));
        s->high = (uint8_t)dice[!first];
        s->low = (uint8_t)dice[first];
    } else if (setup->cube && bg_may_double(setup, s, s->turn)) {
        s->phase = BG_DOUBLING;
    }
    return HRA_OK;
}

static hra_err read_line(const hra_game *game, const char *line, void *state, hra_error *why) {
    const bg_setup *setup = game->data;
    bg_state *s = state;
    int n[NUMBERS];
    memset(s, 0, sizeof *s);
    hra_err err = take_numbers(line, n, why);
    err = err ? err : read_board(setup, n, s, why);
    err = err ? err : read_match(setup, n, s, why);
    err = err ? err : read_cube(setup, n, s, why);
    return err ? err : read_decision(setup, n, s, why);
}

/* ---- writing --------------------------------------------------------------------------------*/

/* In a Crawford game too: where neither side may double, GNU Backgammon takes the line for a double. */
static bool has_cube(const bg_setup *setup, const bg_state *s, int seat) {
    return (!setup->cube && !setup->match) || s->owner == BG_MIDDLE || s->owner == BG_NOBODY ||
           s->owner == seat;
}

/* The side that is asked has the positive numbers, which GNU Backgammon takes best. */
static void show(const hra_game *game, const void *state, hra_text *out) {
    const bg_setup *setup = game->data;
    const bg_state *s = state;
    bool doubled = s->phase == BG_DOUBLED;
    int own = bg_to_move(game, s), other = !own, last = setup->match - 1;
    bool close = setup->match && (s->score[0] == last || s->score[1] == last);
    bool crawford = close && setup->cube && s->owner == BG_NOBODY;
    hra_text_addf(out, "board:one:two:%d:%d:%d", setup->match,
                  setup->match ? s->score[doubled ? own : other] : 0,
                  setup->match ? s->score[doubled ? other : own] : 0);
    for (int place = 0; place <= BG_BAR; place++) {
        int ours = place == BG_OFF ? 0 : bg_count(&s->board.side[own], place);
        int theirs = place == BG_BAR ? 0 : bg_count(&s->board.side[other], BG_BAR - place);
        hra_text_addf(out, ":%d", ours - theirs);
    }
    int high = s->phase == BG_PLAYING ? s->high : 0, low = s->phase == BG_PLAYING ? s->low : 0;
    hra_text_addf(out, ":%d:%d:%d:%d:%d:%d:%d:%d:%d:1:-1:0:%d", doubled ? -1 : 1, high, low, high, low,
                  1 << s->cube, has_cube(setup, s, own), has_cube(setup, s, other),
                  doubled || s->phase == BG_BEAVERED, BG_BAR);
    hra_text_addf(out, ":%d:%d:0:0:0:0:%d:%d", bg_count(&s->board.side[own], BG_OFF),
                  bg_count(&s->board.side[other], BG_OFF), close && !crawford, !crawford);
}

static void answer(const hra_game *game, const void *state, hra_move m, hra_text *out) {
    if (m >= BG_ROLL)
        hra_text_add(out, bg_cube_word(m));
    else if (m)
        bg_ubgi.play(game, state, m, out);
}

const hra_fibs bg_fibs = {
    .size = sizeof(hra_fibs), .fits = fits, .read = read_line, .show = show, .answer = answer, .sits = sits};
