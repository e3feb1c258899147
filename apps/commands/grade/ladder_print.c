/* The standings of the ladder. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ladder.h"

enum { NAME_COLUMNS = 30 };

typedef struct place {
    int player;
    const char *student; /* the pseudonym; "": a player of the course */
    hra_rating rating;
    double points;
    uint64_t failures; /* games that it lost because it failed */
} place;

static int by_rating(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->rating.elo != y->rating.elo)
        return x->rating.elo < y->rating.elo ? 1 : -1;
    const int order = strcmp(x->student, y->student);
    return order ? order : x->player - y->player;
}

static void add_points(const ladder_plan *p, hra_tournament *t, place *places) {
    for (int i = 0; i < p->pair_count; i++) {
        hra_pairing pairing;
        hra_tournament_snapshot(t, i, &pairing);
        for (int k = 0; k < pairing.count; k++) {
            place *each = &places[pairing.player[k]];
            each->points += pairing.points[k];
            for (int f = 0; f < HRA_FAILURES; f++)
                each->failures += pairing.forfeits[k][f];
        }
    }
}

/* The name of a student whose file is here, now or in another version. */
static const char *name_of(const ladder_plan *p, const char *student) {
    for (int i = 0; i < p->count; i++)
        if (p->players[i].file && strcmp(p->players[i].student, student) == 0)
            return p->players[i].file->student;
    return "";
}

/* "k7q2-f9xh.2", with the name of the student if that is asked for and known. */
static void add_name(const ladder_plan *p, const ladder_player *player, bool names, hra_text *out) {
    if (!player->student[0]) {
        hra_text_add(out, player->spec);
        return;
    }
    hra_text_addf(out, "%s.%d", player->student, player->version);
    if (names)
        hra_text_addf(out, "  %s", name_of(p, player->student));
}

static void print_place(const ladder_plan *p, const place *each, int number, bool names) {
    const hra_rating *r = &each->rating;
    hra_text name;
    hra_text_init(&name);
    add_name(p, &p->players[each->player], names, &name);
    print("  %3d  ", number);
    print_cell(-NAME_COLUMNS, print_string(&name));
    if (r->games)
        print("%+8.1F %+7.1F %+7.1F %7llu %9.1F", print_rounded(r->elo, 1), print_rounded(r->low - r->elo, 1),
              print_rounded(r->high - r->elo, 1), (unsigned long long)r->games, each->points);
    if (each->failures)
        print("  %llu", (unsigned long long)each->failures);
    print("\n");
    hra_text_release(&name);
}

static void print_head(void) {
    print("\n%s\n       ", _("Ladder:"));
    print_cell(-NAME_COLUMNS, _("player"));
    print("     Elo  ");
    print_cell(6, _("-95 %"));
    print("  ");
    print_cell(6, _("+95 %"));
    print_cell(8, _("games"));
    print_cell(10, _("points"));
    print("  %s\n", _("lost by failures"));
}

int ladder_print(const ladder_plan *p, hra_tournament *t, bool names) {
    hra_rating ratings[HRA_TOURNAMENT_PLAYERS];
    place *places = calloc((size_t)p->count, sizeof *places);
    bool sampled;
    hra_error why;
    if (!places)
        return print_no_memory();
    if (hra_tournament_rate(t, HRA_TOURNAMENT_SAMPLES, NULL, ratings, &sampled, &why)) {
        free(places);
        return print_failure(&why, NULL);
    }
    add_points(p, t, places);
    for (int i = 0; i < p->count; i++) {
        places[i].player = i;
        places[i].student = p->players[i].student;
        places[i].rating = ratings[i];
    }
    qsort(places, (size_t)p->count, sizeof *places, by_rating);
    print_head();
    for (int i = 0; i < p->count; i++)
        print_place(p, &places[i], i + 1, names);
    free(places);
    return EXIT_DONE;
}
