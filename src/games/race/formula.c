/* Evaluations of race. A seat's number is its own sum less the mean of the other seats': with two seats the
 * difference, and over all seats always 0. */
#include <math.h>
#include <stdlib.h>

#include "race.h"

/* Scales hundredths to what winning is worth. If the weights given make a lead worth more than a win, all
 * seats are scaled down alike. */
static void balance(const race_setup *setup, const double *sum, double hundredths, double *out) {
    double all = 0, most = 0;
    for (int seat = 0; seat < setup->seats; seat++)
        all += sum[seat];
    for (int seat = 0; seat < setup->seats; seat++) {
        out[seat] = sum[seat] - (all - sum[seat]) / (setup->seats - 1);
        most = fmax(most, fabs(out[seat]));
    }
    double scale = setup->win / fmax(hundredths, most);
    for (int seat = 0; seat < setup->seats; seat++)
        out[seat] = fmin(fmax(out[seat] * scale, -setup->win), setup->win); /* rounding */
}

/* ---- the lecture's formula --------------------------------------------------------------------*/

typedef struct weights {
    double home, ring, reach, threat, step;
} weights;

static const hra_option weight_options[] = {
    {.name = "pieces-home",
     .type = HRA_OPTION_REAL,
     .fallback = "15",
     .min = -1000,
     .max = 1000,
     .help = "weight of a piece in its lane"},
    {.name = "pieces-on-track",
     .type = HRA_OPTION_REAL,
     .fallback = "5",
     .min = -1000,
     .max = 1000,
     .help = "weight of a piece on the track"},
    {.name = "reach",
     .type = HRA_OPTION_REAL,
     .fallback = "2",
     .min = -1000,
     .max = 1000,
     .help = "weight of a piece that one roll can bring into its lane"},
    {.name = "threat",
     .type = HRA_OPTION_REAL,
     .fallback = "1",
     .min = -1000,
     .max = 1000,
     .help = "weight of a piece that one roll could hit, once for each hitter"},
    {.name = "steps",
     .type = HRA_OPTION_REAL,
     .fallback = "0",
     .min = -1000,
     .max = 1000,
     .help = "weight of a step (the lecture does not count steps)"},
    {0},
};

static hra_err open_formula(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    weights *w = malloc(sizeof *w);
    if (!w)
        return hra_no_memory(why);
    *w = (weights){hra_options_real(options, "pieces-home"), hra_options_real(options, "pieces-on-track"),
                   hra_options_real(options, "reach"), hra_options_real(options, "threat"),
                   hra_options_real(options, "steps")};
    *self = w;
    return HRA_OK;
}

/* Of a piece on the ring: can one throw bring it home, and how many could it hit? */
static void look_ahead(const race_setup *setup, const race_state *r, int seat, int from, int *reach,
                       int *threats) {
    bool reaches = false;
    for (int i = 0; i < setup->faces; i++) {
        int to = from + setup->face[i];
        if (to > setup->ring)
            reaches = reaches || race_target(setup, r->place[seat], from, setup->face[i]);
        else
            *threats += race_hit(setup, r, seat, to) >= 0;
    }
    *reach += reaches;
}

race_ahead race_count_ahead(const race_setup *setup, const race_state *r, int seat) {
    race_ahead n = {0, 0};
    for (int i = 0; i < setup->pieces; i++)
        if (r->place[seat][i] > 0 && r->place[seat][i] <= setup->ring)
            look_ahead(setup, r, seat, r->place[seat][i], &n.reach, &n.threats);
    return n;
}

static void by_formula(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    const race_setup *setup = game->data;
    const race_state *r = s;
    const weights *w = self;
    double sum[RACE_SEATS];
    for (int seat = 0; seat < setup->seats; seat++) {
        const race_ahead ahead = race_count_ahead(setup, r, seat);
        int home = 0, ring = 0, steps = 0;
        for (int i = 0; i < setup->pieces; i++) {
            int place = r->place[seat][i];
            home += place > setup->ring;
            steps += place;
            ring += place > 0 && place <= setup->ring;
        }
        sum[seat] = w->home * home + w->ring * ring + w->reach * ahead.reach + w->threat * ahead.threats +
                    w->step * steps;
    }
    balance(setup, sum, 100, out);
}

/* ---- steps ------------------------------------------------------------------------------------*/

static void by_progress(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    const race_setup *setup = game->data;
    const race_state *r = s;
    double sum[RACE_SEATS] = {0};
    for (int seat = 0; seat < setup->seats; seat++)
        for (int i = 0; i < setup->pieces; i++)
            sum[seat] += r->place[seat][i];
    balance(setup, sum, setup->pieces * (setup->ring + setup->home), out);
}

const hra_evaluation race_evaluations[] = {
    {.name = "formula",
     .help = "pieces home, on the track, threats",
     .options = weight_options,
     .open = open_formula,
     .close = free,
     .value = by_formula},
    {.name = "progress", .help = "steps minus the others' mean", .value = by_progress},
    {0},
};
