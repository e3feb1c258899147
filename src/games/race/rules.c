/* race: pieces run round a ring and into their home lane; a throw decides how far. */
#include <string.h>

#include "core/messages.h"
#include "race.h"

int race_field(const race_setup *setup, int seat, int place) {
    int field = setup->start[seat] + place - 1;
    return field < setup->ring ? field : field - setup->ring;
}

/* All places of a seat in one word. No place is above 127, and those of pieces that the options leave out are 0. */
static inline uint32_t places_of(const uint8_t place[RACE_PIECES]) {
    uint32_t all;
    memcpy(&all, place, sizeof all);
    return all;
}

/* Is a piece at this place, which is not 0? A byte of the difference is 0 then, and 1 less borrows its highest bit. */
static inline bool has_piece(const uint8_t place[RACE_PIECES], int at) {
    const uint32_t each = 0x01010101, differs = places_of(place) ^ (uint32_t)at * each;
    return (differs - each) & ~differs & each << 7;
}

/* Other pieces may be jumped over, everywhere; two of one seat never share a place. */
int race_target(const race_setup *setup, const uint8_t place[RACE_PIECES], int from, int face) {
    int last = setup->ring + setup->home, to = from + face;
    if (from == 0)
        to = setup->enter >> face & 1 ? 1 : 0;
    if (to > last && setup->exact)
        return 0;
    if (to > last) {
        to = last;
        while (to > from && has_piece(place, to))
            to--;
        return to > setup->ring && to > from ? to : 0;
    }
    return to && !has_piece(place, to) ? to : 0;
}

/* The place of a seat's own way that is this field of the ring. */
static inline int place_at(const race_setup *setup, int seat, int field) {
    int place = field - setup->start[seat] + 1;
    return place > 0 ? place : place + setup->ring;
}

int race_hit(const race_setup *setup, const race_state *r, int seat, int place) {
    if (place > setup->ring)
        return -1;
    int field = race_field(setup, seat, place);
    for (int other = 0; other < setup->seats; other++)
        if (other != seat && has_piece(r->place[other], place_at(setup, other, field)))
            return other;
    return -1;
}

/* The moves that one die allows, behind n others. *hits: how many of those hit. `mark` tells the die. */
static inline int add_moves(const race_setup *setup, const race_state *r, int face, hra_move mark, int *hits,
                            hra_move *out, int n) {
    const uint8_t *place = r->place[r->turn];
    for (int i = 0; i < setup->pieces; i++) {
        if (i && place[i] == place[i - 1])
            continue; /* pieces off the board are all alike */
        int to = race_target(setup, place, place[i], face);
        if (!to)
            continue;
        bool hit = setup->must_capture && race_hit(setup, r, r->turn, to) >= 0;
        if (hit && !*hits)
            n = 0;
        if (hit || !*hits)
            out[n++] = place[i] | mark;
        *hits += hit;
    }
    return n;
}

/* 0 where nothing can move. */
static int list_moves(const race_setup *setup, const race_state *r, hra_move *out) {
    int hits = 0;
    if (setup->dice == 1)
        return add_moves(setup, r, r->thrown, 0, &hits, out, 0);
    int n = add_moves(setup, r, r->thrown, (hra_move)r->thrown << 8, &hits, out, 0);
    return r->other ? add_moves(setup, r, r->other, (hra_move)r->other << 8, &hits, out, n) : n;
}

int race_dice(const race_setup *setup, const race_state *r, int die[RACE_DICE]) {
    int n = 0;
    if (r->thrown)
        die[n++] = r->thrown;
    for (int i = 0; setup->dice == 2 && i < r->more; i++)
        die[n++] = r->thrown;
    if (setup->dice == 2 && r->other)
        die[n++] = r->other;
    return n;
}

bool race_is_home(const race_setup *setup, const race_state *r, int seat) {
    return r->place[seat][0] > setup->ring; /* the last of its pieces */
}

void race_sort(uint8_t place[RACE_PIECES], int pieces) {
    for (int i = 1; i < pieces; i++) {
        uint8_t x = place[i];
        int k = i;
        for (; k > 0 && place[k - 1] > x; k--)
            place[k] = place[k - 1];
        place[k] = x;
    }
}

static void init(const hra_game *game, void *s) {
    const race_setup *setup = game->data;
    race_state r = {0};   /* of which one die needs but the beginning */
    if (setup->lecture) { /* green 8 and 14, blue 7 and 12, green has thrown 2 */
        r.place[0][0] = 4, r.place[0][1] = 18;
        r.place[1][0] = 7, r.place[1][1] = 12;
        r.thrown = 2;
    }
    memcpy(s, &r, game->state_size);
}

static int to_move(const hra_game *game, const void *s) {
    const race_state *r = s;
    return r->won ? HRA_OVER : r->thrown ? r->turn : HRA_CHANCE;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    int n = list_moves(game->data, s, out);
    if (n)
        return n;
    out[0] = RACE_PASS;
    return 1;
}

static int chances(const hra_game *game, const void *s, hra_move *out, double *probability) {
    const race_setup *setup = game->data;
    int n = 0;
    if (setup->dice == 1) {
        for (int i = 0; i < setup->faces; i++) {
            out[i] = (hra_move)setup->face[i];
            probability[i] = setup->probability[i];
        }
        return setup->faces;
    }
    for (int i = 0; i < setup->faces; i++)
        for (int k = i; k < setup->faces; k++) {
            out[n] = (hra_move)(setup->face[i] | setup->face[k] << 8);
            probability[n++] = (k > i ? 2 : 1) * setup->probability[i] * setup->probability[k];
        }
    return n;
}

static bool throws_again(const race_setup *setup, const race_state *r) {
    return setup->dice == 1 ? setup->again >> r->thrown & 1 : r->again;
}

static void take_dice_away(const race_setup *setup, race_state *r) {
    r->thrown = 0;
    if (setup->dice == 2)
        r->other = r->more = r->again = 0;
}

/* Ends a throw. A turn that goes on begins anew: tries are counted from the start. */
static void end_throw(const race_setup *setup, race_state *r) {
    bool again = throws_again(setup, r);
    take_dice_away(setup, r);
    r->failed = 0;
    if (!again)
        r->turn = (uint8_t)(r->turn + 1 == setup->seats ? 0 : r->turn + 1);
}

static bool on_ring(const race_setup *setup, const race_state *r, int seat) {
    for (int i = 0; i < setup->pieces; i++)
        if (r->place[seat][i] && r->place[seat][i] <= setup->ring)
            return true;
    return false;
}

/* Ends the throw where no other die is left. */
static void use_die(const race_setup *setup, race_state *r, int face) {
    bool left = setup->dice == 2 && (r->more || r->other);
    if (!left) {
        end_throw(setup, r);
    } else if (r->more) {
        r->more--;
    } else {
        r->thrown = face == r->thrown ? r->other : r->thrown;
        r->other = 0;
    }
}

void race_throw(const race_setup *setup, race_state *r, int low, int high) {
    bool equal = low == high;
    r->thrown = (uint8_t)low;
    if (setup->dice == 1)
        return;
    r->other = equal ? 0 : (uint8_t)high;
    r->more = !equal ? 0 : setup->doubles == RACE_TWICE ? 3 : 1;
    r->again = (equal && setup->doubles == RACE_AGAIN) || setup->again >> low & 1 || setup->again >> high & 1;
}

/* While tries are left a throw that moves nothing is only counted. */
static void take_throw(const race_setup *setup, race_state *r, hra_move m) {
    hra_move list[RACE_MOVES];
    race_throw(setup, r, race_low(m), race_high(m));
    if (r->failed + 1 < setup->tries && !throws_again(setup, r) && !on_ring(setup, r, r->turn) &&
        !list_moves(setup, r, list)) {
        take_dice_away(setup, r);
        r->failed++;
    } else {
        r->failed = 0;
    }
}

static void apply(const hra_game *game, void *s, hra_move m) {
    const race_setup *setup = game->data;
    race_state *r = s;
    if (!r->thrown) {
        take_throw(setup, r, m);
        return;
    }
    if (m == RACE_PASS) {
        end_throw(setup, r);
        return;
    }
    int seat = r->turn, from = race_low(m), face = race_face(r, m), i = 0;
    uint8_t *place = r->place[seat];
    int to = race_target(setup, place, from, face), victim = race_hit(setup, r, seat, to);
    if (victim >= 0) {
        int at = place_at(setup, victim, race_field(setup, seat, to));
        while (r->place[victim][i] != at)
            i++;
        r->place[victim][i] = 0;
        race_sort(r->place[victim], setup->pieces);
    }
    for (i = 0; place[i] != from;)
        i++;
    place[i] = (uint8_t)to;
    race_sort(place, setup->pieces);
    if (race_is_home(setup, r, seat)) {
        r->won = 1;
        take_dice_away(setup, r);
    } else {
        use_die(setup, r, face);
    }
}

static void returns(const hra_game *game, const void *s, double *out) {
    const race_setup *setup = game->data;
    const race_state *r = s;
    for (int seat = 0; seat < setup->seats; seat++)
        out[seat] = seat == r->turn ? setup->win : -setup->win;
}

/* Hits first, then what goes home, then what comes on. */
static void order(const hra_game *game, const void *s, const hra_move *list, int n, int *score) {
    const race_setup *setup = game->data;
    const race_state *r = s;
    for (int i = 0; i < n; i++) {
        int to = list[i] == RACE_PASS
                     ? 0
                     : race_target(setup, r->place[r->turn], race_low(list[i]), race_face(r, list[i]));
        score[i] = to && race_hit(setup, r, r->turn, to) >= 0 ? 3
                   : to > setup->ring                         ? 2
                                                              : race_low(list[i]) == 0;
    }
}

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "Race",
    .summary = "a dice race around a track (ludo, Mensch ärgere dich nicht)",
    .seat_names = race_seat_names,
    .show = race_show,
    .show_move = race_show_move,
    .parse_move = race_parse_move,
    .move_help = "the field of the piece that moves: 8, or 8-10 in full; D1 for the lane; off for a piece to "
                 "bring on; pass; with two dice the die before it: 2: 8-10",
    .write_position = race_write_position,
    .read_position = race_read_position,
    .say_move = race_say_move,
};

static const hra_rules_hints rules_hints = {
    .size = sizeof(hra_rules_hints),
    .score_moves = order,
};

#define FORMULA "eval=formula(pieces-home=6,pieces-on-track=2,reach=1,threat=1,steps=0.5)"

static const char *fast_player(const hra_game *game) {
    return "expectiminimax:depth=1," FORMULA;
}

static const hra_variant variants[] = {
    {N_("Short board of the lecture"), "board=lecture"},
    {0},
};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .levels = &race_levels,
    .variants = variants,
    .best = "expectiminimax:depth=2," FORMULA,
    .fast_player = fast_player,
    .evaluations = race_evaluations,
    .terms = race_terms,
};

const hra_rules hra_rules_race = {
    .size = sizeof(hra_rules),
    .name = "race",
    .seats.min = 2,
    .seats.max = RACE_SEATS,
    .seats.default_ = 4,
    .options = race_options,
    .open = race_open,
    .close = race_close,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .chance_outcomes = chances,
    .text = &rules_text,
    .hints = &rules_hints,
    .catalogue = &rules_catalogue,
    .scene = &race_scene,
    .encoding = &race_numbers,
};
