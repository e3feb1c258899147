/* Moves and positions of race as text.
 *
 *     [10,14],[8,12] blue 2       places of each seat, whose turn it is, what was thrown
 *     [D1],[] green               a throw is due; pieces not named are off the board
 *     [],[D2,30] green try 2      one try to come on has failed
 *     [D1,D2],[12] green won
 *     [3],[12] blue 2+5           two dice; 3+3+3+3 where doubles count twice
 *     [3],[12] blue 5 again       one of them is left, and blue throws again behind it */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/lines.h"
#include "core/messages.h"
#include "race.h"

const char *const race_seat_names[RACE_SEATS] = {N_("green"), N_("blue"), N_("red"), N_("yellow")};

const char *race_seat(int seat) {
    return _(race_seat_names[seat]);
}

char race_sign(int seat) {
    /* For translators: a capital letter of ASCII for each colour: green, blue, red, yellow. */
    return hra_signs("GBRY")[seat];
}

static void add_place(const race_setup *setup, int seat, int place, bool said, hra_text *out) {
    if (place == 0)
        hra_text_add(out, said ? _("off") : "off");
    else if (place <= setup->ring)
        hra_text_addf(out, "%d", race_field(setup, seat, place) + 1);
    else
        hra_text_addf(out, "D%d", place - setup->ring);
}

/* ---- moves ------------------------------------------------------------------------------------*/

/* "8-10", "4x7": where a piece goes from and to. */
static void add_way(const race_setup *setup, const race_state *r, hra_move m, bool said, hra_text *out) {
    int to = race_target(setup, r->place[r->turn], race_low(m), race_face(r, m));
    add_place(setup, r->turn, race_low(m), said, out);
    hra_text_add_char(out, to && race_hit(setup, r, r->turn, to) >= 0 ? 'x' : '-');
    add_place(setup, r->turn, to, said, out);
}

/* A move as it is written, or with the words that a person says for it. */
static void add_move(const race_setup *setup, const race_state *r, hra_move m, bool said, hra_text *out) {
    if (!r->thrown) {
        hra_text_addf(out, setup->dice == 2 ? "%d+%d" : "%d", race_low(m), race_high(m));
        return;
    }
    if (m == RACE_PASS) {
        hra_text_add(out, said ? _("pass") : "pass");
        return;
    }
    if (race_high(m))
        hra_text_addf(out, "%d: ", race_high(m));
    add_way(setup, r, m, said, out);
}

void race_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    add_move(game->data, s, m, false, out);
}

void race_say_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    add_move(game->data, s, m, true, out);
}

static bool same_word(const char *text, size_t length, const hra_text *word) {
    return hra_is_word(text, length, hra_text_string(word));
}

/* One of the moves `all`, of which there are n, was to be typed. */
static hra_err refuse(bool throw, const char *text, size_t length, const char *all, int n, bool several,
                      hra_error *why) {
    int most = length < 30 ? (int)length : 30;
    if (several && throw)
        return hra_fail(why, HRA_EINPUT, 0, "'%.*s' fits several rolls; legal rolls: %s", most, text, all);
    if (several)
        return hra_fail(why, HRA_EINPUT, 0, "'%.*s' fits several moves; legal moves: %s", most, text, all);
    if (throw)
        return hra_fail(why, HRA_EINPUT, 0,
                        _n("illegal roll '%.*s'; legal roll: %s", "illegal roll '%.*s'; legal rolls: %s", n),
                        most, text, all);
    return hra_fail(why, HRA_EINPUT, 0, "illegal move '%.*s'; legal moves: %s", most, text, all);
}

static hra_err no_move(const hra_game *game, const void *s, const char *text, size_t length,
                       const hra_move *list, int n, bool several, hra_error *why) {
    hra_text all;
    hra_text_init(&all);
    for (int i = 0; i < n; i++) {
        hra_text_add(&all, i ? ", " : "");
        race_say_move(game, s, list[i], &all);
    }
    hra_err err = all.err ? hra_no_memory(why)
                          : refuse(!((const race_state *)s)->thrown, text, length, hra_text_string(&all), n,
                                   several, why);
    hra_text_release(&all);
    return err;
}

/* How much of a move a text says: 3 the whole, 2 the way without the die, 1 where it begins (of a throw: the
 * dice the other way round), 0 nothing. */
static int says(const race_setup *setup, const race_state *r, hra_move m, bool said, const char *text,
                size_t length, hra_text *word) {
    hra_text_clear(word);
    add_move(setup, r, m, said, word);
    if (same_word(text, length, word))
        return 3;
    hra_text_clear(word);
    if (!r->thrown) {
        hra_text_addf(word, "%d+%d", race_high(m), race_low(m));
        return same_word(text, length, word);
    }
    if (m == RACE_PASS)
        return 0;
    add_way(setup, r, m, said, word);
    if (same_word(text, length, word))
        return 2;
    hra_text_clear(word);
    add_place(setup, r->turn, race_low(m), said, word);
    return same_word(text, length, word);
}

/* The whole move, or as much of it as no other move begins with: of one die, where the piece stands. */
hra_err race_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out,
                        hra_error *why) {
    const race_state *r = s;
    hra_move list[RACE_THROWS];
    double probability[RACE_THROWS];
    size_t length = strlen(text);
    hra_text word;
    int most = 0, found = 0;
    while (length && strchr(" \t\r\n", text[length - 1]))
        length--;
    while (length && strchr(" \t", *text))
        text++, length--;
    int n = r->thrown ? game->rules->moves(game, s, list)
                      : game->rules->chance_outcomes(game, s, list, probability);
    hra_text_init(&word);
    for (int i = 0; i < n && !word.err; i++) {
        int much = says(game->data, r, list[i], false, text, length, &word);
        if (much == 0)
            much = says(game->data, r, list[i], true, text, length, &word);
        if (much == 0 || much < most)
            continue;
        found = much > most ? 1 : found + 1;
        most = much;
        *out = list[i];
    }
    hra_err err = word.err ? hra_no_memory(why) : HRA_OK;
    hra_text_release(&word);
    return err || found == 1 ? err : no_move(game, s, text, length, list, n, found > 1, why);
}

/* ---- positions --------------------------------------------------------------------------------*/

/* The pieces on the ring by the number of their fields, then those in the lane. */
static void add_places(const race_setup *setup, const race_state *r, int seat, hra_text *out) {
    bool first = true;
    for (int turn = 0; turn < 2; turn++) /* the ring's numbers may begin again on a piece's way */
        for (int i = 0; i < setup->pieces; i++) {
            int place = r->place[seat][i];
            bool wraps =
                place <= setup->ring && race_field(setup, seat, place ? place : 1) < setup->start[seat];
            if (place == 0 || place > setup->ring || wraps != (turn == 0))
                continue;
            hra_text_add(out, first ? "" : ",");
            add_place(setup, seat, place, false, out);
            first = false;
        }
    for (int i = 0; i < setup->pieces; i++)
        if (r->place[seat][i] > setup->ring) {
            hra_text_add(out, first ? "" : ",");
            add_place(setup, seat, r->place[seat][i], false, out);
            first = false;
        }
}

/* " 2+5", " 3 again": the dice that are left. */
static void add_dice(const race_setup *setup, const race_state *r, hra_text *out) {
    int die[RACE_DICE], n = race_dice(setup, r, die);
    for (int i = 0; i < n; i++)
        hra_text_addf(out, "%s%d", i ? "+" : " ", die[i]);
    if (setup->dice == 2 && r->again)
        hra_text_add(out, " again");
}

void race_write_position(const hra_game *game, const void *s, hra_text *out) {
    const race_setup *setup = game->data;
    const race_state *r = s;
    for (int seat = 0; seat < setup->seats; seat++) {
        hra_text_add(out, seat ? ",[" : "[");
        add_places(setup, r, seat, out);
        hra_text_add_char(out, ']');
    }
    hra_text_addf(out, " %s", race_seat_names[r->turn]);
    if (r->won)
        hra_text_add(out, " won");
    else if (r->thrown)
        add_dice(setup, r, out);
    else if (r->failed)
        hra_text_addf(out, " try %d", r->failed + 1);
}

typedef struct reader {
    const race_setup *setup;
    hra_lines l; /* the text, of which errors tell the byte */
    hra_error *why;
} reader;

static void skip_blanks(reader *r) {
    hra_lines_blanks(&r->l);
}

static bool take(reader *r, const char *word) {
    return hra_lines_match(&r->l, word);
}

static int take_number(reader *r) {
    return hra_lines_digits(&r->l, 3);
}

static hra_err read_place(reader *r, int seat, int *out) {
    const race_setup *setup = r->setup;
    skip_blanks(r);
    int from = hra_lines_offset(&r->l);
    bool lane = take(r, "d");
    int number = take_number(r), most = lane ? setup->home : setup->ring;
    if (number < 1 || number > most)
        return hra_fail(r->why, HRA_EINPUT, from, "expected a field from 1 to %d or D1 to D%d, found '%.12s'",
                        setup->ring, setup->home, r->l.start + from);
    *out = lane ? setup->ring + number : (number - 1 - setup->start[seat] + setup->ring) % setup->ring + 1;
    return HRA_OK;
}

/* "[8,14]": the pieces of a seat; those not named are off the board. */
static hra_err read_pieces(reader *r, race_state *state, int seat) {
    const race_setup *setup = r->setup;
    int n = 0, place = 0;
    if (seat && !take(r, ","))
        return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                        "expected ,[...] with the pieces of %s, found '%.12s'", race_seat_names[seat],
                        r->l.at);
    if (!take(r, "["))
        return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                        "expected [ and the pieces of %s, as in [10,14]; found '%.12s'",
                        race_seat_names[seat], r->l.at);
    while (!take(r, "]")) {
        if (n && !take(r, ","))
            return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                            "expected , or ] after a piece, found '%.12s'", r->l.at);
        skip_blanks(r);
        int from = hra_lines_offset(&r->l);
        hra_err err = read_place(r, seat, &place);
        if (err)
            return err;
        for (int i = 0; i < n; i++)
            if (state->place[seat][i] == place)
                return hra_fail(r->why, HRA_EINPUT, from, "two pieces of %s on one square",
                                race_seat_names[seat]);
        if (n == setup->pieces)
            return hra_fail(r->why, HRA_EINPUT, from, _n("%s has only %d piece", "%s has only %d pieces", n),
                            race_seat_names[seat], n);
        if (race_hit(setup, state, seat, place) >= 0)
            return hra_fail(r->why, HRA_EINPUT, from, "pieces of two seats on one square");
        state->place[seat][n++] = (uint8_t)place;
    }
    race_sort(state->place[seat], setup->pieces);
    return HRA_OK;
}

/* A set of dice that can be left of a throw. */
static bool left_of_throw(const race_setup *setup, const int *die, int n) {
    if (setup->dice == 1 || n == 1)
        return n == 1;
    for (int i = 1; i < n; i++)
        if (die[i] != die[0])
            return n == 2;
    return n <= (setup->doubles == RACE_TWICE ? 4 : 2);
}

/* "2", "2+5", "3+3", "5 again": what was thrown, from the number on that has been read. */
static hra_err read_dice(reader *r, race_state *state, int from, int number) {
    const race_setup *setup = r->setup;
    int die[RACE_DICE + 1], n = 0;
    for (;; number = take_number(r)) {
        bool known = false;
        for (int i = 0; i < setup->faces; i++)
            known = known || setup->face[i] == number;
        if (!known)
            return hra_fail(r->why, HRA_EINPUT, from, "the die has no face %d", number);
        die[n++] = number;
        if (n > RACE_DICE || !take(r, "+"))
            break;
    }
    if (!left_of_throw(setup, die, n) && setup->dice == 1)
        return hra_fail(r->why, HRA_EINPUT, from, "expected one die, as in 5");
    if (!left_of_throw(setup, die, n))
        return hra_fail(r->why, HRA_EINPUT, from, "expected the rest of a roll, such as 5, 2+5 or 3+3");
    bool second = n > 1 && die[1] < die[0];
    race_throw(setup, state, die[second], n > 1 ? die[!second] : die[0]);
    if (setup->dice == 1)
        return HRA_OK;
    if (n != 2 || die[0] == die[1])
        state->more = (uint8_t)(n - 1);
    bool may = state->again || (n == 1 && (setup->again || setup->doubles == RACE_AGAIN));
    if (n == 1)
        state->again = false;
    int behind = hra_lines_offset(&r->l);
    bool again = take(r, "again");
    if (again && !may)
        return hra_fail(r->why, HRA_EINPUT, behind, "this roll gives no other roll");
    state->again = state->again || again;
    return HRA_OK;
}

/* "blue 2", "green", "green try 2", "green won". */
static hra_err read_turn(reader *r, race_state *state) {
    const race_setup *setup = r->setup;
    int seat = 0, winner = -1;
    while (seat < setup->seats && !take(r, race_seat_names[seat]))
        seat++;
    if (seat == setup->seats)
        return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                        "expected the colour to move, %s to %s, found '%.12s'", race_seat_names[0],
                        race_seat_names[setup->seats - 1], r->l.at);
    for (int k = 0; k < setup->seats; k++)
        if (race_is_home(setup, state, k)) {
            if (winner >= 0 || k != seat)
                return hra_fail(r->why, HRA_EINPUT, 0, "%s is home, so the game is over: '... %s won'",
                                race_seat_names[k], race_seat_names[k]);
            winner = k;
        }
    state->turn = (uint8_t)seat;
    skip_blanks(r);
    int from = hra_lines_offset(&r->l), number;
    if (winner >= 0) {
        state->won = 1;
        take(r, "won");
    } else if (take(r, "try")) {
        number = take_number(r);
        bool idle = true;
        for (int i = 0; i < setup->pieces; i++)
            idle = idle && (!state->place[seat][i] || state->place[seat][i] > setup->ring);
        if (number < 1 || number > setup->tries || !idle)
            return hra_fail(r->why, HRA_EINPUT, from, "expected try 1 to try %d, with no piece on the track",
                            setup->tries);
        state->failed = (uint8_t)(number - 1);
    } else if ((number = take_number(r)) >= 0) {
        return read_dice(r, state, from, number);
    }
    return HRA_OK;
}

hra_err race_read_position(const hra_game *game, const char *text, void *s, hra_error *why) {
    reader r = {.setup = game->data, .why = why};
    race_state state = {0};
    hra_lines_string(&r.l, text, why);
    for (int seat = 0; seat < r.setup->seats; seat++) {
        hra_err err = read_pieces(&r, &state, seat);
        if (err)
            return err;
    }
    hra_err err = read_turn(&r, &state);
    if (err)
        return err;
    skip_blanks(&r);
    if (*r.l.at)
        return hra_fail(why, HRA_EINPUT, hra_lines_offset(&r.l),
                        "expected the end after the turn, found '%.20s'", r.l.at);
    memcpy(s, &state, game->state_size);
    return HRA_OK;
}
