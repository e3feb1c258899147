/* What a tournament has come to: ratings, a matrix, a test, as text and as JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "forfeits.h"
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
        print("%+8.1f %+7.1f %+7.1f", print_rounded(r->elo, 1), print_rounded(r->low - r->elo, 1),
              print_rounded(r->high - r->elo, 1));
    else
        print("%+8.1f %7s %7s", print_rounded(r->elo, 1), "-", "-");
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

/* What a player has got in all its games that count. */
static double points_of(const tournament *u, int player) {
    double points = 0;
    for (int i = 0; i < u->how.pairings; i++) {
        hra_pairing p;
        hra_tournament_snapshot(u->t, i, &p);
        for (int k = 0; k < p.count; k++)
            points += p.player[k] == player ? p.points[k] : 0;
    }
    return points;
}

static void show_ratings(const tournament *u, const place *places, bool sampled) {
    bool pseudo = false, apart = false;
    int width = 20;
    for (int i = 0; i < u->how.count; i++) {
        int columns = hra_text_columns(hra_player_info_of(u->players[i])->spec);
        width = columns > width ? columns : width;
    }
    width = width > 30 ? 30 : width;
    show_head(width);
    for (int i = 0; i < u->how.count; i++) {
        const hra_rating *r = &places[i].rating;
        hra_text name;
        hra_text_init(&name);
        const char *spec = hra_player_info_of(u->players[places[i].player])->spec;
        hra_text_add_bytes(&name, spec, hra_text_cut(spec, SIZE_MAX, width));
        hra_text_pad(&name, 0, width);
        print("%3d  %s ", places[i].player + 1, print_string(&name));
        show_elo(r);
        double points = points_of(u, places[i].player);
        print(" %8llu %7.1f %%\n", (unsigned long long)r->games,
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

/* Points of each player against each other one, where all pairings are of two. */
static void show_matrix(const tournament *u, const place *places) {
    int count = u->how.count;
    double points[MATRIX][MATRIX], games[MATRIX][MATRIX];
    memset(points, 0, sizeof points);
    memset(games, 0, sizeof games);
    for (int i = 0; i < u->how.pairings; i++) {
        hra_pairing p;
        hra_tournament_snapshot(u->t, i, &p);
        for (int k = 0; k < 2; k++) {
            points[p.player[k]][p.player[1 - k]] = p.points[k];
            games[p.player[k]][p.player[1 - k]] = p.points[0] + p.points[1];
        }
    }
    print("\n%s\n     ", _("Score rate of the row against the column, %:"));
    for (int k = 0; k < count; k++)
        print("%8d", places[k].player + 1);
    for (int i = 0; i < count; i++) {
        print("\n%5d", places[i].player + 1);
        for (int k = 0; k < count; k++) {
            double of = games[places[i].player][places[k].player];
            if (of > 0)
                print("%8.1f", 100 * points[places[i].player][places[k].player] / of);
            else
                print("%8s", "-");
        }
    }
    print("\n");
}

static void show_test(const tournament *u, const hra_pairing *p) {
    const hra_sequential_state begin = hra_sequential_judge(&u->test, NULL);
    print(_("test of %g against %g normalized Elo: log-likelihood ratio %.3f of %.3f .. %.3f: "), u->test.low,
          u->test.high, print_rounded(p->llr, 3), begin.lower, begin.upper);
    if (p->verdict == HRA_ACCEPT_HIGH)
        print(_("%g is accepted\n"), u->test.high);
    else if (p->verdict == HRA_ACCEPT_LOW)
        print(_("%g is accepted\n"), u->test.low);
    else
        print("%s", _("not decided\n"));
    if (p->uncounted_groups)
        print(_n("%llu group finished after the decision is not counted\n",
                 "%llu groups finished after the decision are not counted\n", p->uncounted_groups),
              (unsigned long long)p->uncounted_groups);
}

/* The first player of a pairing against the others. */
static void show_strength(const tournament *u, const hra_pairing *p) {
    const hra_elo_stats *s = &p->strength;
    print("\n%s", hra_player_info_of(u->players[p->player[0]])->spec);
    for (int i = 1; i < p->count; i++)
        print("%s %s", i == 1 ? _(" against") : ",", hra_player_info_of(u->players[p->player[i]])->spec);
    print("\n");
    if (p->paired)
        print(_("Ptnml(0-2), game pairs with 0, 1/2, 1, 3/2, 2 points: %llu, %llu, %llu, %llu, %llu\n"),
              (unsigned long long)p->pairs[0], (unsigned long long)p->pairs[1],
              (unsigned long long)p->pairs[2], (unsigned long long)p->pairs[3],
              (unsigned long long)p->pairs[4]);
    if (isfinite(s->normalized) && isfinite(s->normalized_error))
        print(_("normalized Elo %+.1f +- %.1f\n"), print_rounded(s->normalized, 1), s->normalized_error);
    if (s->logistic && isfinite(s->elo) && isfinite(s->low) && isfinite(s->high))
        print(_("Elo %+.1f (95 %%: %+.1f .. %+.1f); LOS %.1f %%\n"), print_rounded(s->elo, 1),
              print_rounded(s->low, 1), print_rounded(s->high, 1), 100 * s->los);
    if (u->how.test)
        show_test(u, p);
}

static void show_alike(const tournament *u) {
    for (int i = 0; i < u->how.pairings; i++) {
        hra_pairing p;
        hra_tournament_snapshot(u->t, i, &p);
        if (p.deterministic)
            print(u->how.openings
                      ? _("%s and %s play the same moves from the same opening: each opening counts once\n")
                      : _("%s and %s play the same moves in every group: one group counts\n"),
                  hra_player_info_of(u->players[p.player[0]])->spec,
                  hra_player_info_of(u->players[p.player[1]])->spec);
    }
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
static void show_forfeits(const tournament *u) {
    for (int player = 0; player < u->how.count; player++) {
        uint64_t all[HRA_FAILURES] = {0}, sum = 0;
        for (int i = 0; i < u->how.pairings; i++) {
            hra_pairing p;
            hra_tournament_snapshot(u->t, i, &p);
            for (int k = 0; k < p.count; k++)
                for (int f = 0; f < HRA_FAILURES && p.player[k] == player; f++) {
                    all[f] += p.forfeits[k][f];
                    sum += p.forfeits[k][f];
                }
        }
        if (sum)
            print("%s\n", hra_player_info_of(u->players[player])->spec);
        print_forfeits(all);
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
    hra_tie_rating worths[ARGS_MAX];
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
        print("%3d  %+8.3f", places[i].player + 1, print_rounded(w->log, 3));
        if (isfinite(w->error))
            print(" +- %.3f", w->error);
        print("  %s\n", hra_player_info_of(u->players[places[i].player])->spec);
    }
    for (int c = 2; c <= HRA_MAX_SEATS; c++)
        if (tie[c] > 0)
            print(_("  (a tie of %d equals is %.4g times as likely as first place of a given one)\n"), c,
                  tie[c]);
    return EXIT_DONE;
}

int tournament_show(const tournament *u) {
    bool sampled = false;
    place places[ARGS_MAX];
    hra_rating ratings[ARGS_MAX];
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
    }
    print(_n("%s: %d pairing", "%s: %d pairings", pairings), u->s->game->spec, pairings);
    print(_n(", %llu group", ", %llu groups", groups), (unsigned long long)groups);
    print(_(" of %d games, seed %llu, %.2f s%s\n"), p.count, (unsigned long long)u->s->seed,
          hra_clock() - u->began, hra_work_is_finished(u->stored.share.work) ? "" : _(" (interrupted)"));
    show_openings(u);
    show_ratings(u, places, sampled);
    if (p.count == 2 && pairings > 1 && u->how.count <= MATRIX)
        show_matrix(u, places);
    if (pairings == 1)
        show_strength(u, &p);
    show_alike(u);
    show_adjudicated(u);
    show_forfeits(u);
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
