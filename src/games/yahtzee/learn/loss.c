/* What a heuristic loses. */
#include "loss.h"

#include <string.h>

/* What this turn is worth when it is played as `turn` says and best play follows. */
static double turn_worth(const struct yz_dice *dice, const yz_field *field, const struct yz_turn *turn,
                         struct yz_card card) {
    double keep[YZ_KEEPS], roll[YZ_ROLLS];
    for (int r = 0; r < YZ_ROLLS; r++) {
        const int box = turn->box[r];
        roll[r] = yz_mark_total(yz_card_mark(&field->rules, card, r, box)) +
                  yz_solution_value(field->solution, yz_card_after(&field->rules, card, r, box));
    }
    for (int level = 0; level < 2; level++) {
        memcpy(&keep[YZ_ROLL0], roll, sizeof roll);
        for (int k = YZ_PARTIAL - 1; k >= 0; k--) {
            const uint16_t *add = dice->add[k];
            keep[k] =
                (keep[add[0]] + keep[add[1]] + keep[add[2]] + keep[add[3]] + keep[add[4]] + keep[add[5]]) /
                YZ_FACES;
        }
        for (int r = 0; r < YZ_ROLLS; r++)
            roll[r] = keep[turn->hold[level][r]];
    }
    return yz_dice_mean(dice, roll);
}

/* Rolls one turn as `turn` plays it; the last roll. */
static int play_turn(const struct yz_dice *dice, const struct yz_turn *turn, hra_rng *rng) {
    int keep = 0, roll = 0;
    for (int level = 1; level >= -1; level--) {
        roll = yz_dice_complete(dice, keep, hra_rng_below(rng, dice->outcomes[keep]));
        if (level >= 0)
            keep = turn->hold[level][roll];
    }
    return roll;
}

double yz_game_loss(const struct yz_dice *dice, const yz_field *field, const struct yz_heuristic *h,
                    uint64_t seed, uint64_t number) {
    struct yz_card card = {0, 0, 0};
    double loss = 0;
    for (uint64_t round = 0; !yz_card_full(&field->rules, card); round++) {
        struct yz_turn turn;
        hra_rng rng;
        hra_rng_init_stream(&rng, seed, number, round, HRA_STREAM_CHANCE);
        yz_heuristic_turn(&turn, h, dice, &field->rules, card);
        loss += yz_solution_value(field->solution, card) - turn_worth(dice, field, &turn, card);
        const int roll = play_turn(dice, &turn, &rng);
        card = yz_card_after(&field->rules, card, roll, turn.box[roll]);
    }
    return loss;
}
