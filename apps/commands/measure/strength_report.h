/* How much stronger one player is than another, and a test of it, as text. */
#ifndef HRA_COMMANDS_MEASURE_STRENGTH_REPORT_H
#define HRA_COMMANDS_MEASURE_STRENGTH_REPORT_H

#include <hra/hra.h>
#include <hra/lab.h>

#include "commands/args.h"

/* Options of a sequential test. */
#define TEST_OPTIONS                                                                                         \
    {.name = "sprt",                                                                                         \
     .value = "ELO0,ELO1",                                                                                   \
     .help = N_("stop when it is decided whether the Elo difference is ELO0 or ELO1")},                      \
        {.name = "sprt-model",                                                                               \
         .value = "normalized|logistic",                                                                     \
         .help = N_("Elo of --sprt (default: normalized)")},                                                 \
    {                                                                                                        \
        .name = "sprt-errors", .value = "ALPHA,BETA", .help = N_("error rates (default: 0.05,0.05)")         \
    }

/* Reads them; without --sprt *test has the usual error rates. Prints what is wrong. */
bool test_read(const args *a, hra_sequential *test);

/* Prints five counts of game pairs. */
void pairs_show(const uint64_t pairs[5]);
/* Prints normalized and logistic Elo with their 95 % intervals, and LOS; what is infinite is left out. */
void strength_show(const hra_elo_stats *strength);
/* Prints an Elo difference, the distances to the bounds of its 95 % interval, and LOS, as the rest of a line. */
void elo_show(double elo, double low, double high, double los);
void test_show(const hra_sequential *test, double llr, hra_verdict verdict);

#endif
