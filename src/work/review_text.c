/* What an analyst said of some plies, as text.
 *
 *     plies 0 2 points               the first one, how many, and the unit
 *     start 0.25 -0.25               worth before them, a number for each seat
 *     ply 1 0 0 1 0 -1               forced, revised, better, asked, and where a choice about the stakes led; of chance 0s
 *     worth 0.5 -0.5                 behind it
 *     gain 0.25 -0.25
 *     loss 0
 *     end 5                          plies to the end, if a win was found behind it
 *     best 24-20                     if it is better
 *     then 24-20                     the line, a move each; the first is the best one
 *     stakes 0.5 0.25                of each action; only where there are some
 *     margins 0.7 -                  - is a number that there is not
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "work/result_lines.h"
#include "work/review_text.h"

hra_err hra_review_part_init(hra_review_part *part, int from, int count) {
    *part = (hra_review_part){.from = from, .count = count};
    part->plies = calloc((size_t)(count > 0 ? count : 1), sizeof *part->plies);
    return part->plies ? HRA_OK : HRA_ENOMEM;
}

void hra_review_part_release(hra_review_part *part) {
    for (int i = 0; i < part->count && part->plies; i++)
        free((void *)(uintptr_t)part->plies[i].line);
    free(part->plies);
    *part = (hra_review_part){.count = 0};
}

/* ---- writing --------------------------------------------------------------------------------*/

static hra_err write_ply(const hra_review *r, const hra_review_move *at, hra_text *out) {
    int seats = r->game->seats;
    hra_text_addf(out, "ply %d %d %d %d %d\n", at->forced, at->reassessed, at->better, at->responding,
                  at->chosen);
    bool good = hra_result_add_numbers("worth", at->values, seats, false, out);
    good = hra_result_add_numbers("gain", at->gain, seats, false, out) && good;
    good = hra_result_add_numbers("loss", &at->loss, 1, false, out) && good;
    if (at->distance)
        hra_text_addf(out, "end %d\n", at->distance);
    if (at->better)
        hra_result_add_move(r->game, "best", hra_review_state(r, at->ply), at->best, out);
    hra_err err =
        hra_result_add_line(r->game, "then", hra_review_state(r, at->ply), at->line, at->line_length, out);
    if (at->stake_action_count)
        good = hra_result_add_numbers("stakes", at->stake_action, at->stake_action_count, false, out) && good;
    if (at->threshold_count)
        good = hra_result_add_numbers("margins", at->threshold, at->threshold_count, true, out) && good;
    return err ? err : good ? HRA_OK : HRA_EFIT;
}

hra_err hra_review_part_write(const hra_review *r, const hra_review_part *part, hra_text *out) {
    hra_text_addf(out, "plies %" PRIu64 " %d %s\n", part->before + (uint64_t)part->from, part->count,
                  part->unit == HRA_UNIT_PROBABILITY ? "probability" : "points");
    hra_err err =
        hra_result_add_numbers("start", part->start, r->game->seats, false, out) ? HRA_OK : HRA_EFIT;
    for (int i = 0; i < part->count && !err; i++)
        err = write_ply(r, &part->plies[i], out);
    return err ? err : out->err;
}

/* Of a ply that was counted nothing is charged a second time. */
hra_err hra_review_write_plies(const hra_review *r, int from, int to, hra_text *out) {
    hra_review_part part = {.from = from, .count = to - from, .unit = r->unit, .plies = r->judged + from};
    for (int seat = 0; seat < r->game->seats; seat++)
        part.start[seat] = from ? r->judged[from - 1].values[seat] : r->accounts[seat].expected;
    return hra_review_part_write(r, &part, out);
}

void hra_review_count_part(hra_review *r, hra_review_part *part, int plies) {
    if (part->from == 0 && r->done == 0)
        hra_review_count_start(r, part->unit, part->start);
    for (int i = r->done - part->from; i < plies; i++) {
        hra_review_count_ply(r, &part->plies[i]);
        part->plies[i].line = NULL; /* is the review's now */
    }
}

/* ---- reading --------------------------------------------------------------------------------*/

static void expect_numbers(hra_lines *l, const char *key, double *out, int count) {
    if (hra_result_expect(l, key))
        hra_result_read_numbers(l, out, count, false);
}

/* The line of a ply, in `state`, which begins as that before the ply. */
static void read_line(hra_lines *l, const hra_game *game, void *state, hra_review_move *at) {
    hra_move line[HRA_THOUGHT_LINE];
    const int length = hra_result_read_line(l, game, "then", state, line, HRA_THOUGHT_LINE);
    if (!length)
        return;
    if (line[0] != at->best) {
        hra_lines_fail(l, HRA_EINPUT, "the line begins with another move than the best one");
        return;
    }
    hra_move *own = malloc((size_t)length * sizeof *own);
    if (!own) {
        hra_lines_no_memory(l);
        return;
    }
    memcpy(own, line, (size_t)length * sizeof *own);
    at->line = own;
    at->line_length = length;
}

static int count_names(const char *const *names) {
    int count = 0;
    while (names && names[count])
        count++;
    return count;
}

static void read_choice(hra_lines *l, const hra_review *r, void *state, hra_review_move *at) {
    const hra_rules_conduct *conduct = r->game->rules->conduct;
    memcpy(state, hra_review_state(r, at->ply), r->game->state_size);
    if (at->better && hra_result_expect(l, "best"))
        (void)hra_result_read_move(l, r->game, state, &at->best);
    if (!l->err && at->better)
        read_line(l, r->game, state, at);
    int stakes = conduct->stake_action ? count_names(conduct->stake_actions) : 0;
    int margins = conduct->threshold ? count_names(conduct->thresholds) : 0;
    if (stakes && hra_result_comes(l, "stakes"))
        at->stake_action_count = hra_result_read_some(
            l, at->stake_action, stakes < HRA_MAX_STAKE_ACTIONS ? stakes : HRA_MAX_STAKE_ACTIONS, false);
    if (margins && hra_result_comes(l, "margins"))
        at->threshold_count = hra_result_read_some(
            l, at->threshold, margins < HRA_MAX_THRESHOLDS ? margins : HRA_MAX_THRESHOLDS, true);
    if (!l->err && at->chosen > 0 && at->chosen >= at->stake_action_count)
        hra_lines_fail(l, HRA_EINPUT, "there is no such action");
}

static void read_ply(hra_lines *l, const hra_review *r, void *state, hra_review_move *at) {
    int seats = r->game->seats;
    if (!hra_result_expect(l, "ply"))
        return;
    at->forced = hra_lines_int(l, 0, 1) != 0;
    at->reassessed = hra_lines_int(l, 0, 1) != 0;
    at->better = hra_lines_int(l, 0, 1) != 0;
    at->responding = hra_lines_int(l, 0, 1) != 0;
    at->chosen = hra_lines_int(l, -1, HRA_MAX_STAKE_ACTIONS - 1);
    hra_lines_done(l);
    if (at->mover < 0 && (at->forced || at->reassessed || at->better || at->responding || at->chosen))
        hra_lines_fail(l, HRA_EINPUT, "chance chooses nothing");
    expect_numbers(l, "worth", at->values, seats);
    expect_numbers(l, "gain", at->gain, seats);
    expect_numbers(l, "loss", &at->loss, 1);
    if (!l->err && hra_result_comes(l, "end")) {
        at->distance = hra_lines_int(l, 1, INT_MAX);
        hra_lines_done(l);
    }
    if (!l->err && at->mover >= 0)
        read_choice(l, r, state, at);
}

hra_err hra_review_part_read(const hra_review *r, const char *text, size_t length, hra_review_part *part,
                             hra_error *why) {
    hra_lines l;
    void *state = malloc(r->game->state_size);
    if (!state)
        return hra_no_memory(why);
    hra_lines_open(&l, text, length, 1, why);
    if (hra_result_expect(&l, "plies")) {
        const uint64_t first = part->before + (uint64_t)part->from;
        (void)hra_lines_whole(&l, first, first);
        (void)hra_lines_int(&l, part->count, part->count);
        part->unit = hra_lines_match(&l, "probability") ? HRA_UNIT_PROBABILITY : HRA_UNIT_POINTS;
        if (part->unit == HRA_UNIT_POINTS && !hra_lines_match(&l, "points"))
            hra_lines_expected(&l, "points");
        hra_lines_done(&l);
    }
    expect_numbers(&l, "start", part->start, r->game->seats);
    for (int i = 0; i < part->count && !l.err; i++) {
        part->plies[i] = hra_review_blank(r, part->from + i);
        read_ply(&l, r, state, &part->plies[i]);
    }
    if (!l.err && hra_lines_next(&l))
        hra_lines_expected(&l, _("the end"));
    free(state);
    return l.err;
}
