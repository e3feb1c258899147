/* Race in numbers. A seat sees the ring from its own start field on, and the others in the order in which
 * they follow it: slot 0 is the seat itself.
 *
 *     of each slot   pieces off the board; a piece on each field of the ring, in each place of its lane
 *     turn           of each slot: whose turn it is, of the winner when it is over
 *     dice           how many show each number
 *     again, tries, over */
#include "race.h"
#include "rules/features.h"

/* Places of a piece along a way, off the board first; as many features has a slot. */
static int places(const race_setup *setup) {
    return 1 + setup->ring + setup->home;
}

static int highest(const race_setup *setup) {
    return setup->face[setup->faces - 1];
}

enum { AGAIN, TRIES, OVER, REST };

static int feature_count(const hra_game *game) {
    const race_setup *setup = game->data;
    return setup->seats * (places(setup) + 1) + highest(setup) + REST;
}

static int feature_room(const hra_game *game) {
    const race_setup *setup = game->data;
    return setup->seats * (setup->pieces + 1) + 1 + RACE_DICE + REST;
}

/* Where `seat` sees the place of another seat's piece: its own field of the ring, or the other's lane. */
static int seen_from(const race_setup *setup, int seat, int other, int place) {
    if (other == seat || place > setup->ring)
        return place;
    int field = race_field(setup, other, place) - setup->start[seat];
    return 1 + (field < 0 ? field + setup->ring : field);
}

static void put_pieces(const race_setup *setup, const race_state *r, int seat, int other, int first,
                       hra_feature_list *list) {
    uint8_t at[RACE_PIECES];
    int off = 0;
    for (int i = 0; i < setup->pieces; i++) {
        int place = r->place[other][i];
        at[i] = (uint8_t)(place ? seen_from(setup, seat, other, place) : 0);
        off += place == 0;
    }
    race_sort(at, setup->pieces);
    if (off)
        hra_feature_put(list, first, (double)off / setup->pieces);
    for (int i = off; i < setup->pieces; i++)
        hra_feature_put(list, first + at[i], 1);
}

static int features(const hra_game *game, const void *s, int seat, hra_feature *out) {
    const race_setup *setup = game->data;
    const race_state *r = s;
    hra_feature_list list = {out, 0};
    int seats = setup->seats, at = seats * places(setup), die[RACE_DICE], dice = race_dice(setup, r, die);
    for (int slot = 0; slot < seats; slot++)
        put_pieces(setup, r, seat, (seat + slot) % seats, slot * places(setup), &list);
    hra_feature_put(&list, at + (r->turn + seats - seat) % seats, 1);
    at += seats;
    for (int i = 0, same; i < dice; i += same) {
        for (same = 1; i + same < dice && die[i + same] == die[i];)
            same++;
        hra_feature_put(&list, at + die[i] - 1, same);
    }
    at += highest(setup);
    hra_feature_put(&list, at + AGAIN, setup->dice == 2 && r->again);
    if (r->failed)
        hra_feature_put(&list, at + TRIES, (double)r->failed / setup->tries);
    hra_feature_put(&list, at + OVER, r->won);
    return list.count;
}

static void name_feature(const hra_game *game, int index, hra_text *out) {
    static const char *const slots[RACE_SEATS] = {"own", "next seat's", "second seat's", "third seat's"};
    static const char *const rest[REST] = {"throws again", "tries to come on", "over"};
    const race_setup *setup = game->data;
    int pieces = setup->seats * places(setup), slot = index / places(setup), place = index % places(setup);
    if (index < pieces && place == 0)
        hra_text_addf(out, "%s pieces off", slots[slot]);
    else if (index < pieces && place > setup->ring)
        hra_text_addf(out, "%s piece on D%d", slots[slot], place - setup->ring);
    else if (index < pieces)
        hra_text_addf(out, "%s piece on field %d", slots[slot], place);
    else if (index < pieces + setup->seats)
        hra_text_addf(out, "%s turn", slots[index - pieces]);
    else if (index < pieces + setup->seats + highest(setup))
        hra_text_addf(out, "dice that show %d", index - pieces - setup->seats + 1);
    else
        hra_text_add(out, rest[index - pieces - setup->seats - highest(setup)]);
}

/* ---- terms ----------------------------------------------------------------------------------*/

enum { HOME, RING, OFF, STEPS, IN_DANGER, THREATS, OTHERS };

static const char *const terms[] = {
    "pieces home",      "pieces on the ring",     "pieces off",         "steps made",
    "pieces in danger", "pieces that can be hit", "others' steps made", NULL};

/* How many pieces of `victim` one die of a piece of `seat` on the ring may hit. */
static int threatened(const race_setup *setup, const race_state *r, int seat, int victim) {
    int n = 0;
    for (int i = 0; i < setup->pieces; i++) {
        int at = r->place[victim][i], goal = seen_from(setup, seat, victim, at);
        bool hit = false;
        if (at == 0 || at > setup->ring)
            continue;
        for (int k = 0; k < setup->pieces; k++) {
            int from = r->place[seat][k];
            for (int f = 0; from && from <= setup->ring && f < setup->faces; f++)
                hit = hit || setup->face[f] == goal - from;
        }
        n += hit;
    }
    return n;
}

static void term(const hra_game *game, const void *before, const void *s, int seat, double *out) {
    const race_setup *setup = game->data;
    const race_state *r = s;
    for (int i = 0; terms[i]; i++)
        out[i] = 0;
    for (int other = 0; other < setup->seats; other++)
        for (int i = 0; i < setup->pieces; i++) {
            int place = r->place[other][i];
            out[other == seat ? STEPS : OTHERS] += place;
            out[HOME] += other == seat && place > setup->ring;
            out[RING] += other == seat && place && place <= setup->ring;
            out[OFF] += other == seat && place == 0;
        }
    for (int other = 0; other < setup->seats; other++)
        if (other != seat) {
            out[IN_DANGER] += threatened(setup, r, other, seat);
            out[THREATS] += threatened(setup, r, seat, other);
        }
}

/* ---- moves ----------------------------------------------------------------------------------*/

/* The place of the piece that moves, with two dice for each number that it takes; the last is to pass. */
static int action_count(const hra_game *game) {
    const race_setup *setup = game->data;
    return (setup->dice == 2 ? highest(setup) : 1) * places(setup) + 1;
}

static int action(const hra_game *game, const void *s, hra_move m) {
    const race_setup *setup = game->data;
    if (m == RACE_PASS)
        return action_count(game) - 1;
    return (race_high(m) ? race_high(m) - 1 : 0) * places(setup) + race_low(m);
}

const hra_rules_encoding race_numbers = {
    .size = sizeof(hra_rules_encoding),
    .feature_count = feature_count,
    .feature_room = feature_room,
    .features = features,
    .name_feature = name_feature,
    .terms = terms,
    .term = term,
    .action_count = action_count,
    .action = action,
};
