/* The numerical kernel of Yahtzee alone: how long each rule set takes to
 * solve, what one turn costs, and how many games a second the optimal policy
 * plays with its own dice.
 *
 *     bench-yahtzee-kernel [games [seed]]
 *
 * Times are processor time, so that a busy machine disturbs them little; the
 * line of the games includes one solution of hasbro and all decisions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <sys/resource.h>

#include "games/yahtzee/tables/policy.h"

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double peak_megabytes(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

struct score {
    double sum, squares;
    int min, max;
};

static int draw(const struct yz_dice *dice, hra_rng *rng, int keep) {
    return yz_dice_complete(dice, keep, hra_rng_below(rng, dice->outcomes[keep]));
}

static int play(yz_policy *policy, const struct yz_dice *dice, const struct yz_rules *rules, hra_rng *rng) {
    struct yz_card card = {0, 0, 0};
    static yz_policy_scratch scratch;
    int score = 0;
    while (!yz_card_full(rules, card)) {
        const yz_decisions *d = yz_policy_card(policy, &scratch, card);
        int roll = draw(dice, rng, 0);
        roll = draw(dice, rng, yz_decisions_keep(d, dice, 2, roll));
        roll = draw(dice, rng, yz_decisions_keep(d, dice, 1, roll));
        int box = yz_decisions_box(d, roll);
        score += yz_mark_total(yz_card_mark(rules, card, roll, box));
        card = yz_card_after(rules, card, roll, box);
    }
    return score;
}

static void add_score(struct score *s, int score) {
    s->sum += score;
    s->squares += (double)score * score;
    s->min = score < s->min ? score : s->min;
    s->max = score > s->max ? score : s->max;
}

static int bench_games(const struct yz_dice *dice, const struct yz_rules *rules, long games, uint64_t seed) {
    struct score s = {0, 0, 10000, 0};
    yz_solution *solution;
    yz_policy *policy;
    hra_rng rng;
    double start = seconds();
    hra_rng_init(&rng, seed);
    if (yz_solve(&solution, dice, rules, 1, NULL) != 0)
        return 1;
    double solved = seconds();
    if (yz_policy_open(&policy, dice, rules, solution, YZ_POLICY_BYTES) != 0) {
        yz_solution_close(solution);
        return 1;
    }
    for (long i = 0; i < games; i++)
        add_score(&s, play(policy, dice, rules, &rng));
    double end = seconds(), n = (double)games, mean = s.sum / n;
    printf("%-8s %ld games: mean %.3f (expected %.3f), sd %.2f, %d..%d\n", yz_rules_name((int)rules->id),
           games, mean, yz_solution_value(solution, (struct yz_card){0, 0, 0}),
           sqrt((s.squares - n * mean * mean) / (n - 1)), s.min, s.max);
    printf("         %.0f games/s (%.0f with the solution), %zu cards in %.1f MB, peak %.1f MB\n",
           n / (end - solved), n / (end - start), yz_policy_cards(policy),
           (double)yz_policy_bytes(policy) / (1 << 20), peak_megabytes());
    yz_policy_close(policy);
    yz_solution_close(solution);
    return 0;
}

static int bench_solve(const struct yz_dice *dice, const struct yz_rules *rules, const char *unit) {
    enum { RUNS = 5 };
    double best = INFINITY, value = 0;
    size_t bytes = 0;
    for (int i = 0; i < RUNS; i++) {
        yz_solution *solution;
        double start = seconds();
        if (yz_solve_on(unit, &solution, dice, rules, 1, NULL) != 0)
            return 1;
        best = fmin(best, seconds() - start);
        value = yz_solution_value(solution, (struct yz_card){0, 0, 0});
        bytes = yz_solution_bytes(solution);
        yz_solution_close(solution);
    }
    printf("%-8s %-7s %7.1f ms  %.12f  %.1f MB\n", yz_rules_name((int)rules->id), unit, 1e3 * best, value,
           (double)bytes / (1 << 20));
    return 0;
}

static int bench_turn(const struct yz_dice *dice, const struct yz_rules *rules) {
    enum { TURNS = 20000 };
    static struct yz_turn turn;
    yz_solution *solution;
    double best = INFINITY;
    if (yz_solve(&solution, dice, rules, 1, NULL) != 0)
        return 1;
    for (int run = 0; run < 5; run++) {
        double start = seconds();
        for (int i = 0; i < TURNS; i++) {
            struct yz_card card = {(uint16_t)(i * 37 % 64 << 6), 0, 0};
            yz_turn_init(&turn, dice, rules, card, yz_solution_value_fn, solution);
        }
        best = fmin(best, (seconds() - start) / TURNS);
    }
    printf("%-8s one turn of one card, all tables: %.2f us\n", yz_rules_name((int)rules->id), 1e6 * best);
    yz_solution_close(solution);
    return 0;
}

int main(int argc, char **argv) {
    static struct yz_dice dice;
    static struct yz_rules rules[YZ_RULE_SETS];
    long games = argc > 1 ? strtol(argv[1], NULL, 10) : 100000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const char *units[4];
    int failed = 0;
    if (games < 2) {
        fprintf(stderr, "usage: %s [games [seed]], at least 2 games\n", argv[0]);
        return 2;
    }
    yz_dice_init(&dice);
    for (int id = 0; id < YZ_RULE_SETS; id++)
        yz_rules_init(&rules[id], &dice, id);
    failed |= bench_games(&dice, &rules[YZ_HASBRO], games, seed); /* first: its peak counts */
    yz_solve_units(units);
    for (int id = 0; id < YZ_RULE_SETS; id++)
        failed |= bench_solve(&dice, &rules[id], units[0]);
    for (int u = 1; units[u]; u++)
        failed |= bench_solve(&dice, &rules[YZ_HASBRO], units[u]);
    failed |= bench_turn(&dice, &rules[YZ_HASBRO]);
    return failed;
}
