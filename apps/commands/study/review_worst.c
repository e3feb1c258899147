/* The costliest decisions. */
#include "review_worst.h"

#include <stdlib.h>
#include <string.h>

#include "speech/print.h"

static void release_row(review_costly *row) {
    char *const texts[] = {row->player,    row->seat,     row->move, row->best, row->said,
                           row->said_best, row->position, row->file, row->place};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
}

void review_worst_release(review_worst *worst) {
    for (size_t i = 0; i < worst->count; i++) {
        for (int k = 0; k < worst->lists[i].count; k++)
            release_row(&worst->lists[i].rows[k]);
        free(worst->lists[i].rows);
        free(worst->lists[i].game);
    }
    free(worst->lists);
    *worst = (review_worst){.most = worst->most};
}

/* ---- collecting -----------------------------------------------------------------------------*/

/* Costs that are divided by the stakes can be compared between matches of any length. */
static bool fits(const review_worst_list *list, const hra_game *game, const review_scale *scale) {
    if (list->rules != game->rules || list->scale.unit != scale->unit)
        return false;
    return scale->thousandths || scale->unit == HRA_UNIT_PROBABILITY ||
           hra_spec_equal(list->game, game->spec, HRA_NAME_GAME, NULL, NULL);
}

static review_worst_list *list_of(review_worst *worst, const review_game *game) {
    const hra_game *rules = hra_review_snapshot(game->review)->game;
    const review_scale scale = review_scale_of(game->review);
    for (size_t i = 0; i < worst->count; i++)
        if (fits(&worst->lists[i], rules, &scale))
            return &worst->lists[i];
    review_worst_list *more = realloc(worst->lists, (worst->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    worst->lists = more;
    more += worst->count++;
    *more = (review_worst_list){.game = strdup(rules->spec),
                                .rules = rules->rules,
                                .scale = scale,
                                .rows = calloc((size_t)worst->most + 1, sizeof *more->rows)};
    return more->game && more->rows ? more : NULL;
}

/* As other programs write it, such as FEN or XGID, if they do. */
static void add_position(const hra_game *game, const void *state, hra_text *out) {
    const hra_notation *notations = game->rules->catalogue->notations;
    const size_t from = out->length;
    if (notations && notations->name)
        notations->write(game, state, out);
    if (out->length == from)
        game->rules->text->write_position(game, state, out);
}

/* The text of a move or, if `move` is NULL, of the position; NULL: no memory. */
static char *copy(const review_game *g, int ply, const hra_move *move, bool people) {
    const hra_game *game = hra_review_snapshot(g->review)->game;
    const void *state = hra_review_state(g->review, ply);
    hra_text text;
    hra_text_init(&text);
    if (!move)
        add_position(game, state, &text);
    else if (people)
        hra_game_say_move(game, state, *move, &text);
    else
        game->rules->text->show_move(game, state, *move, &text);
    char *made = text.err ? NULL : strdup(hra_text_string(&text));
    hra_text_release(&text);
    return made;
}

static char *copy_place(const review_game *g, const hra_review_move *at) {
    hra_text text;
    hra_text_init(&text);
    term_review_add_place(g->places, at, 0, &text);
    char *made = text.err ? NULL : strdup(hra_text_string(&text));
    hra_text_release(&text);
    return made;
}

static bool fill(review_costly *row, const review_game *g, const hra_review_move *at, double cost) {
    const hra_game *game = hra_review_snapshot(g->review)->game;
    const hra_move *best = at->better ? &at->best : &at->move;
    *row = (review_costly){.cost = cost,
                           .loss = at->loss,
                           .grade = at->grade,
                           .mine = g->mine == at->mover + 1,
                           .player = strdup(g->players[at->mover]),
                           .seat = strdup(game->seats > 1 ? hra_game_seat_name(game, at->mover) : ""),
                           .move = copy(g, at->ply, &at->move, false),
                           .best = copy(g, at->ply, best, false),
                           .said = copy(g, at->ply, &at->move, true),
                           .said_best = copy(g, at->ply, best, true),
                           .position = copy(g, at->ply, NULL, false),
                           .file = strdup(g->file),
                           .place = copy_place(g, at),
                           .number = g->number,
                           .ply = at->ply};
    return row->player && row->seat && row->move && row->best && row->said && row->said_best &&
           row->position && row->file && row->place;
}

/* One's own come first, then the costliest; of equal ones the first stays first. */
static bool comes_before(bool mine, double cost, const review_costly *row) {
    return mine != row->mine ? mine : cost > row->cost;
}

static hra_err add(review_worst_list *list, int most, const review_game *g, const hra_review_move *at) {
    const double cost = term_review_cost(at, g->review);
    const bool mine = g->mine == at->mover + 1;
    int i = list->count;
    while (i > 0 && comes_before(mine, cost, &list->rows[i - 1]))
        i--;
    if (i >= most)
        return HRA_OK;
    memmove(list->rows + i + 1, list->rows + i, (size_t)(list->count - i) * sizeof *list->rows);
    list->count++;
    const bool filled = fill(&list->rows[i], g, at, cost);
    if (list->count > most)
        release_row(&list->rows[--list->count]);
    return filled ? HRA_OK : HRA_ENOMEM;
}

hra_err review_worst_add(review_worst *worst, const review_game *game) {
    review_worst_list *list = list_of(worst, game);
    hra_err err = list ? HRA_OK : HRA_ENOMEM;
    for (int ply = 0; !err && ply < hra_review_snapshot(game->review)->done; ply++) {
        const hra_review_move *at = hra_review_ply(game->review, ply);
        if (at->mover >= 0 && at->mistake && (!game->only || game->only == at->mover + 1))
            err = add(list, worst->most, game, at);
    }
    return err;
}

/* ---- writing --------------------------------------------------------------------------------*/

enum { RANK = 4, COST = 9, MOVE = 22 };

/* "   1    0.181 ?? White (Anna) double, better: roll; game.mat:1, 3:7", and the position below it. */
static void add_row(const review_worst_list *list, int rank, const review_costly *row, hra_text *out) {
    hra_text number;
    hra_text_init(&number);
    review_add_value(&list->scale, "", row->cost, &number);
    hra_text_addf(out, "%*d %*s %-2s ", RANK, rank, COST, print_string(&number),
                  term_review_sign(row->grade));
    hra_text_release(&number);
    if (*row->seat)
        hra_text_addf(out, "%s (%s): ", row->seat, row->player);
    else
        hra_text_addf(out, "%s: ", row->player);
    hra_text_add(out, row->said);
    if (strcmp(row->said, row->said_best) != 0)
        hra_text_addf(out, "%s%s", _("; better: "), row->said_best);
    hra_text_addf(out, "\n%*s", RANK + 1, "");
    hra_text_addf(out, *row->file ? "%s:%d, " : "%s%d, ", row->file, row->number);
    hra_text_addf(out, _("move %s"), row->place);
    hra_text_addf(out, "\n%*s%s\n", RANK + 1, "", row->position);
}

void review_worst_text(const review_worst *worst, hra_text *out) {
    bool any = false;
    for (size_t i = 0; i < worst->count; i++) {
        const review_worst_list *list = &worst->lists[i];
        if (!list->count)
            continue;
        hra_text_addf(out, "%s%s\n", any ? "\n" : "", _(list->rules->text->title));
        any = true;
        for (int k = 0; k < list->count; k++)
            add_row(list, k + 1, &list->rows[k], out);
    }
    if (!any)
        hra_text_addf(out, "%s\n", _("No decision had a loss."));
}

static void add_json(hra_json *json, const review_costly *row) {
    hra_json_object(json, NULL);
    hra_json_number(json, "loss", row->loss);
    hra_json_number(json, "cost", row->cost);
    hra_json_text(json, "grade", review_grade_word(row->grade));
    hra_json_text(json, "player", row->player);
    hra_json_text(json, "move", row->move);
    hra_json_text(json, "best", row->best);
    hra_json_text(json, "position", row->position);
    hra_json_text(json, "file", *row->file ? row->file : NULL);
    hra_json_integer(json, "number", row->number);
    hra_json_text(json, "place", row->place);
    hra_json_integer(json, "ply", row->ply);
    hra_json_end(json);
}

void review_worst_json(const review_worst *worst, hra_text *out) {
    hra_json json = hra_json_begin(out);
    hra_json_object(&json, NULL);
    hra_json_list(&json, "worst_lists");
    for (size_t i = 0; i < worst->count; i++) {
        const review_worst_list *list = &worst->lists[i];
        hra_json_object(&json, NULL);
        hra_json_text(&json, "game", list->game);
        hra_json_text(&json, "unit", list->scale.unit == HRA_UNIT_PROBABILITY ? "probability" : "points");
        hra_json_list(&json, "worst");
        for (int k = 0; k < list->count; k++)
            add_json(&json, &list->rows[k]);
        hra_json_end(&json);
        hra_json_end(&json);
    }
    hra_json_end(&json);
    hra_json_end(&json);
    hra_text_add_char(out, '\n');
}
