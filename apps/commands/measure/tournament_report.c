/* What a tournament has come to: ratings, a matrix, a test, as text and as JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "forfeits.h"
#include "strength_report.h"
#include "tournament_report.h"

enum { MATRIX = 9 };
#define HURRY 0.5 /* seconds */

typedef struct place {
    int player;
    hra_rating rating;
    hra_tie_rating worth; /* by --ties */
} place;

static int by_rating(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->rating.elo != y->rating.elo)
        return x->rating.elo < y->rating.elo ? 1 : -1;
    return x->player - y->player;
}

uint64_t tournament_openings(const tournament *u) {
    uint64_t count = u->how.openings ? hra_openings_count(u->how.openings) : 0;
    return count < u->how.groups ? count : u->how.groups;
}

/* Elo with its sign, and how far the truth may be away. */
static void show_elo(const hra_rating *r) {
    if (isfinite(r->low) && isfinite(r->high))
        print("%+8.1F %+7.1F %+7.1F", print_rounded(r->elo, 1), print_rounded(r->low - r->elo, 1),
              print_rounded(r->high - r->elo, 1));
    else
        print("%+8.1F %7s %7s", print_rounded(r->elo, 1), "-", "-");
}

static void show_head(int width) {
    print("\n  #  ");
    print_cell(-width, _("player"));
    print("      Elo  ");
    print_cell(6, _("-95 %"));
    print("  ");
    print_cell(6, _("+95 %"));
    print(" ");
    print_cell(8, _("games"));
    print(" ");
    print_cell(10, _("points"));
    print("\n");
}

enum { ALIKE = 10 /* deterministic pairings that are listed */ };

/* What players got and lost in all their games that count. */
typedef struct totals {
    double points[HRA_TOURNAMENT_PLAYERS];
    uint64_t forfeits[HRA_TOURNAMENT_PLAYERS][HRA_FAILURES];
} totals;

static void add_totals(const hra_pairing *p, totals *sums) {
    for (int k = 0; k < p->count; k++) {
        sums->points[p->player[k]] += p->points[k];
        for (int f = 0; f < HRA_FAILURES; f++)
            sums->forfeits[p->player[k]][f] += p->forfeits[k][f];
    }
}

static void show_ratings(const tournament *u, const place *places, const totals *sums, bool sampled) {
    bool pseudo = false, apart = false;
    int width = 20;
    for (int i = 0; i < u->how.count; i++) {
        int columns = hra_text_columns(tournament_called(u, i));
        width = columns > width ? columns : width;
    }
    width = width > 30 ? 30 : width;
    show_head(width);
    for (int i = 0; i < u->how.count; i++) {
        const hra_rating *r = &places[i].rating;
        hra_text name;
        hra_text_init(&name);
        const hra_called called = hra_player_called(u->players, u->how.count, places[i].player);
        hra_text_add_bytes(&name, called.text, hra_text_cut(called.text, SIZE_MAX, width));
        hra_text_pad(&name, 0, width);
        print("%3d  %s ", places[i].player + 1, print_string(&name));
        show_elo(r);
        double points = sums->points[places[i].player];
        print(" %8llu %7.1F %%\n", (unsigned long long)r->games,
              r->games ? 100 * points / (double)r->games : 0);
        pseudo = pseudo || r->prior_games;
        apart = apart || r->component != places[0].rating.component;
        hra_text_release(&name);
    }
    print("%s", _("  (Elo: the mean is 0; -95 %, +95 %: distance to the bounds of the interval)\n"));
    if (!sampled)
        print("%s", _("  (the intervals are rough: there was no time for the bootstrap)\n"));
    if (pseudo)
        print(
            "%s",
            _("  (a player won or lost every game: half a win and half a loss are added for each player)\n"));
    if (apart)
        print("%s", _("  (some players cannot be compared: they never met, not even through others)\n"));
}

/* What the tables of pairs consist of, row against column. */
typedef struct crosstable {
    hra_pairing pairing[MATRIX][MATRIX]; /* of the row; groups 0: they did not meet */
    int turned[MATRIX][MATRIX];          /* place of the row in it */
} crosstable;

enum { WIDE = 80, MARGIN = 5, FIRST = 18 };

/* "60-900-40": won, drawn and lost by the row. */
static void add_games(const hra_pairing *p, int row, hra_text *out) {
    uint64_t won = p->wins[row], lost = p->wins[1 - row];
    uint64_t games = (uint64_t)(p->points[0] + p->points[1] + 0.5);
    hra_text_addf(out, "%llu-%llu-%llu", (unsigned long long)won, (unsigned long long)(games - won - lost),
                  (unsigned long long)lost);
}

static void add_rate(const hra_pairing *p, int row, hra_text *out) {
    hra_text_addf(out, "%.1F", 100 * p->points[row] / (p->points[0] + p->points[1]));
}

/* Of this pairing alone; the ratings have all games. */
static void add_los(const hra_pairing *p, int row, hra_text *out) {
    hra_text_addf(out, "%.1F", 100 * (row ? 1 - p->strength.los : p->strength.los));
}

/* Left out if it is wider than a terminal. */
static void show_table(const crosstable *t, const place *places, int count, const char *title,
                       void (*add)(const hra_pairing *, int, hra_text *)) {
    hra_text cell[MATRIX][MATRIX];
    int width = 7;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) {
            hra_text_init(&cell[i][k]);
            if (t->pairing[i][k].groups)
                add(&t->pairing[i][k], t->turned[i][k], &cell[i][k]);
            width = (int)cell[i][k].length > width ? (int)cell[i][k].length : width;
        }
    const bool fits = MARGIN + count * (width + 1) <= WIDE;
    if (fits)
        print("\n%s\n     ", title);
    for (int k = 0; k < count && fits; k++)
        print("%*d", width + 1, places[k].player + 1);
    for (int i = 0; i < count; i++) {
        if (fits)
            print("\n%*d", MARGIN, places[i].player + 1);
        for (int k = 0; k < count; k++) {
            if (fits)
                print("%*s", width + 1, cell[i][k].length ? print_string(&cell[i][k]) : "-");
            hra_text_release(&cell[i][k]);
        }
    }
    print("%s", fits ? "\n" : "");
}

/* Each player against each other one, where all pairings are of two. */
static void show_crosstables(const tournament *u, const place *places) {
    crosstable t;
    int at[HRA_TOURNAMENT_PLAYERS];
    memset(&t, 0, sizeof t);
    for (int i = 0; i < u->how.count; i++)
        at[places[i].player] = i;
    for (int i = 0; i < u->how.pairings; i++) {
        hra_pairing p;
        hra_tournament_snapshot(u->t, i, &p);
        for (int k = 0; k < 2; k++) {
            t.pairing[at[p.player[k]]][at[p.player[1 - k]]] = p;
            t.turned[at[p.player[k]]][at[p.player[1 - k]]] = k;
        }
    }
    show_table(&t, places, u->how.count, _("Score rate of the row against the column, %:"), add_rate);
    show_table(&t, places, u->how.count, _("Games of the row against the column, won-drawn-lost:"),
               add_games);
    show_table(&t, places, u->how.count, _("LOS of the row over the column by their own games, %:"), add_los);
}

/* Of many players those who are first, in the width of a terminal. */
static void show_first(const tournament *u, const place *places) {
    int at[HRA_TOURNAMENT_PLAYERS];
    double rate[FIRST][FIRST];
    for (int i = 0; i < u->how.count; i++)
        at[places[i].player] = i;
    for (int i = 0; i < FIRST * FIRST; i++)
        rate[i / FIRST][i % FIRST] = -1;
    for (int i = 0; i < u->how.pairings; i++) {
        hra_pairing p;
        hra_tournament_snapshot(u->t, i, &p);
        const int row = at[p.player[0]], column = at[p.player[1]];
        const double points = p.points[0] + p.points[1];
        if (row < FIRST && column < FIRST && points > 0) {
            rate[row][column] = 100 * p.points[0] / points;
            rate[column][row] = 100 * p.points[1] / points;
        }
    }
    const int count = u->how.count < FIRST ? u->how.count : FIRST;
    print(_("\nScore rate of the row against the column, %%, of the first %d:\n     "), count);
    for (int k = 0; k < count; k++)
        print("%4d", places[k].player + 1);
    for (int i = 0; i < count; i++) {
        print("\n%5d", places[i].player + 1);
        for (int k = 0; k < count; k++)
            if (rate[i][k] >= 0)
                print("%4.0f", rate[i][k]);
            else
                print("%4s", "-");
    }
    print("\n");
}

/* The first player of a pairing against the others. */
static void show_strength(const tournament *u, const hra_pairing *p) {
    print("\n%s", tournament_called(u, p->player[0]));
    for (int i = 1; i < p->count; i++)
        print("%s %s", i == 1 ? _(" against") : ",", tournament_called(u, p->player[i]));
    print("\n");
    if (p->paired)
        pairs_show(p->pairs);
    strength_show(&p->strength);
    if (!u->how.test)
        return;
    test_show(&u->test, p->llr, p->verdict);
    if (p->uncounted_groups)
        print(_n("%llu group finished after the decision is not counted\n",
                 "%llu groups finished after the decision are not counted\n", p->uncounted_groups),
              (unsigned long long)p->uncounted_groups);
}

static void show_alike(const tournament *u) {
    int alike = 0;
    for (int i = 0; i < u->how.pairings; i++) {
        hra_pairing p;
        hra_tournament_snapshot(u->t, i, &p);
        alike += p.deterministic;
        if (p.deterministic && alike <= ALIKE)
            print(u->how.openings
                      ? _("%s and %s play the same moves from the same opening: each opening counts once\n")
                      : _("%s and %s play the same moves in every group: one group counts\n"),
                  tournament_called(u, p.player[0]), tournament_called(u, p.player[1]));
    }
    if (alike > ALIKE)
        print(_n("the same holds for %d other pairing\n", "the same holds for %d other pairings\n",
                 alike - ALIKE),
              alike - ALIKE);
}

/* How many games were ended before their end, and why. */
static void show_adjudicated(const tournament *u) {
    static const char *const reasons[HRA_ADJUDICATIONS] = {NULL, N_("by tablebases"), N_("as draws"),
                                                           N_("as resigned"), N_("by length")};
    uint64_t all[HRA_ADJUDICATIONS] = {0};
    for (int i = 0; i < u->how.pairings && u->how.adjudicator; i++) {
        hra_pairing p;
        hra_tournament_snapshot(u->t, i, &p);
        for (int k = 1; k < HRA_ADJUDICATIONS; k++)
            all[k] += p.adjudicated[k];
    }
    for (int k = 1, said = 0; k < HRA_ADJUDICATIONS; k++)
        if (all[k])
            print("%s%s %llu", said++ ? ", " : _("games adjudicated: "), _(reasons[k]),
                  (unsigned long long)all[k]);
    if (all[1] + all[2] + all[3] + all[4])
        print("\n");
}

/* What players lost as programs that failed. */
static void show_forfeits(const tournament *u, const totals *sums) {
    for (int player = 0; player < u->how.count; player++) {
        uint64_t sum = 0;
        for (int f = 0; f < HRA_FAILURES; f++)
            sum += sums->forfeits[player][f];
        if (sum)
            print("%s\n", tournament_called(u, player));
        print_forfeits(sums->forfeits[player]);
    }
}

/* After Ctrl-C the figures are due at once. */
static hra_progress rating_progress(void) {
    hra_progress progress = *print_progress();
    if (print_interrupted()) {
        progress.stop = NULL;
        progress.deadline = hra_clock() + HURRY;
    }
    return progress;
}

static void show_openings(const tournament *u) {
    uint64_t count = tournament_openings(u);
    if (!count)
        return;
    print(_n("%llu opening", "%llu openings", count), (unsigned long long)count);
    print("%s\n", u->how.groups > count ? _(", repeated") : "");
}

static int by_worth(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->worth.log != y->worth.log)
        return x->worth.log < y->worth.log ? 1 : -1;
    return x->player - y->player;
}

/* Strengths by the model that knows draws. */
static int show_ties(const tournament *u, place *places) {
    hra_tie_rating worths[HRA_TOURNAMENT_PLAYERS];
    double tie[HRA_MAX_SEATS + 1];
    hra_error why;
    if (hra_tournament_ties(u->t, worths, tie, &why) != 0)
        return print_failure(&why, NULL);
    for (int i = 0; i < u->how.count; i++)
        places[i].worth = worths[places[i].player];
    qsort(places, (size_t)u->how.count, sizeof *places, by_worth);
    print("\n%s\n", _("Strengths by a model with draws, as logarithms (not Elo), +- 95 %:"));
    for (int i = 0; i < u->how.count; i++) {
        const hra_tie_rating *w = &places[i].worth;
        print("%3d  %+8.3F", places[i].player + 1, print_rounded(w->log, 3));
        if (isfinite(w->error))
            print(" +- %.3F", w->error);
        print("  %s\n", tournament_called(u, places[i].player));
    }
    for (int c = 2; c <= HRA_MAX_SEATS; c++)
        if (tie[c] > 0)
            print(_("  (a tie of %d equals is %.4G times as likely as first place of a given one)\n"), c,
                  tie[c]);
    return EXIT_DONE;
}

int tournament_show(const tournament *u) {
    bool sampled = false;
    static place places[HRA_TOURNAMENT_PLAYERS]; /* too large for the stack, as are these */
    static hra_rating ratings[HRA_TOURNAMENT_PLAYERS];
    static totals sums;
    hra_error why;
    uint64_t groups = 0;
    int pairings = u->how.pairings;
    hra_progress progress = rating_progress();
    hra_err err = hra_tournament_rate(u->t, HRA_TOURNAMENT_SAMPLES, &progress, ratings, &sampled, &why);
    print_progress_done();
    if (err)
        return print_failure(&why, NULL);
    for (int i = 0; i < u->how.count; i++)
        places[i] = (place){.player = i, .rating = ratings[i]};
    qsort(places, (size_t)u->how.count, sizeof *places, by_rating);
    hra_pairing p;
    for (int i = 0; i < pairings; i++) {
        hra_tournament_snapshot(u->t, i, &p);
        groups += p.groups;
        add_totals(&p, &sums);
    }
    print(_n("%s: %d pairing", "%s: %d pairings", pairings), u->s->game->spec, pairings);
    print(_n(", %llu group", ", %llu groups", groups), (unsigned long long)groups);
    print(_(" of %d games, seed %llu, %.2F s%s\n"), p.count, (unsigned long long)u->s->seed,
          hra_clock() - u->began, hra_work_is_finished(u->stored.share.work) ? "" : _(" (interrupted)"));
    show_openings(u);
    show_ratings(u, places, &sums, sampled);
    if (p.count == 2 && pairings > 1 && u->how.count <= MATRIX)
        show_crosstables(u, places);
    else if (p.count == 2 && pairings > 1)
        show_first(u, places);
    if (pairings == 1)
        show_strength(u, &p);
    show_alike(u);
    show_adjudicated(u);
    show_forfeits(u, &sums);
    return u->ties ? show_ties(u, places) : EXIT_DONE;
}

static hra_err write_json(const tournament *u, hra_text *out, hra_error *why) {
    hra_text members;
    hra_text_init(&members);
    hra_json inner = hra_json_begin(&members), json = hra_json_begin(out);
    hra_progress progress = rating_progress();
    hra_err err = hra_json_tournament(&inner, NULL, u->t, &progress, why);
    hra_json_object(&json, NULL);
    if (!err)
        hra_json_members(&json, hra_text_string(&members));
    if (!err && u->ties)
        err = hra_json_ties(&json, "ties", u->t, why);
    hra_json_end(&json);
    out->err = out->err ? out->err : members.err;
    hra_text_release(&members);
    return err;
}

int tournament_show_json(const tournament *u) {
    hra_text out;
    hra_error why;
    hra_text_init(&out);
    hra_err err = write_json(u, &out, &why);
    print_progress_done();
    if (err) {
        hra_text_release(&out);
        return print_failure(&why, NULL);
    }
    return print_json(&out);
}
