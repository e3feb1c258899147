/* Features say what their names say, and all that there is to say: of random plays each state, as each seat
 * sees it, is put together again from the names of its features and their values alone. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "visit.h"

/* ---- features by name -----------------------------------------------------------------------*/

static struct {
    int count, seat; /* that is told, or taken for it */
    int shift;       /* how many seats on the one is that is taken for it */
    struct entry {
        char *name;
        int index;
    } * entry; /* by name */
    float *x;
} told;

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static void learn_names(const hra_game *game) {
    told.count = hra_encoding_of(game).features;
    told.entry = calloc((size_t)told.count, sizeof *told.entry);
    told.x = malloc((size_t)told.count * sizeof *told.x);
    for (int i = 0; i < told.count; i++) {
        told.entry[i].index = i;
        assert_int_equal(hra_state_number_name(game, HRA_NUMBER_FEATURE, i, &told.entry[i].name, NULL), 0);
    }
    qsort(told.entry, (size_t)told.count, sizeof *told.entry, by_name);
}

static void forget_names(void) {
    for (int i = 0; i < told.count; i++)
        hra_string_free(told.entry[i].name);
    free(told.entry);
    free(told.x);
}

/* The value of a feature; it must be there. */
static double value(const char *format, ...) {
    char name[100];
    struct entry key = {.name = name};
    va_list list;
    va_start(list, format);
    vsnprintf(name, sizeof name, format, list);
    va_end(list);
    const struct entry *found = bsearch(&key, told.entry, (size_t)told.count, sizeof key, by_name);
    if (!found)
        fail_msg("there is no feature '%s'", name);
    return (double)told.x[found->index];
}

/* A whole number that was divided. */
static int whole(double x, double unit) {
    double n = round(x * unit);
    assert_true(fabs(x * unit - n) < 1e-3);
    return (int)n;
}

static const char *const slots[] = {"own",          "next seat's",   "second seat's",
                                    "third seat's", "fourth seat's", "fifth seat's"};

/* How the seat that looks calls another one. */
static const char *called(const visit *c, int seat) {
    return slots[(seat - told.seat + c->game->seats) % c->game->seats];
}

/* ---- small games ----------------------------------------------------------------------------*/

static void tictactoe(visit *c, hra_text *out) {
    for (int i = 0; i < 9; i++) {
        bool own = value("own mark on %c%d", "abc"[i % 3], i / 3 + 1) == 1,
             other = value("other mark on %c%d", "abc"[i % 3], i / 3 + 1) == 1;
        hra_text_addf(out, "%c%s",
                      own     ? "XO"[told.seat]
                      : other ? "OX"[told.seat]
                              : '.',
                      i % 3 == 2 && i < 8 ? "/" : "");
    }
    assert_true(value("to move") == (c->mover < 0 ? 0 : c->mover == told.seat ? 1 : -1));
}

static void connect4(visit *c, hra_text *out) {
    for (int row = 6; row >= 1; row--)
        for (int column = 1; column <= 7; column++) {
            bool own = value("own disc in column %d, row %d", column, row) == 1,
                 other = value("other disc in column %d, row %d", column, row) == 1;
            hra_text_addf(out, "%c%s",
                          own     ? "RY"[told.seat]
                          : other ? "YR"[told.seat]
                                  : '.',
                          column == 7 && row > 1 ? "/" : "");
        }
    assert_true(value("to move") == (c->mover < 0 ? 0 : c->mover == told.seat ? 1 : -1));
}

/* Squares are those of a board that is turned to the seat. */
static void chess(visit *c, hra_text *out) {
    static const char *const kinds[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    const bool black = told.seat == 1;
    for (int row = 8; row >= 1; row--)
        for (int file = 0; file < 8; file++) {
            char sign = '1';
            for (int kind = 0; kind < 6; kind++) {
                const int rank = black ? 9 - row : row;
                const bool own = value("own %s on %c%d", kinds[kind], 'a' + file, rank) == 1;
                if (own || value("other's %s on %c%d", kinds[kind], 'a' + file, rank) == 1)
                    sign = (own != black ? "PNBRQK" : "pnbrqk")[kind];
            }
            hra_text_addf(out, "%c%s", sign, file < 7 ? "" : row > 1 ? "/" : " ");
        }
    const bool own_turn = value("own turn") == 1;
    hra_text_addf(out, "%c ", own_turn != black ? 'w' : 'b');
    const size_t before = out->length;
    for (int side = 0; side < 2; side++)
        for (int file = 7; file >= 0; file--)
            if (value(side == told.seat ? "own castling with the rook on %c"
                                        : "other's castling with the rook on %c",
                      'a' + file) == 1)
                hra_text_add_char(out, (char)((side ? 'a' : 'A') + file));
    hra_text_add(out, out->length == before ? "- " : " ");
    int passed = -1;
    for (int file = 0; file < 8; file++)
        passed = value("en passant on %c", 'a' + file) == 1 ? file : passed;
    if (passed >= 0)
        hra_text_addf(out, "%c%d ", 'a' + passed, own_turn != black ? 6 : 3);
    else
        hra_text_add(out, "- ");
    hra_text_addf(out, "%d", whole(value("quiet plies"), 100));
}

static void nim(visit *c, hra_text *out) {
    static const int rows[] = {3, 5, 7};
    for (int row = 0; row < 3; row++) {
        int left = 0;
        for (int n = 1; n <= rows[row]; n++)
            left += n * (int)value("%d in row %c", n, 'a' + row);
        hra_text_addf(out, row ? "-%d" : "%d", left);
    }
    hra_text_addf(out, "/%d", value("own turn") > 0 ? told.seat : 1 - told.seat);
}

static void matches(visit *c, hra_text *out) {
    int left = 0;
    for (int n = 1; n <= 21; n++)
        left += n * (int)value("%d left", n);
    hra_text_addf(out, "%d/%d", left, value("own turn") > 0 ? told.seat : 1 - told.seat);
}

static void checkers(visit *c, hra_text *out) {
    hra_text_add_char(out, "BW"[value("own turn") > 0 ? told.seat : 1 - told.seat]);
    for (int side = 0; side < 2; side++) {
        bool any = false;
        hra_text_add(out, side ? ":W" : ":B");
        for (int square = 1; square <= 32; square++) {
            int seen = told.seat == 0 ? square : 33 - square;
            const char *whose = side == told.seat ? "own" : "other's";
            bool king = value("%s king on %d", whose, seen) > 0;
            if (!king && value("%s man on %d", whose, seen) == 0)
                continue;
            hra_text_addf(out, "%s%s%d", any ? "," : "", king ? "K" : "", square);
            any = true;
        }
    }
}

/* ---- race -----------------------------------------------------------------------------------*/

enum { RING = 40, LANE = 4 }; /* of the specs below */

static void add_pieces(const visit *c, int seat, hra_text *out) {
    const int apart = RING / c->game->seats, start = seat * apart;
    const char *sign = seat ? ",[" : "[";
    for (int way = 1; way <= RING + LANE; way++) {
        int field = (start + way - 1) % RING, seen = (field - told.seat * apart + RING) % RING + 1;
        if (way <= RING && value("%s piece on field %d", called(c, seat), seen) > 0)
            hra_text_addf(out, "%s%d", sign, field + 1);
        else if (way > RING && value("%s piece on D%d", called(c, seat), way - RING) > 0)
            hra_text_addf(out, "%sD%d", sign, way - RING);
        else
            continue;
        sign = ",";
    }
    hra_text_add(out, *sign == ',' && sign[1] == '\0' ? "]" : seat ? ",[]" : "[]");
}

static void race(visit *c, hra_text *out) {
    static const char *const names[] = {"green", "blue", "red", "yellow"};
    int turn = 0;
    bool two = strstr(c->spec, "dice=2"), first = true;
    for (int seat = 0; seat < c->game->seats; seat++)
        add_pieces(c, seat, out);
    for (int seat = 0; seat < c->game->seats; seat++)
        if (value("%s turn", called(c, seat)) > 0)
            turn = seat;
    hra_text_addf(out, " %s", names[turn % 4]);
    for (int face = 1; face <= 6; face++)
        for (int n = (int)value("dice that show %d", face); n > 0; n--, first = false)
            hra_text_addf(out, first ? " %d" : "+%d", face);
    if (two && value("throws again") > 0)
        hra_text_add(out, " again");
    if (value("over") > 0)
        hra_text_add(out, " won");
    else if (value("tries to come on") > 0)
        hra_text_addf(out, " try %d", whole(value("tries to come on"), 3) + 1);
}

/* ---- Pacman ---------------------------------------------------------------------------------*/

enum { SIDE = 32, LIMIT = 2000 };

/* The mean of the places where something called so is. Cells that are walls have no such feature. */
static bool find(const char *what, char place[40]) {
    double x = 0, y = 0, sum = 0;
    int cx, cy, end;
    for (int i = 0; i < told.count; i++) {
        const char *name = told.entry[i].name;
        double n = (double)told.x[told.entry[i].index];
        if (n == 0 || strncmp(name, what, strlen(what)) != 0 ||
            sscanf(name + strlen(what), " on %d,%d%n", &cx, &cy, &end) != 2)
            continue;
        x += n * cx, y += n * cy, sum += n;
    }
    snprintf(place, 40, "%g,%g", x, y);
    return sum == 1;
}

static void add_ghost(int ghost, int slot, hra_text *out) {
    static const char *const ways[] = {"west", "east", "north", "south"};
    char name[40], place[40];
    int timer = whole(value("ghost %d scared for so long", slot), 40);
    snprintf(name, sizeof name, timer ? "ghost %d scared" : "ghost %d", slot);
    assert_true(find(name, place));
    hra_text_addf(out, "%s%s", ghost > 1 ? "/" : " ghosts=", place);
    for (int i = 0; i < 4; i++)
        if (value("ghost %d goes %s", slot, ways[i]) > 0)
            hra_text_add_char(out, "WENS"[i]);
    if (timer)
        hra_text_addf(out, ":%d", timer);
}

/* Of what has this name, by lines from the top, four a digit. */
static void add_dots(const char *name, hra_text *out) {
    char text[100];
    struct entry key = {.name = text};
    unsigned digit = 0;
    int n = 0;
    hra_text_addf(out, " %s=", strcmp(name, "food") == 0 ? "food" : "capsules");
    for (int y = SIDE; y >= 0; y--)
        for (int x = 0; x < SIDE; x++) {
            snprintf(text, sizeof text, "%s on %d,%d", name, x, y);
            if (!bsearch(&key, told.entry, (size_t)told.count, sizeof key, by_name))
                continue;
            digit = digit << 1 | (value("%s", text) > 0);
            if (++n % 4 == 0) {
                hra_text_addf(out, "%x", digit);
                digit = 0;
            }
        }
    if (n % 4)
        hra_text_addf(out, "%x", digit << (4 - n % 4));
}

static void pacman(visit *c, hra_text *out) {
    char place[40];
    int ghosts = c->game->seats - 1, mover = -1;
    double x = value("score");
    for (int k = 0; k <= ghosts; k++) {
        int slot = told.seat == 0 || k == 0 ? k : (k - told.seat + ghosts) % ghosts + 1;
        if (k == 0 ? value("Pacman to move") > 0 : value("ghost %d to move", slot) > 0)
            mover = k;
    }
    assert_true(value("is Pacman") == (told.seat == 0));
    if (mover >= 0)
        hra_text_addf(out, "turn=%d", mover);
    else
        hra_text_add(out, value("Pacman won") > 0    ? "turn=won"
                          : value("Pacman lost") > 0 ? "turn=lost"
                                                     : "turn=undecided");
    assert_true(find("Pacman", place));
    hra_text_addf(out, " score=%d round=%d pacman=%s", (int)round(1000 * x / (1 - fabs(x))),
                  whole(value("rounds played"), LIMIT), place);
    for (int k = 1; k <= ghosts; k++)
        add_ghost(k, told.seat == 0 ? k : (k - told.seat + ghosts) % ghosts + 1, out);
    add_dots("food", out);
    add_dots("capsule", out);
}

/* ---- Yahtzee --------------------------------------------------------------------------------*/

static const char *const boxes[] = {
    "ones",           "twos",       "threes",         "fours",          "fives",   "sixes", "three-of-a-kind",
    "four-of-a-kind", "full-house", "small-straight", "large-straight", "yahtzee", "chance"};

static bool add_dice(const char *what, const char *held, hra_text *out) {
    int n = 0;
    for (int face = 1; face <= 6; face++)
        for (int k = 1; k <= 5 && value("%d of %d%s", k, face, held) > 0; k++)
            hra_text_addf(out, "%s%d", n++ ? "-" : what, face);
    return n > 0;
}

/* One card of a position, and behind it its hundreds; what stands in the boxes does not decide how play goes
 * on, so that is taken as it is. */
static void add_card(const visit *c, int seat, const char *card, hra_text *out) {
    int sum = 0, upper = 0, box = 0, n = 0, hundreds = 0;
    const char *at = card ? card + 5 : "-";
    hra_text_addf(out, "%s card=%.*s", seat ? ";" : "", (int)strcspn(at, ";"), at);
    for (; *at && *at != ' ' && *at != ';' && *at != '-'; at += n, at += *at == ',', box++) {
        int points = 0, filled = sscanf(at, "%d%n", &points, &n) == 1;
        n = filled ? n : 1;
        assert_true(value("%s %s filled", called(c, seat), boxes[box]) == filled);
        sum += points;
        upper += box < 6 ? points : 0;
    }
    for (; box < 13; box++)
        assert_true(value("%s %s filled", called(c, seat), boxes[box]) == 0);
    if (sscanf(at, " hundreds=%d", &hundreds) == 1)
        sum += 100 * hundreds;
    assert_int_equal(whole(value("%s upper total", called(c, seat)), 63), upper < 63 ? upper : 63);
    assert_int_equal(whole(value("%s score", called(c, seat)), 250), sum + (upper < 63 ? 0 : 35));
}

static void yahtzee(visit *c, hra_text *out) {
    char *text = NULL;
    const char *card[HRA_MAX_SEATS] = {NULL};
    int rolls = 0, seats = c->game->seats;
    assert_int_equal(hra_state_position(c->game, c->s, &text, NULL), 0);
    for (int n = 1; n <= 3; n++)
        rolls += n * (int)value("%d rolls left", n);
    bool any = add_dice("dice=", "", out) || add_dice("keep=", " held", out);
    if (!any && rolls > 0 && rolls < 3)
        hra_text_add(out, "keep=none");
    if (rolls < 3 && value("over") == 0)
        hra_text_addf(out, " rolls=%d", rolls);
    for (int seat = 0; seat < seats; seat++) {
        const char *before = seat ? card[seat - 1] : text;
        if (value("%s turn", called(c, seat)) > 0)
            hra_text_addf(out, " turn=%d", seat);
        card[seat] = before ? strstr(before + (seat > 0), "card=") : NULL;
    }
    for (int seat = 0; seat < seats; seat++)
        add_card(c, seat, card[(seat - told.shift + seats) % seats], out);
    hra_string_free(text);
}

/* ---- empire ---------------------------------------------------------------------------------*/

enum { REGIONS = 25, CARDS = 42 };

static const char *const colours[] = {"red", "blue", "green", "yellow", "violet"};
static const char *const goods[] = {"gem", "coal", "wood", "iron", "food", "joker"};

static void add_armies(const visit *c, int seat, hra_text *out) {
    const char *whose = called(c, seat);
    hra_text_addf(out, "%s %d", colours[seat], whole(value("%s coins", whose), 10));
    for (int i = 1; i <= REGIONS; i++) {
        int armies = whole(value("%s armies in %d", whose, i), 4),
            cities = (int)value("%s cities in %d", whose, i);
        if (armies || cities)
            hra_text_addf(out, " %d:%d", i, armies);
        if (cities)
            hra_text_addf(out, "+%d", cities);
    }
    hra_text_add(out, " / ");
}

/* Cards of each kind, as the first state has them: none is drawn yet. */
static void add_cards(const visit *c, hra_text *out) {
    static int deck[CARDS + 1];
    int row[6] = {0};
    hra_text_add(out, " / row");
    for (int place = 0; place < 6; place++)
        for (int card = 1; card <= CARDS; card++)
            if (value("card %d at place %d", card, place + 1) > 0)
                hra_text_addf(out, " %d", row[place] = card);
    hra_text_add(out, " / gone");
    for (int card = 1; card <= CARDS; card++) {
        int gone = (deck[card] = c->ply ? deck[card] : (int)value("card %d unseen", card));
        gone -= (int)value("card %d unseen", card);
        for (int place = 0; place < 6; place++)
            gone -= row[place] == card;
        for (; gone > 0; gone--)
            hra_text_addf(out, " %d", card);
    }
}

static void add_bids(const visit *c, int bids, hra_text *out) {
    for (int seat = 0; seat < bids; seat++)
        if (value("%s hidden bid", called(c, seat)) > 0)
            hra_text_add(out, " ?");
        else
            hra_text_addf(out, " %d", whole(value("%s bid", called(c, seat)), 10) - 1);
}

/* What is done with the card. Which army went where is read off the position, and compared. */
static void add_act(const visit *c, const char *position, hra_text *out) {
    int last = 0, from, to, end, left[REGIONS + 1] = {0}, entered[REGIONS + 1] = {0};
    for (int i = 1; i <= REGIONS; i++)
        last += (i - 1) * (int)value("goes on from %d", i);
    hra_text_addf(out, " part %d left %d last %d%s", (int)value("second ability") + 1,
                  whole(value("left of the action"), 4), last + 1,
                  value("ability must be used") > 0 ? " must" : "");
    for (const char *at = strstr(position, " last "); at && (at = strchr(at + 1, ' '));)
        if (sscanf(at, " %d>%d%n", &from, &to, &end) == 2) {
            hra_text_addf(out, " %d>%d", from, to);
            left[from]++, entered[to]++;
            at += end - 1;
        }
    for (int i = 1; i <= REGIONS; i++) {
        assert_int_equal((int)value("armies that left %d", i), left[i]);
        assert_int_equal((int)value("armies that entered %d", i), entered[i]);
    }
}

static void add_due(const visit *c, const char *position, hra_text *out) {
    static const char *const phases[] = {"draw", "neutral", "lot", "bid",   "reveal", "choose",
                                         "card", "ability", "act", "joker", "over"};
    const char *phase = NULL;
    int turn = 0, card = 0;
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
        if (value("due: %s", phases[i]) > 0)
            phase = phases[i];
    for (int seat = 0; seat < c->game->seats; seat++)
        if (value("%s turn", called(c, seat)) > 0)
            turn = seat;
    for (int i = 1; i <= CARDS; i++)
        card += i * (int)value("card %d bought", i);
    hra_text_addf(out, " / %s %s", colours[turn], phase);
    if (strcmp(phase, "bid") == 0 || strcmp(phase, "reveal") == 0)
        add_bids(c, *phase == 'b' ? turn : c->game->seats, out);
    if (card)
        hra_text_addf(out, " %d", card);
    if (strcmp(phase, "act") == 0)
        add_act(c, position, out);
    for (int good = 0; good < 5; good++)
        if (value("jokers from %s on", goods[good]) > 0)
            hra_text_addf(out, " %d", good + 1);
}

static void empire(visit *c, hra_text *out) {
    const char *first = "nobody";
    char *position = NULL;
    hra_game_view(c->game, c->s, told.seat, c->scratch);
    assert_int_equal(hra_state_position(c->game, c->scratch, &position, NULL), 0);
    for (int seat = 0; seat < c->game->seats; seat++)
        add_armies(c, seat, out);
    hra_text_add(out, "neutral");
    for (int i = 1; i <= REGIONS; i++)
        if (value("neutral armies in %d", i) > 0)
            hra_text_addf(out, " %d:%d", i, whole(value("neutral armies in %d", i), 4));
    hra_text_addf(out, " left %d", whole(value("neutral armies to place"), 10));
    add_cards(c, out);
    hra_text_add(out, " / goods");
    for (int seat = 0; seat < c->game->seats; seat++) {
        hra_text_addf(out, seat ? ", %s" : " %s", colours[seat]);
        for (int good = 0; good < 6; good++)
            if (value("%s %s", called(c, seat), goods[good]) > 0)
                hra_text_addf(out, " %s%d", goods[good],
                              whole(value("%s %s", called(c, seat), goods[good]), 4));
        if (value("%s first turn", called(c, seat)) > 0)
            first = colours[seat];
    }
    hra_text_addf(out, " / first %s", first);
    add_due(c, position, out);
    hra_string_free(position);
}

/* ---- all ------------------------------------------------------------------------------------*/

static const struct told_game {
    const char *spec;
    void (*rebuild)(visit *, hra_text *);
    int plays;
    bool alike; /* any seat may be in the place of any other */
} * told_game;

/* The state that is told, in the scratch. */
static void read_what_is_told(visit *c, int seat) {
    hra_text text;
    hra_error why = {0};
    hra_text_init(&text);
    told_game->rebuild(c, &text);
    memset(c->scratch, 0, c->game->state_size);
    if (hra_game_read_position(c->game, hra_text_string(&text), c->scratch, &why) != 0)
        visit_broken(c, "seat %d is told %s, but %s", seat, hra_text_string(&text), why.text);
    hra_text_release(&text);
}

/* Seats have numbers while nobody is first at empire, and where they assign jokers. */
static bool seats_have_numbers(const visit *c) {
    bool numbered = false;
    for (int seat = 0; told_game->rebuild == empire && seat < c->game->seats; seat++)
        numbered = numbered || value("%s seat is 0", called(c, seat)) > 0;
    return numbered;
}

/* Another seat in the place of this one is told the same. */
static void check_other_seat(visit *c, int seat) {
    size_t bytes = (size_t)told.count * sizeof(float);
    float *other = malloc(bytes);
    told.shift = 1;
    told.seat = (seat + 1) % c->game->seats;
    read_what_is_told(c, seat);
    assert_int_equal(hra_state_features(c->game, c->scratch, told.seat, other, told.count, NULL), 0);
    if (told_game->rebuild == checkers) /* its positions do not hold the quiet plies */
        for (int i = 0; i < told.count; i++)
            if (strcmp(told.entry[i].name, "quiet plies") == 0)
                other[told.entry[i].index] = told.x[told.entry[i].index];
    if (memcmp(other, told.x, bytes) != 0)
        visit_broken(c, "seat %d is told something else in the place of seat %d", told.seat, seat);
    free(other);
}

static void features_rebuild_the_state(visit *c) {
    if (c->ply % 4 && c->ply > 40 && c->mover != HRA_OVER)
        return;
    for (int seat = 0; seat < c->game->seats; seat++) {
        told.shift = 0;
        told.seat = seat;
        assert_int_equal(hra_state_features(c->game, c->s, seat, told.x, told.count, NULL), 0);
        hra_game_view(c->game, c->s, seat, c->scratch);
        uint64_t seen = hra_game_key(c->game, c->scratch);
        read_what_is_told(c, seat);
        if (seen != hra_game_key(c->game, c->scratch))
            visit_broken(c, "seat %d is told another state", seat);
        if (told_game->alike && !seats_have_numbers(c))
            check_other_seat(c, seat);
    }
}

static const struct told_game games[] = {
    {"tictactoe", tictactoe, 20, false},
    {"connect4", connect4, 10, false},
    {"chess", chess, 2, false},
    {"chess:variant=960", chess, 2, false},
    {"nim", nim, 20, true},
    {"matches", matches, 10, true},
    {"race", race, 1, true},
    {"race:seats=2,dice=2,extra-turn-on=6", race, 1, true},
    {"pacman", pacman, 4, false},
    {"pacman:layout=orchard", pacman, 2, false},
    {"yahtzee", yahtzee, 1, true},
    {"yahtzee:seats=3", yahtzee, 1, true},
    {"checkers", checkers, 4, true},
    {"empire", empire, 2, true},
    {"empire:seats=3,first-player=bid,wild-scoring=declared", empire, 2, true},
};

static void features_of_a_game(void **state) {
    visit c;
    told_game = *state;
    visit_open(&c, told_game->spec);
    learn_names(c.game);
    for (int play = 0; play < told_game->plays; play++)
        visit_walk(&c, (uint64_t)play + 50, features_rebuild_the_state);
    forget_names();
    visit_close(&c);
}

/* A joker, and the yahtzee before it: random plays hardly ever throw one. */
static void a_joker_is_told(void **state) {
    visit c;
    hra_error why = {0};
    visit_open(&c, "yahtzee");
    learn_names(c.game);
    told.seat = told.shift = 0;
    const char *joker = "dice=1-1-1-1-1 rolls=1 card=3,.,.,.,.,.,.,.,.,.,.,50";
    assert_int_equal(hra_game_read_position(c.game, joker, c.s, &why), 0);
    assert_int_equal(hra_state_features(c.game, c.s, 0, told.x, told.count, NULL), 0);
    assert_true(value("own yahtzee of 50") == 1);
    assert_true(value("full-house would bring") == 0.5);
    assert_true(value("ones would bring") == 0 && value("twos would bring") == 0);
    assert_true(value("5 of 1") == 1 && value("5 of 1 held") == 0);
    forget_names();
    visit_close(&c);
}

int main(void) {
    enum { GAMES = sizeof games / sizeof *games };
    struct CMUnitTest tests[GAMES + 1];
    for (int i = 0; i < GAMES; i++)
        tests[i] = (struct CMUnitTest){.name = games[i].spec,
                                       .test_func = features_of_a_game,
                                       .initial_state = (void *)(uintptr_t)&games[i]};
    tests[GAMES] = (struct CMUnitTest)cmocka_unit_test(a_joker_is_told);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
