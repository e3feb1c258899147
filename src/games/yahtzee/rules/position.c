/* A position as one line:
 *
 *     dice=1-1-2-4-6 rolls=2 card=3,.,9,.,.,.,.,.,25 hundreds=0; card=-
 *
 *     card      the points of each box in order, '.' where it is open, open ones at the end left out;
 *               or by name, fours:12,fh:25; '-' is the empty card. One per seat, seat 0 first, empty
 *               ones at the end left out
 *     hundreds  further yahtzees that were paid, of the card before it
 *     dice      the roll on the table; rolls=2 (default) or 1: dice may be held, 0: a box is due
 *     keep      the dice held, while the others are about to be rolled; rolls=2 (default) or 1
 *     turn      the seat to move; default: the first of those with the fewest filled boxes
 *
 * Fields come in any order, with spaces or semicolons between them; all may be
 * left out. Without dice and keep a turn is about to begin. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/messages.h"
#include "words.h"

enum { POSITION_LENGTH = 1024, RANGES_TEXT = 100, NOT_GIVEN = -1 };

/* ---- writing --------------------------------------------------------------------------------*/

static int fewest_filled(const hra_game *game, const struct yz_state *s) {
    int best = 0, fewest = YZ_MAX_BOXES + 1;
    for (int i = 0; i < game->seats; i++) {
        int filled = __builtin_popcount(s->seats[i].card.filled);
        if (filled < fewest) {
            fewest = filled;
            best = i;
        }
    }
    return best;
}

static void write_card(const struct yz_rules *rules, const struct yz_seat *seat, hra_text *out) {
    hra_text_add(out, "card=");
    if (seat->card.filled == 0)
        hra_text_add(out, "-");
    for (int box = 0; seat->card.filled >> box; box++) {
        hra_text_add(out, box > 0 ? "," : "");
        if (yz_card_has(seat->card, box))
            hra_text_addf(out, "%d", seat->points[box]);
        else
            hra_text_add(out, ".");
    }
    if (seat->hundreds > 0)
        hra_text_addf(out, " hundreds=%d", seat->hundreds);
}

void yz_write_position(const hra_game *game, const void *state, hra_text *out) {
    const struct yz_game *g = yz_game_of(game);
    const struct yz_state *s = state;
    if (s->phase != YZ_FINISHED && s->seat != fewest_filled(game, s))
        hra_text_addf(out, "turn=%d ", s->seat);
    if (s->phase == YZ_TO_ROLL && s->rolls < YZ_TURN_ROLLS) {
        hra_text_add(out, "keep=");
        yz_add_dice(&g->dice, s->keep, out);
        hra_text_addf(out, " rolls=%d ", s->rolls);
    } else if (s->phase == YZ_TO_KEEP || s->phase == YZ_TO_BOX) {
        hra_text_add(out, "dice=");
        yz_add_dice(&g->dice, YZ_ROLL0 + s->roll, out);
        hra_text_addf(out, " rolls=%d ", s->rolls);
    }
    int last = game->seats - 1;
    while (last > 0 && s->seats[last].card.filled == 0)
        last--;
    for (int i = 0; i <= last; i++) {
        hra_text_add(out, i > 0 ? "; " : "");
        write_card(&g->rules, &s->seats[i], out);
    }
}

/* ---- reading --------------------------------------------------------------------------------*/

struct reader {
    const hra_game *game;
    const struct yz_rules *rules;
    struct yz_state *state;
    hra_error *why;
    int cards;           /* read so far */
    bool hundreds_given; /* of the card that was read last */
    int hundreds_at[YZ_MAX_SEATS];
    int turn, rolls, dice, keep; /* NOT_GIVEN, or what the field says */
    int turn_at, rolls_at, dice_at, keep_at;
};

/* One field: name[0..name_length-1] and what stands behind the '='. */
struct field {
    const char *name, *value;
    int name_at, at; /* of name and value in the line */
    int name_length, length;
};

/* A whole number of one to four digits; -1: something else. */
static int read_number(const char *text, int length) {
    int number = 0;
    if (length < 1 || length > 4)
        return -1;
    for (int i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        number = 10 * number + text[i] - '0';
    }
    return number;
}

/* Which points a box may hold: bit n of the answer for n points. */
static uint64_t possible_points(const struct yz_rules *rules, int box) {
    uint64_t set = 0;
    for (int roll = 0; roll < YZ_ROLLS; roll++)
        set |= (uint64_t)1 << rules->points[box][roll] | (uint64_t)1 << rules->joker_points[box][roll];
    return set;
}

/* "0, 5..30", cut off where it would be too long. */
static const char *ranges_text(uint64_t set, char out[RANGES_TEXT]) {
    size_t length = 0;
    out[0] = '\0';
    for (int n = 0, last; n < 64 && length < RANGES_TEXT; n = last + 1) {
        last = n;
        if (!(set >> n & 1u))
            continue;
        while (last < 63 && (set >> (last + 1) & 1u))
            last++;
        const char *comma = length > 0 ? ", " : "";
        int more = last > n ? hra_snprintf(out + length, RANGES_TEXT - length, "%s%d..%d", comma, n, last)
                            : hra_snprintf(out + length, RANGES_TEXT - length, "%s%d", comma, n);
        length += (size_t)more;
    }
    return out;
}

static hra_err fill_box(struct reader *r, int box, const char *text, int length, int at) {
    struct yz_seat *seat = &r->state->seats[r->cards];
    int points = read_number(text, length);
    uint64_t possible = possible_points(r->rules, box);
    if (yz_card_has(seat->card, box))
        return hra_fail(r->why, HRA_EINPUT, at, "%s is filled twice", yz_box_name(r->rules, box));
    if (points < 0 || points > 63 || !(possible >> points & 1u)) {
        char list[RANGES_TEXT];
        return hra_fail(r->why, HRA_EINPUT, at, "%s scores %s, not '%.*s'; '.' is an open box",
                        yz_box_name(r->rules, box), ranges_text(possible, list), length < 20 ? length : 20,
                        text);
    }
    seat->card.filled = (uint16_t)(seat->card.filled | 1u << box);
    seat->points[box] = (uint8_t)points;
    return HRA_OK;
}

/* One item of a card: points, '.', or box:points. Named ones and ones in order do not mix. */
static hra_err read_box_item(struct reader *r, const char *item, int length, int at, int index, bool named) {
    const char *colon = memchr(item, ':', (size_t)length);
    if ((colon != NULL) != named) {
        return hra_fail(r->why, HRA_EINPUT, at,
                        "give boxes in order (3,.,9) or by name (fours:12,fh:25), not both");
    }
    if (named) {
        int n = (int)(colon - item), box;
        hra_err err = yz_read_box(r->rules, item, (size_t)n, at, false, &box, r->why);
        return err ? err : fill_box(r, box, colon + 1, length - n - 1, at + n + 1);
    }
    if (index >= r->rules->boxes)
        return hra_fail(r->why, HRA_EINPUT, at, "a card has %d boxes, found one more", r->rules->boxes);
    return length == 1 && *item == '.' ? HRA_OK : fill_box(r, index, item, length, at);
}

static hra_err read_card(struct reader *r, const struct field *f) {
    if (r->cards == r->game->seats) {
        return hra_fail(r->why, HRA_EINPUT, f->name_at,
                        _n("one card too many: the game has %d seat",
                           "one card too many: the game has %d seats", r->game->seats),
                        r->game->seats);
    }
    bool named = memchr(f->value, ':', (size_t)f->length) != NULL;
    if (!(f->length == 1 && *f->value == '-')) {
        int from = 0;
        for (int index = 0; from <= f->length; index++) {
            const char *item = f->value + from, *comma = memchr(item, ',', (size_t)(f->length - from));
            int length = comma ? (int)(comma - item) : f->length - from;
            hra_err err = read_box_item(r, item, length, f->at + from, index, named);
            if (err)
                return err;
            from += length + 1;
        }
    }
    r->cards++;
    r->hundreds_given = false;
    return HRA_OK;
}

static hra_err read_hundreds(struct reader *r, const struct field *f) {
    int n = read_number(f->value, f->length);
    if (r->cards == 0 || r->hundreds_given)
        return hra_fail(r->why, HRA_EINPUT, f->name_at, "give hundreds once per card, after the card");
    if (n < 0 || n >= r->rules->boxes) {
        return hra_fail(r->why, HRA_EINPUT, f->at,
                        "hundreds is the number of further yahtzees paid, 0 to %d, not '%.*s'",
                        r->rules->boxes - 1, f->length < 20 ? f->length : 20, f->value);
    }
    r->state->seats[r->cards - 1].hundreds = (uint8_t)n;
    r->hundreds_at[r->cards - 1] = f->at;
    r->hundreds_given = true;
    return HRA_OK;
}

static hra_err read_turn(struct reader *r, const struct field *f) {
    int most = r->game->seats - 1;
    r->turn = read_number(f->value, f->length);
    if (r->turn >= 0 && r->turn <= most)
        return HRA_OK;
    return hra_fail(r->why, HRA_EINPUT, f->at, "turn is the seat to move, 0 to %d, not '%.*s'", most,
                    f->length < 20 ? f->length : 20, f->value);
}

static hra_err read_rolls(struct reader *r, const struct field *f) {
    r->rolls = read_number(f->value, f->length);
    if (r->rolls >= 0 && r->rolls <= YZ_TURN_ROLLS)
        return HRA_OK;
    return hra_fail(r->why, HRA_EINPUT, f->at,
                    "rolls is the number of rolls left in the turn, 0 to %d, not '%.*s'", YZ_TURN_ROLLS,
                    f->length < 20 ? f->length : 20, f->value);
}

static hra_err read_dice(struct reader *r, const struct field *f) {
    uint8_t faces[YZ_DICE];
    int n = yz_read_faces(f->value, (size_t)f->length, f->at, faces, r->why);
    if (n < 0)
        return n;
    if (n != YZ_DICE) {
        return hra_fail(r->why, HRA_EINPUT, f->at,
                        "dice are the five on the table, found %d; dice held for the next roll are keep=", n);
    }
    r->dice = yz_dice_roll(&yz_game_of(r->game)->dice, faces);
    return HRA_OK;
}

static hra_err read_keep(struct reader *r, const struct field *f) {
    uint8_t faces[YZ_DICE];
    if (f->length == 4 && memcmp(f->value, "none", 4) == 0) {
        r->keep = 0;
        return HRA_OK;
    }
    int n = yz_read_faces(f->value, (size_t)f->length, f->at, faces, r->why);
    if (n < 0)
        return n;
    if (n == 0 || n == YZ_DICE) {
        return hra_fail(r->why, HRA_EINPUT, f->at,
                        n == 0 ? N_("keep is one to four dice, or none")
                               : N_("with five dice held no roll is left: dice=... rolls=0"));
    }
    r->keep = yz_dice_keep(&yz_game_of(r->game)->dice, faces, n);
    return HRA_OK;
}

static bool is_named(const struct field *f, const char *name) {
    return (size_t)f->name_length == strlen(name) && memcmp(f->name, name, strlen(name)) == 0;
}

static hra_err unknown_field(struct reader *r, const struct field *f) {
    static const char *const known[] = {"card", "hundreds", "dice", "keep", "rolls", "turn", NULL};
    char name[16] = "";
    if (f->name_length < 16)
        memcpy(name, f->name, (size_t)f->name_length);
    return hra_fail_guess(r->why, f->name_at, name, known,
                          "a position is made of card=, hundreds=, dice=, keep=, rolls=, turn=; found '%.*s'",
                          f->name_length < 30 ? f->name_length : 30, f->name);
}

static hra_err read_field(struct reader *r, const struct field *f) {
    static const char *const once[] = {"turn", "rolls", "dice", "keep"};
    int *value[] = {&r->turn, &r->rolls, &r->dice, &r->keep};
    int *at[] = {&r->turn_at, &r->rolls_at, &r->dice_at, &r->keep_at};
    if (is_named(f, "card"))
        return read_card(r, f);
    if (is_named(f, "hundreds"))
        return read_hundreds(r, f);
    for (int i = 0; i < 4; i++) {
        if (!is_named(f, once[i]))
            continue;
        if (*value[i] != NOT_GIVEN)
            return hra_fail(r->why, HRA_EINPUT, f->name_at, "%s is given twice", once[i]);
        *at[i] = f->at;
        switch (i) {
        case 0:
            return read_turn(r, f);
        case 1:
            return read_rolls(r, f);
        case 2:
            return read_dice(r, f);
        default:
            return read_keep(r, f);
        }
    }
    return unknown_field(r, f);
}

static hra_err read_fields(struct reader *r, const char *text) {
    for (int at = 0; text[at];) {
        int length = (int)strcspn(text + at, " \t\r\n;");
        if (length == 0) {
            at++;
            continue;
        }
        const char *equals = memchr(text + at, '=', (size_t)length);
        if (!equals) {
            return hra_fail(r->why, HRA_EINPUT, at,
                            "expected fields as in dice=1-1-2-4-6 rolls=2, found '%.*s'",
                            length < 40 ? length : 40, text + at);
        }
        struct field f = {.name = text + at, .value = equals + 1, .name_at = at};
        f.name_length = (int)(equals - f.name);
        f.at = at + f.name_length + 1;
        f.length = length - f.name_length - 1;
        hra_err err = read_field(r, &f);
        if (err)
            return err;
        at += length;
    }
    return HRA_OK;
}

/* ---- what the fields make together ----------------------------------------------------------*/

/* Into how many filled boxes a further yahtzee can have gone, judged by their points. */
static int yahtzee_boxes(const struct yz_rules *rules, const struct yz_seat *seat) {
    int n = 0;
    for (int box = 0; box < rules->boxes; box++) {
        bool fits = false;
        for (int roll = 0; roll < YZ_ROLLS && box != rules->yahtzee && yz_card_has(seat->card, box); roll++) {
            fits = fits || (rules->equal[roll] >= 0 && (rules->points[box][roll] == seat->points[box] ||
                                                        rules->joker_points[box][roll] == seat->points[box]));
        }
        n += fits;
    }
    return n;
}

/* Works out card and score of a seat from points and hundreds. */
static hra_err finish_seat(struct reader *r, int index) {
    const struct yz_rules *rules = r->rules;
    struct yz_seat *seat = &r->state->seats[index];
    int upper = 0, score = 100 * seat->hundreds, at = r->hundreds_at[index];
    bool fifty = seat->points[rules->yahtzee] > 0;
    for (int box = 0; box < rules->boxes; box++) {
        score += seat->points[box];
        upper += box < YZ_UPPER_BOXES ? seat->points[box] : 0;
    }
    if (seat->hundreds > 0 && rules->hundred == 0)
        return hra_fail(r->why, HRA_EINPUT, at, "rules=%s pay no hundreds", yz_rules_name((int)rules->id));
    if (seat->hundreds > 0 && !fifty)
        return hra_fail(r->why, HRA_EINPUT, at, "hundreds are paid only while the yahtzee box holds 50");
    if (seat->hundreds > yahtzee_boxes(rules, seat)) {
        return hra_fail(r->why, HRA_EINPUT, at,
                        "%d hundreds, but only %d of the filled boxes can have taken a yahtzee",
                        seat->hundreds, yahtzee_boxes(rules, seat));
    }
    seat->score = (uint16_t)(score + (upper >= YZ_UPPER_GOAL ? rules->upper_bonus : 0));
    seat->card.upper = (uint8_t)(upper < YZ_UPPER_GOAL ? upper : YZ_UPPER_GOAL);
    seat->card.fifty = fifty && rules->hundred > 0;
    return HRA_OK;
}

static hra_err finish_over(struct reader *r) {
    int at = r->dice != NOT_GIVEN ? r->dice_at : r->keep != NOT_GIVEN ? r->keep_at : r->rolls_at;
    if (r->dice != NOT_GIVEN || r->keep != NOT_GIVEN || r->rolls != NOT_GIVEN || r->turn != NOT_GIVEN) {
        return hra_fail(r->why, HRA_EINPUT, at < 0 ? r->turn_at : at,
                        "every card is full, so the game is over: no dice, keep, rolls or turn");
    }
    r->state->phase = YZ_FINISHED;
    return HRA_OK;
}

static hra_err finish_dice(struct reader *r) {
    struct yz_state *s = r->state;
    int most = r->dice != NOT_GIVEN || r->keep != NOT_GIVEN ? YZ_TURN_ROLLS - 1 : YZ_TURN_ROLLS;
    int least = r->dice != NOT_GIVEN ? 0 : r->keep != NOT_GIVEN ? 1 : YZ_TURN_ROLLS;
    int rolls = r->rolls != NOT_GIVEN ? r->rolls : most;
    if (r->dice != NOT_GIVEN && r->keep != NOT_GIVEN) {
        return hra_fail(r->why, HRA_EINPUT, r->keep_at,
                        "dice= are on the table, keep= is held for the next roll: only one of them");
    }
    if (rolls < least || rolls > most) {
        return hra_fail(
            r->why, HRA_EINPUT, r->rolls_at,
            least == 0 ? N_("rolls is 0 to 2 with dice on the table, not %d")
            : least == 1
                ? N_("rolls is 1 or 2 with dice held, not %d")
                : N_("rolls is 3 before the first roll; a later moment needs dice= or keep=, not %d"),
            rolls);
    }
    s->rolls = (uint8_t)rolls;
    s->phase = r->dice == NOT_GIVEN ? YZ_TO_ROLL : rolls > 0 ? YZ_TO_KEEP : YZ_TO_BOX;
    s->roll = (uint8_t)(r->dice != NOT_GIVEN ? r->dice : 0);
    s->keep = (uint16_t)(r->keep != NOT_GIVEN ? r->keep : 0);
    return HRA_OK;
}

static hra_err finish(struct reader *r) {
    struct yz_state *s = r->state;
    for (int i = 0; i < r->game->seats; i++) {
        hra_err err = finish_seat(r, i);
        if (err)
            return err;
    }
    int turn = fewest_filled(r->game, s);
    if (yz_card_full(r->rules, s->seats[turn].card))
        return finish_over(r);
    if (r->turn != NOT_GIVEN && yz_card_full(r->rules, s->seats[r->turn].card))
        return hra_fail(r->why, HRA_EINPUT, r->turn_at, "seat %d has filled every box", r->turn);
    s->seat = (uint8_t)(r->turn != NOT_GIVEN ? r->turn : turn);
    return finish_dice(r);
}

hra_err yz_read_position(const hra_game *game, const char *text, void *state, hra_error *why) {
    union yz_room room;
    memset(&room, 0, sizeof room);
    struct reader r = {.game = game, .rules = &yz_game_of(game)->rules, .state = &room.state, .why = why};
    r.turn = r.rolls = r.dice = r.keep = NOT_GIVEN;
    r.turn_at = r.rolls_at = r.dice_at = r.keep_at = -1;
    if (strlen(text) > POSITION_LENGTH) {
        return hra_fail(why, HRA_EINPUT, POSITION_LENGTH, "a position has at most %d characters",
                        POSITION_LENGTH);
    }
    hra_err err = read_fields(&r, text);
    if (!err)
        err = finish(&r);
    if (!err)
        memcpy(state, room.bytes, game->state_size);
    return err;
}
