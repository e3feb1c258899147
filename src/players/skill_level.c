/* Strengths of experts. */
#include "players/skill_level.h"
#include "core/rng.h"

int hra_level_choose(int n, hra_level_worth *worth, const void *self, double error, uint64_t seed) {
    hra_rng rng;
    double most = 0;
    int chosen = 0;
    hra_rng_init(&rng, seed);
    for (int i = 0; error > 0 && i < n; i++) {
        double value = worth(self, i) + error * hra_rng_normal(&rng);
        if (i == 0 || value > most) {
            most = value;
            chosen = i;
        }
    }
    return chosen;
}
