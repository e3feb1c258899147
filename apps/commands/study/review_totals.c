/* Sums over many games. */
#include "review_totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "speech/print.h"

enum { FEWEST = 64 }; /* places of the table */

void review_totals_release(review_totals *t) {
    for (size_t i = 0; i < t->count; i++)
        free(t->rows[i].player);
    free(t->rows);
    free(t->table);
    memset(t, 0, sizeof *t);
}

const char *const *review_row_types(const review_row *row) {
    return row->rules->conduct->decision_types;
}

bool review_row_is_dated(const review_row *row) {
    return !strchr(row->period, '?');
}

/* ---- finding a row --------------------------------------------------------------------------*/

static uint64_t hash_of(const hra_rules *rules, const char *player, const char *period) {
    return hra_hash(player, strlen(player)) ^ (hra_hash(period, strlen(period)) << 1) ^
           hra_hash(rules->name, strlen(rules->name));
}

/* The place of a row, or the free one where it would be. */
static size_t place_of(const review_totals *t, const hra_rules *rules, hra_unit unit, const char *player,
                       const char *period) {
    size_t at = (size_t)hash_of(rules, player, period) & (t->places - 1);
    for (; t->table[at]; at = (at + 1) & (t->places - 1)) {
        const review_row *row = &t->rows[t->table[at] - 1];
        if (row->rules == rules && row->scale.unit == unit && strcmp(row->period, period) == 0 &&
            strcmp(row->player, player) == 0)
            break;
    }
    return at;
}

/* At most half of the places are taken. */
static hra_err grow(review_totals *t) {
    if (2 * t->count < t->places)
        return HRA_OK;
    size_t places = t->places ? 2 * t->places : FEWEST;
    review_row *rows = realloc(t->rows, places / 2 * sizeof *rows);
    t->rows = rows ? rows : t->rows;
    size_t *table = rows ? calloc(places, sizeof *table) : NULL;
    if (!table)
        return HRA_ENOMEM;
    free(t->table);
    t->table = table;
    t->places = places;
    t->capacity = places / 2;
    for (size_t i = 0; i < t->count; i++) {
        const review_row *row = &t->rows[i];
        t->table[place_of(t, row->rules, row->scale.unit, row->player, row->period)] = i + 1;
    }
    return HRA_OK;
}

static review_row *row_of(review_totals *t, const hra_review *review, const char *player,
                          const char *period) {
    const hra_review_info *info = hra_review_snapshot(review);
    if (grow(t) != 0)
        return NULL;
    size_t at = place_of(t, info->game->rules, info->unit, player, period);
    if (t->table[at])
        return &t->rows[t->table[at] - 1];
    review_row *row = &t->rows[t->count];
    *row =
        (review_row){.rules = info->game->rules, .scale = review_scale_of(review), .player = strdup(player)};
    if (!row->player)
        return NULL;
    memcpy(row->period, period, sizeof row->period);
    t->table[at] = ++t->count;
    return row;
}

/* ---- adding ---------------------------------------------------------------------------------*/

/* "2026-11" of "2026.11.22". Other months than 01 to 12 are unknown, so that periods can be put on an axis of time. */
static void month_of(const char *date, char out[REVIEW_MONTH + 1]) {
    static const char digits[] = "0123456789";
    const bool year = strspn(date, digits) == REVIEW_YEAR && date[REVIEW_YEAR] == '.';
    const char *month = date + REVIEW_YEAR + 1;
    const bool known = year && strspn(month, digits) == 2 &&
                       (month[0] == '0' ? month[1] != '0' : month[0] == '1' && month[1] <= '2');
    (void)hra_snprintf(out, REVIEW_MONTH + 1, "%.4s-%.2s", year ? date : "????", known ? month : "??");
}

static void add_seat(review_row *row, const hra_review *review, int seat) {
    hra_review_summary a;
    hra_review_seat(review, seat, &a);
    row->games++;
    row->decisions += a.decisions;
    row->mistakes += a.mistakes;
    row->loss += a.loss;
    row->scaled += a.scaled;
    row->luck += a.luck;
    for (int grade = 0; grade < HRA_GRADES; grade++)
        row->graded[grade] += a.graded[grade];
    if (!isnan(a.accuracy)) {
        row->accuracy += a.accuracy;
        row->accurate++;
    }
    for (int type = 0; type < HRA_MAX_DECISION_TYPES; type++) {
        row->types[type].decisions += a.types[type].decisions;
        row->types[type].loss += a.types[type].loss;
        row->types[type].scaled += a.types[type].scaled;
    }
}

hra_err review_totals_add(review_totals *t, const hra_review *review, const char *const *players, int only,
                          const char *date) {
    char month[REVIEW_MONTH + 1];
    month_of(date, month);
    for (int seat = 0; seat < hra_review_snapshot(review)->game->seats; seat++) {
        if (only && only != seat + 1)
            continue;
        review_row *row = row_of(t, review, players[seat], month);
        if (!row)
            return HRA_ENOMEM;
        add_seat(row, review, seat);
    }
    return HRA_OK;
}

/* ---- rows of longer periods -----------------------------------------------------------------*/

static bool same_player(const review_row *a, const review_row *b) {
    return a->rules == b->rules && a->scale.unit == b->scale.unit && strcmp(a->player, b->player) == 0;
}

static int by_player(const void *left, const void *right) {
    const review_row *a = left, *b = right;
    int order = strcmp(a->rules->name, b->rules->name);
    order = order ? order : (int)a->scale.unit - (int)b->scale.unit;
    order = order ? order : (a->all_games < b->all_games) - (a->all_games > b->all_games);
    order = order ? order : strcmp(a->player, b->player);
    return order ? order : strcmp(a->period, b->period);
}

static void merge(review_row *into, const review_row *row) {
    into->games += row->games;
    into->decisions += row->decisions;
    into->mistakes += row->mistakes;
    into->loss += row->loss;
    into->scaled += row->scaled;
    into->luck += row->luck;
    into->accuracy += row->accuracy;
    into->accurate += row->accurate;
    for (int grade = 0; grade < HRA_GRADES; grade++)
        into->graded[grade] += row->graded[grade];
    for (int type = 0; type < HRA_MAX_DECISION_TYPES; type++) {
        into->types[type].decisions += row->types[type].decisions;
        into->types[type].loss += row->types[type].loss;
        into->types[type].scaled += row->types[type].scaled;
    }
}

size_t review_totals_run(const review_totals *view, size_t first) {
    size_t n = 1;
    while (first + n < view->count && same_player(&view->rows[first], &view->rows[first + n]))
        n++;
    return n;
}

/* How many games each player has over all periods; rows of one player follow each other. */
static void count_all(review_totals *view) {
    for (size_t i = 0, n; i < view->count; i += n) {
        int games = 0;
        n = review_totals_run(view, i);
        for (size_t k = i; k < i + n; k++)
            games += view->rows[k].games;
        for (size_t k = i; k < i + n; k++)
            view->rows[k].all_games = games;
    }
}

hra_err review_totals_view(const review_totals *t, review_period period, review_totals *out) {
    size_t count = 0;
    memset(out, 0, sizeof *out);
    if (!t->count)
        return HRA_OK;
    out->rows = malloc(t->count * sizeof *out->rows);
    if (!out->rows)
        return HRA_ENOMEM;
    memcpy(out->rows, t->rows, t->count * sizeof *out->rows);
    out->count = t->count;
    for (size_t i = 0; i < out->count; i++)
        out->rows[i].period[period] = '\0';
    qsort(out->rows, out->count, sizeof *out->rows, by_player);
    count_all(out);
    qsort(out->rows, out->count, sizeof *out->rows, by_player);
    for (size_t i = 0; i < out->count; i++) {
        review_row *row = &out->rows[i], *last = count ? &out->rows[count - 1] : NULL;
        if (last && same_player(last, row) && strcmp(last->period, row->period) == 0)
            merge(last, row);
        else
            out->rows[count++] = *row;
    }
    out->count = count;
    return HRA_OK;
}

bool review_totals_trend(const review_totals *t, review_period period) {
    const char *first = NULL;
    for (size_t i = 0; i < t->count; i++) {
        const review_row *row = &t->rows[i];
        if (memchr(row->period, '?', period))
            continue;
        if (first && strncmp(first, row->period, period) != 0)
            return true;
        first = row->period;
    }
    return false;
}
