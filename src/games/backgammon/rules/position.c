/* A position as a line of text: each side's checkers, on the points as that side counts them:
 *
 *     white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, opening     before the first roll
 *     white bar:1 6:2, black 20:1 1:14, white                       White rolls; the other checkers are off
 *     white bar:1 6:2, black 20:1 1:14, white 63                    White plays 6-3
 *     white, black 1:3, white won
 *
 * With the cube `white` may double before the throw; the cube, and the score of a match, follow the
 * turn:
 *
 *     ..., white, cube 1                   White may double: the cube is in the middle
 *     ..., white rolls, cube 1             White has not doubled
 *     ..., white doubles, cube 2 white     Black is asked whether to play on for 4
 *     ..., black beavers, cube 4 black     White is asked whether to play on for 8
 *     ..., white won by drop, cube 2 white
 *     ..., black won by resignation 2
 *     ..., opening, no cube, score 6-2     a Crawford game, or a match without the cube
 *
 * IDs of other programs are read as well. */
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "position.h"

static const char *const names[2] = {"white", "black"};

static const char *const words_of[] = {"",
                                       " rolls",
                                       " won",
                                       "",
                                       " doubles",
                                       " beavers",
                                       " won by drop",
                                       " won by resignation",
                                       " won by resignation 2",
                                       " won by resignation 3"};

static void add_side(const bg_side *side, hra_text *out) {
    for (int place = BG_BAR; place > BG_OFF; place--) {
        int n = bg_count(side, place);
        if (n && place == BG_BAR)
            hra_text_addf(out, " bar:%d", n);
        else if (n)
            hra_text_addf(out, " %d:%d", place, n);
    }
}

static void add_cube(const bg_setup *setup, const bg_state *s, hra_text *out) {
    if (!setup->cube && !setup->match)
        return;
    if (s->owner == BG_NOBODY)
        hra_text_add(out, ", no cube");
    else
        hra_text_addf(out, s->owner == BG_MIDDLE ? ", cube %d" : ", cube %d %s", 1 << s->cube,
                      s->owner == BG_MIDDLE ? "" : names[s->owner]);
    if (setup->match)
        hra_text_addf(out, ", score %d-%d", s->score[0], s->score[1]);
}

void bg_write_position(const hra_game *game, const void *state, hra_text *out) {
    const bg_setup *setup = game->data;
    const bg_state *s = state;
    for (int seat = 0; seat < 2; seat++) {
        hra_text_add(out, names[seat]);
        add_side(&s->board.side[seat], out);
        hra_text_add(out, ", ");
    }
    hra_text_add(out, s->phase == BG_OPENING    ? "opening"
                      : s->phase == BG_BEAVERED ? names[!s->turn]
                                                : names[s->turn]);
    if (s->high)
        hra_text_addf(out, " %d%d", s->high, s->low);
    else if (s->phase != BG_PLAYING || bg_may_double(setup, s, s->turn))
        hra_text_add(out, words_of[s->phase]);
    add_cube(setup, s, out);
}

typedef struct reader {
    const bg_setup *setup;
    hra_lines l; /* the text, of which errors tell the byte */
    hra_error *why;
} reader;

static bool take(reader *r, const char *word) {
    return hra_lines_match(&r->l, word);
}

static const char *found(const reader *r) {
    return *r->l.at ? r->l.at : _("the end");
}

/* "13:5" */
static hra_err read_stack(reader *r, bg_side *side, int *total) {
    hra_lines_blanks(&r->l);
    int from = hra_lines_offset(&r->l);
    int place = take(r, "bar") ? BG_BAR : hra_lines_digits(&r->l, 2);
    bool known = place >= 1 && (place < BG_BAR || (place == BG_BAR && r->l.start[from] != '2'));
    int n = known && take(r, ":") ? hra_lines_digits(&r->l, 2) : -1;
    if (n < 1)
        return hra_fail(r->why, HRA_EINPUT, from,
                        "expected a point and its checkers, as in 13:5 or bar:1, found '%.20s'", found(r));
    if (bg_count(side, place))
        return hra_fail(r->why, HRA_EINPUT, from, "one place is given twice");
    *total += n;
    if (*total > r->setup->checkers)
        return hra_fail(r->why, HRA_EINPUT, from, "a side has at most %d checkers", r->setup->checkers);
    for (int i = 0; i < n; i++)
        bg_put(side, place);
    return HRA_OK;
}

static hra_err read_side(reader *r, bg_state *s, int seat) {
    int total = 0;
    if (!take(r, names[seat]))
        return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                        "expected '%s' and its checkers, as in %s 24:2 13:5 8:3 6:5, or an ID, found '%.20s'",
                        names[seat], names[seat], found(r));
    while (!take(r, ",")) {
        if (!*r->l.at)
            return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                            "expected , after the checkers of a side, found the end");
        hra_err err = read_stack(r, &s->board.side[seat], &total);
        if (err)
            return err;
    }
    return HRA_OK;
}

/* "63", "6-3" */
static bool read_dice(reader *r, bg_state *s) {
    int one = hra_lines_digits(&r->l, 1);
    take(r, "-");
    int two = hra_lines_digits(&r->l, 1);
    s->high = (uint8_t)(one > two ? one : two);
    s->low = (uint8_t)(one > two ? two : one);
    return one >= 1 && one <= 6 && two >= 1 && two <= 6;
}

/* How the game ended, behind "won": "by drop", "by resignation", "by resignation 3". */
static void read_end(reader *r, bg_state *s) {
    int worth;
    s->phase = BG_ENDED;
    if (!take(r, "by"))
        return;
    if (r->setup->cube && take(r, "drop")) {
        s->phase = BG_DROPPED;
    } else if (take(r, "resignation")) {
        worth = r->setup->match ? 1 : hra_lines_digits(&r->l, 1);
        s->phase = (uint8_t)(BG_CONCEDED + (worth == 2 || worth == 3 ? worth - 1 : 0));
    }
}

/* What stands behind a side without dice; false: nothing of that. Of a cube only where there is one. */
static bool read_phase(reader *r, bg_state *s) {
    bool cube = r->setup->cube;
    if (take(r, "won")) {
        read_end(r, s);
        return true;
    }
    if (cube && take(r, "rolls"))
        return true;
    if (cube && take(r, "doubles")) {
        s->phase = BG_DOUBLED;
        return true;
    }
    if (!cube || !take(r, "beavers"))
        return false;
    s->phase = BG_BEAVERED;
    s->turn = !s->turn;
    return true;
}

/* "opening", "white", "white 63", "white won" */
static hra_err read_turn(reader *r, bg_state *s) {
    if (take(r, "opening"))
        return HRA_OK;
    s->phase = BG_PLAYING;
    if (take(r, names[BG_BLACK]))
        s->turn = BG_BLACK;
    else if (!take(r, names[BG_WHITE]))
        return hra_fail(
            r->why, HRA_EINPUT, hra_lines_offset(&r->l),
            "expected the side to move, such as 'white', 'black 63', 'white won' or 'opening', found '%.20s'",
            found(r));
    hra_lines_blanks(&r->l);
    int from = hra_lines_offset(&r->l);
    if (!r->l.start[from] || r->l.start[from] == ',')
        s->phase = r->setup->cube ? BG_DOUBLING : BG_PLAYING;
    else if (!read_phase(r, s) && !read_dice(r, s))
        return hra_fail(r->why, HRA_EINPUT, from, "expected two dice, as in 63, or 'won', found '%.20s'",
                        r->l.start + from);
    return HRA_OK;
}

/* "4 white"; -1: no cube shows that. */
static bool read_value(reader *r, bg_state *s) {
    int value = hra_lines_digits(&r->l, 4);
    for (s->cube = 0; 1 << s->cube < value; s->cube++)
        ;
    s->owner = take(r, names[BG_WHITE]) ? BG_WHITE : take(r, names[BG_BLACK]) ? BG_BLACK : BG_MIDDLE;
    return value == 1 << s->cube && s->cube <= r->setup->limit;
}

/* ", cube 2 white, score 2-5"; who says nothing means what a play begins with. */
static hra_err read_cube(reader *r, bg_state *s) {
    const bg_setup *setup = r->setup;
    if (!setup->cube && !setup->match)
        return HRA_OK;
    const int from = hra_lines_offset(&r->l);
    int before = from;
    if (take(r, ",") && take(r, "no") && take(r, "cube")) {
        s->owner = BG_NOBODY;
        before = hra_lines_offset(&r->l);
    } else {
        r->l.at = r->l.start + before;
        if (setup->cube && take(r, ",") && take(r, "cube")) {
            if (!read_value(r, s))
                return hra_fail(
                    r->why, HRA_EINPUT, before,
                    "expected a cube of 1, 2, 4 to %d and its owner, such as cube 2 white, found '%.20s'",
                    1 << setup->limit, r->l.start + before);
            before = hra_lines_offset(&r->l);
        }
    }
    r->l.at = r->l.start + before;
    if (!setup->match || !take(r, ","))
        return HRA_OK;
    int own = take(r, "score") ? hra_lines_digits(&r->l, 2) : -1;
    int other = own >= 0 && take(r, "-") ? hra_lines_digits(&r->l, 2) : -1;
    if (other < 0)
        return hra_fail(r->why, HRA_EINPUT, before,
                        "expected the points of White and Black, as in score 2-5, found '%.20s'",
                        r->l.start + before);
    if (before == from)
        s->owner = setup->cube ? BG_MIDDLE : BG_NOBODY;
    s->score[0] = (uint8_t)own;
    s->score[1] = (uint8_t)other;
    return HRA_OK;
}

/* What no text may say about the score. */
static hra_err check_score(const bg_setup *setup, const bg_state *s, hra_error *why) {
    int most = s->score[0] > s->score[1] ? s->score[0] : s->score[1];
    bool over = bg_is_over(s);
    if (most > setup->match || (most == setup->match && !over) ||
        (over &&
         (s->phase == BG_DROPPED || s->score[s->turn] < setup->match || s->score[!s->turn] == setup->match)))
        return hra_fail(why, HRA_EINPUT, -1,
                        "a match to %d ends when one side has %d, but the score is %d-%d", setup->match,
                        setup->match, s->score[0], s->score[1]);
    if (setup->cube && s->owner == BG_NOBODY && !over && (!setup->crawford || most != setup->match - 1))
        return hra_fail(why, HRA_EINPUT, -1,
                        "only the Crawford game has no cube, where a side lacks one point");
    return HRA_OK;
}

/* Checks what a position must not say about the cube, and sets the phase if the side to throw may not
 * double. */
static hra_err check_cube(const bg_setup *setup, bg_state *s, hra_error *why) {
    if (s->phase == BG_DOUBLING && !bg_may_double(setup, s, s->turn))
        s->phase = BG_PLAYING;
    if (!setup->cube && !setup->match)
        return HRA_OK;
    hra_err err = setup->match ? check_score(setup, s, why) : HRA_OK;
    bool owned = s->owner == BG_WHITE || s->owner == BG_BLACK;
    if (err)
        return err;
    if (!setup->cube && s->owner != BG_NOBODY)
        return hra_fail(why, HRA_EINPUT, -1, "this match has no cube");
    if (!setup->match && s->owner == BG_NOBODY)
        return hra_fail(why, HRA_EINPUT, -1,
                        "only the Crawford game has no cube, where a side lacks one point");
    if (owned && (!s->cube || s->phase == BG_OPENING))
        return hra_fail(why, HRA_EINPUT, -1, "a cube with an owner shows 2 or more in a game in progress");
    if (!owned && s->cube > setup->automatic)
        return hra_fail(why, HRA_EINPUT, -1, "a cube in the middle shows 1: cube 2 white, cube 2 black");
    if (s->phase == BG_DOUBLED && !bg_may_double(setup, s, s->turn))
        return hra_fail(why, HRA_EINPUT, -1,
                        "the side that doubles must own the cube, or it is in the middle");
    if (s->phase == BG_BEAVERED &&
        (!setup->beavers || s->owner == s->turn || !owned || s->cube >= setup->limit))
        return hra_fail(why, HRA_EINPUT, -1, "a beaver keeps the cube, and needs the option beavers");
    return HRA_OK;
}

/* What no text may say: two sides on one point, a side that is home already, a play that cannot go on. */
static hra_err check(const bg_state *s, hra_error *why) {
    const bg_side *white = &s->board.side[BG_WHITE], *black = &s->board.side[BG_BLACK];
    bg_set mine = bg_some(white) & BG_ON_BOARD, others = bg_some(black) & BG_ON_BOARD;
    bg_set both = mine & bg_across(others), bar = (bg_set)1 << BG_BAR, home = BG_POINTS & ~BG_OUTSIDE;
    if (both)
        return hra_fail(why, HRA_EINPUT, -1, "both sides have checkers on White's point %d, Black's %d",
                        bg_lowest(both), BG_BAR - bg_lowest(both));
    if (s->phase == BG_ENDED &&
        ((s->turn == BG_WHITE ? mine : others) || !(s->turn == BG_WHITE ? others : mine)))
        return hra_fail(why, HRA_EINPUT, -1, "only the winner has no checkers left");
    if (s->phase != BG_ENDED && (!mine || !others))
        return hra_fail(why, HRA_EINPUT, -1, "a side without checkers has won: 'white won' or 'black won'");
    if (mine & others & bar && !(home & ~bg_several(white)) && !(home & ~bg_several(black)))
        return hra_fail(why, HRA_EINPUT, -1,
                        "both sides are on the bar against closed boards: neither could ever move");
    return HRA_OK;
}

static void bear_off_the_rest(const bg_setup *setup, bg_side *side) {
    int n = setup->checkers;
    for (int place = 1; place <= BG_BAR; place++)
        n -= bg_count(side, place);
    for (; n > 0; n--)
        bg_put(side, BG_OFF);
}

static hra_err read_line(const hra_game *game, const char *text, bg_state *out, hra_error *why) {
    reader r = {.setup = game->data, .why = why};
    bg_state s = {
        .phase = BG_OPENING, .owner = r.setup->owner, .score = {r.setup->score[0], r.setup->score[1]}};
    hra_err err = HRA_OK;
    hra_lines_string(&r.l, text, why);
    hra_lines_blanks(&r.l);
    if (bg_is_xgid(r.l.at)) {
        err = bg_read_xgid(r.setup, &r.l, &s, why);
    } else if (bg_is_gnubg(r.l.at)) {
        err = bg_read_gnubg(r.setup, &r.l, &s, why);
    } else {
        for (int seat = 0; seat < 2 && !err; seat++)
            err = read_side(&r, &s, seat);
        err = err ? err : read_turn(&r, &s);
        err = err ? err : read_cube(&r, &s);
    }
    if (err)
        return err;
    hra_lines_blanks(&r.l);
    if (*r.l.at)
        return hra_fail(why, HRA_EINPUT, hra_lines_offset(&r.l),
                        "expected the end after the position, found '%.20s'", r.l.at);
    err = check(&s, why);
    err = err ? err : check_cube(r.setup, &s, why);
    for (int seat = 0; seat < 2 && !err; seat++)
        bear_off_the_rest(r.setup, &s.board.side[seat]);
    if (!err)
        *out = s;
    return err;
}

hra_err bg_read_position(const hra_game *game, const char *text, void *state, hra_error *why) {
    if (!strpbrk(text, "\r\n"))
        return read_line(game, text, state, why);
    hra_text line;
    hra_text_init(&line);
    bg_join_lines(text, &line);
    hra_error told = {.at = -1};
    hra_err err = line.err ? hra_no_memory(&told) : read_line(game, hra_text_string(&line), state, &told);
    hra_text_release(&line);
    return err ? hra_fail_as(why, &told) : HRA_OK;
}
