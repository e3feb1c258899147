/* The chances of the upper bonus and of a yahtzee under best play. */
#include "bonus.h"

#include <stdlib.h>

struct yz_bonus {
    const struct yz_dice *dice;
    const struct yz_rules *rules;
    const yz_solution *solution;
    enum yz_event event;
    double *chances; /* by lane of the solution */
};

/* ---- looking up -----------------------------------------------------------------------------*/

double yz_bonus_value(const yz_bonus *bonus, struct yz_card card) {
    if (bonus->event == YZ_EVENT_FIFTY) {
        if (yz_card_has(card, bonus->rules->yahtzee))
            return card.fifty;
    } else if (yz_solution_settled(bonus->solution, card)) {
        return card.upper == YZ_UPPER_GOAL;
    }
    return bonus->chances[yz_solution_lane(bonus->solution, card)];
}

double yz_bonus_box(const yz_bonus *bonus, struct yz_card card, int roll, int box) {
    if (bonus->event == YZ_EVENT_FIFTY && box == bonus->rules->yahtzee)
        return bonus->rules->equal[roll] >= 0;
    return yz_bonus_value(bonus, yz_card_after(bonus->rules, card, roll, box));
}

void yz_bonus_keeps(const yz_bonus *bonus, struct yz_card card, const struct yz_turn *turn,
                    double keep[2][YZ_KEEPS]) {
    for (int level = 0; level < 2; level++) {
        for (int r = 0; r < YZ_ROLLS; r++) {
            keep[level][YZ_ROLL0 + r] =
                level == 0 ? yz_bonus_box(bonus, card, r, turn->box[r]) : keep[0][turn->hold[0][r]];
        }
        for (int k = YZ_PARTIAL - 1; k >= 0; k--) {
            const uint16_t *add = bonus->dice->add[k];
            double sum = 0;
            for (int f = 0; f < YZ_FACES; f++)
                sum += keep[level][add[f]];
            keep[level][k] = sum * (1.0 / YZ_FACES);
        }
    }
}

/* ---- working out ----------------------------------------------------------------------------*/

hra_err yz_bonus_solve(yz_bonus **out, yz_solution **solution, const struct yz_dice *dice,
                       const struct yz_rules *rules, enum yz_event event, int threads,
                       const hra_progress *progress) {
    yz_bonus *bonus = calloc(1, sizeof *bonus);
    *solution = NULL;
    if (bonus == NULL)
        return HRA_ENOMEM;
    hra_err err = yz_solve_event_on(NULL, solution, &bonus->chances, dice, rules, event, threads, progress);
    if (err != 0) {
        free(bonus);
        return err;
    }
    bonus->dice = dice;
    bonus->rules = rules;
    bonus->solution = *solution;
    bonus->event = event;
    *out = bonus;
    return 0;
}

hra_err yz_bonus_open(yz_bonus **out, const struct yz_dice *dice, const struct yz_rules *rules,
                      const yz_solution *solution, enum yz_event event, int threads,
                      const hra_progress *progress) {
    yz_solution *again;
    hra_err err = yz_bonus_solve(out, &again, dice, rules, event, threads, progress);
    if (err == 0) {
        (*out)->solution = solution;
        yz_solution_close(again);
    }
    return err;
}

void yz_bonus_close(yz_bonus *bonus) {
    if (bonus != NULL) {
        free(bonus->chances);
        free(bonus);
    }
}
