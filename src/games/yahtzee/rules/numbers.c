/* Yahtzee in numbers. Seats are seen in the order in which they follow the one that looks: slot 0 is its own.
 *
 *     dice      of each face 1, 2 .. 5 of them, on the table; the same of those held for the next roll
 *     rolls     1, 2 or 3 left; none of the three: a box is due
 *     brings    of each box that may be filled with the roll on the table, the points it would bring
 *     slots     of each slot: whether it is its turn, its boxes filled, and the rest of its card */
#include "rules/features.h"
#include "yahtzee.h"

enum { HELD = YZ_FACES * YZ_DICE, ROLLS = 2 * HELD, OVER = ROLLS + YZ_TURN_ROLLS, BRINGS };

/* Of a slot, behind its turn and its boxes. */
enum { UPPER, BONUS, FIFTY, SCORE, CARD };

static int boxes_of(const hra_game *game) {
    return yz_game_of(game)->rules.boxes;
}

static int slot_width(const hra_game *game) {
    return 1 + boxes_of(game) + CARD;
}

static int feature_count(const hra_game *game) {
    return BRINGS + boxes_of(game) + game->seats * slot_width(game);
}

static int feature_room(const hra_game *game) {
    return YZ_DICE + 2 + boxes_of(game) + game->seats * slot_width(game);
}

static void put_dice(const struct yz_dice *dice, int keep, int first, hra_feature_list *list) {
    for (int face = 0; face < YZ_FACES; face++)
        for (int n = 0; n < dice->count[keep][face]; n++)
            hra_feature_put(list, first + YZ_DICE * face + n, 1);
}

/* Points that are written into the box; the hundred of a further yahtzee follows from dice and card. */
static void put_points(const struct yz_rules *rules, struct yz_card card, int roll, hra_feature_list *list) {
    unsigned legal = yz_card_legal(rules, card, roll);
    const bool joker = rules->equal[roll] >= 0 && yz_card_joker(rules, card, roll);
    for (; legal; legal &= legal - 1) {
        int box = __builtin_ctz(legal);
        hra_feature_put(list, BRINGS + box, (joker ? rules->joker_points : rules->points)[box][roll] / 50.0);
    }
}

static void put_slot(const hra_game *game, const struct yz_state *s, int seat, int first,
                     hra_feature_list *list) {
    const struct yz_seat *own = &s->seats[seat];
    hra_feature_put(list, first++, s->phase != YZ_FINISHED && s->seat == seat);
    hra_feature_put_set(list, first, own->card.filled);
    first += boxes_of(game);
    hra_feature_put(list, first + UPPER, (double)own->card.upper / YZ_UPPER_GOAL);
    hra_feature_put(list, first + BONUS, own->card.upper >= YZ_UPPER_GOAL);
    hra_feature_put(list, first + FIFTY, own->card.fifty);
    hra_feature_put(list, first + SCORE, own->score / 250.0);
}

static int features(const hra_game *game, const void *state, int seat, hra_feature *out) {
    const struct yz_game *g = yz_game_of(game);
    const struct yz_state *s = state;
    hra_feature_list list = {out, 0};
    if (yz_state_asks(s))
        put_dice(&g->dice, YZ_ROLL0 + s->roll, 0, &list);
    else if (s->phase == YZ_TO_ROLL)
        put_dice(&g->dice, s->keep, HELD, &list);
    if (s->rolls > 0)
        hra_feature_put(&list, ROLLS + s->rolls - 1, 1);
    hra_feature_put(&list, OVER, s->phase == YZ_FINISHED);
    if (yz_state_asks(s))
        put_points(&g->rules, yz_state_mover(s)->card, s->roll, &list);
    for (int slot = 0, at = BRINGS + g->rules.boxes; slot < game->seats; slot++, at += slot_width(game))
        put_slot(game, s, seat + slot < game->seats ? seat + slot : seat + slot - game->seats, at, &list);
    return list.count;
}

static void name_feature(const hra_game *game, int index, hra_text *out) {
    static const char *const slots[YZ_MAX_SEATS] = {"own",          "next seat's",   "second seat's",
                                                    "third seat's", "fourth seat's", "fifth seat's"};
    static const char *const rest[CARD] = {"upper total", "upper bonus", "yahtzee of 50", "score"};
    const struct yz_rules *rules = &yz_game_of(game)->rules;
    int at = index - BRINGS - rules->boxes, slot = at / slot_width(game), own = at % slot_width(game) - 1;
    if (index < ROLLS)
        hra_text_addf(out, "%d of %d%s", index % YZ_DICE + 1, index % HELD / YZ_DICE + 1,
                      index < HELD ? "" : " held");
    else if (index < OVER)
        hra_text_addf(out, "%d rolls left", index - ROLLS + 1);
    else if (index == OVER)
        hra_text_add(out, "over");
    else if (at < 0)
        hra_text_addf(out, "%s would bring", yz_box_name(rules, index - BRINGS));
    else if (own < 0)
        hra_text_addf(out, "%s turn", slots[slot]);
    else if (own < rules->boxes)
        hra_text_addf(out, "%s %s filled", slots[slot], yz_box_name(rules, own));
    else
        hra_text_addf(out, "%s %s", slots[slot], rest[own - rules->boxes]);
}

/* ---- terms, points --------------------------------------------------------------------------*/

static const char *const terms[] = {"score",
                                    "lead",
                                    "upper total",
                                    "upper surplus",
                                    "upper bonus",
                                    "boxes open",
                                    "upper boxes open",
                                    "yahtzee open",
                                    "chance open",
                                    "further yahtzees pay",
                                    NULL};

/* Surplus: of the upper boxes filled, over three of each; with it at 0 or more the bonus comes in. Lead: over
 * the best of the others. */
static void term(const hra_game *game, const void *before, const void *state, int seat, double *out) {
    const struct yz_rules *rules = &yz_game_of(game)->rules;
    const struct yz_state *s = state;
    const struct yz_seat *own = &s->seats[seat];
    const unsigned open = rules->all & ~(unsigned)own->card.filled;
    int par = 0, best = 0;
    for (int box = 0; box < YZ_UPPER_BOXES; box++)
        par += open >> box & 1 ? 0 : 3 * (box + 1);
    for (int other = 0; other < game->seats; other++)
        best = other != seat && s->seats[other].score > best ? s->seats[other].score : best;
    out[0] = own->score;
    out[1] = own->score - best;
    out[2] = own->card.upper;
    out[3] = own->card.upper - par;
    out[4] = own->card.upper >= YZ_UPPER_GOAL;
    out[5] = yz_count_boxes(open);
    out[6] = yz_count_boxes(open & YZ_UPPER_MASK);
    out[7] = open >> rules->yahtzee & 1;
    out[8] = open >> rules->chance & 1;
    out[9] = own->card.fifty;
}

/* ---- moves ----------------------------------------------------------------------------------*/

/* Which dice are held, all of them, or a box. */
enum { KEEP_ALL = YZ_PARTIAL, FIRST_BOX };

static int action_count(const hra_game *game) {
    return FIRST_BOX + boxes_of(game);
}

static int action(const hra_game *game, const void *s, hra_move m) {
    return yz_move_is_box(m) ? FIRST_BOX + yz_box_of(m) : yz_move_is_stand(m) ? KEEP_ALL : (int)m;
}

const hra_rules_encoding yz_numbers = {
    .size = sizeof(hra_rules_encoding),
    .rewards = yz_score,
    .feature_count = feature_count,
    .feature_room = feature_room,
    .features = features,
    .name_feature = name_feature,
    .terms = terms,
    .term = term,
    .action_count = action_count,
    .action = action,
};
