/* Results of analyses: making room, clearing, words for kinds of values; and joining limits. */
#include "players/analysis.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "players/time_control.h"

void hra_analysis_init(hra_analysis *result) {
    *result = (hra_analysis){.value_seat = -1, .distance = -1};
}

void hra_analysis_release(hra_analysis *result) {
    free(result->pv);
    free(result->moves);
    free(result->lines);
    hra_analysis_init(result);
}

/* Field by field up to the error, whose 300 bytes need no more than an end: this is done for every move of a
 * match. */
void hra_analysis_clear(hra_analysis *result) {
    hra_move *pv = result->pv, *lines = result->lines;
    hra_analysis_move *moves = result->moves;
    int pv_capacity = result->pv_capacity, move_capacity = result->move_capacity;
    int lines_capacity = result->lines_capacity;
    memset(result, 0, offsetof(hra_analysis, why));
    result->what = (hra_column){.key = "value", .label = "value", .unit = HRA_UNIT_POINTS};
    result->value_seat = result->distance = -1;
    result->pv = pv;
    result->pv_capacity = pv_capacity;
    result->moves = moves;
    result->move_capacity = move_capacity;
    result->lines = lines;
    result->lines_capacity = lines_capacity;
    result->why.code = HRA_OK;
    result->why.at = 0;
    result->why.text[0] = '\0';
}

/* Room for `wanted` entries of `size` bytes at *list; false where there is no memory. */
static bool grow(void **list, int *capacity, int wanted, size_t size) {
    if (wanted <= *capacity)
        return true;
    void *grown = realloc(*list, (size_t)wanted * size);
    if (!grown)
        return false;
    *list = grown;
    *capacity = wanted;
    return true;
}

hra_err hra_analysis_reserve(hra_analysis *result, int moves, int pv) {
    void *grown_moves = result->moves, *grown_pv = result->pv, *grown_lines = result->lines;
    bool ok = grow(&grown_moves, &result->move_capacity, moves, sizeof *result->moves);
    ok = grow(&grown_pv, &result->pv_capacity, pv, sizeof *result->pv) && ok;
    ok = grow(&grown_lines, &result->lines_capacity, moves * pv, sizeof *result->lines) && ok;
    result->moves = grown_moves;
    result->pv = grown_pv;
    result->lines = grown_lines;
    return ok ? HRA_OK : hra_analysis_fail(result, HRA_ENOMEM, "%s", hra_err_text(HRA_ENOMEM));
}

hra_err hra_analysis_fail(hra_analysis *result, hra_err code, const char *format, ...) {
    char text[sizeof result->why.text];
    va_list list;
    va_start(list, format);
    hra_vsnprintf(text, sizeof text, _(format), list);
    va_end(list);
    return hra_fail(&result->why, code, -1, "%s", text);
}

const char *hra_value_kind_text(hra_value_kind kind) {
    static const char *const text[] = {"none",     N_("exact"),    N_("bound"),
                                       N_("mean"), N_("estimate"), N_("bound")};
    return text[kind];
}

const char *hra_value_mark(hra_value_kind kind, bool own, bool unicode) {
    bool above = kind == HRA_VALUE_AT_MOST;
    if (kind == HRA_VALUE_MEAN || kind == HRA_VALUE_ESTIMATE)
        return "~";
    if (!above && kind != HRA_VALUE_AT_LEAST)
        return "";
    if (above == own)
        return unicode ? "≤ " : "<=";
    return unicode ? "≥ " : ">=";
}

bool hra_value_say_end(const hra_game *game, double value, int distance, bool brief, hra_text *out) {
    const hra_rules_text *text = game->rules->text;
    const bool wins = value >= game->max_return && value > 0, loses = value <= game->min_return && value < 0;
    const bool result = value == game->max_return || value == game->min_return;
    if (distance <= 0 || !(wins || loses) || !game->zero_sum || (!text->say_end && (result || brief)))
        return false;
    if (text->say_end)
        text->say_end(game, distance, wins, brief, out);
    else if (wins)
        hra_text_addf(out, _n("wins in %d ply", "wins in %d plies", distance), distance);
    else
        hra_text_addf(out, _n("loses in %d ply", "loses in %d plies", distance), distance);
    return true;
}

bool hra_value_say_bound(const hra_game *game, double value, hra_value_kind kind, bool own, int distance,
                         hra_text *out) {
    const char *mark = hra_value_mark(kind, own, false);
    hra_text words;
    hra_text_init(&words);
    const bool says = hra_value_say_end(game, value, distance, false, &words);
    const char *end = hra_text_string(&words);
    if (says && *mark == '>')
        hra_text_addf(out, _("%s at worst"), end);
    else if (says && *mark == '<')
        hra_text_addf(out, _("%s at best"), end);
    else if (says)
        hra_text_addf(out, "%s%s", mark, end);
    if (words.err)
        out->err = words.err;
    hra_text_release(&words);
    return says;
}

const char *hra_proof_text(hra_proof proof) {
    return proof == HRA_SOLVED ? N_("solved") : proof == HRA_UNSOLVED ? N_("unsolved") : N_("unknown");
}

/* Seconds for the first decision of a game. */
static double first_share(const char *clock) {
    hra_time_control control;
    return clock && hra_time_control_read(clock, &control) ? hra_time_share_of(control) : 0;
}

void hra_limits_read(hra_limits *out, const hra_options *options) {
    *out = (hra_limits){0};
    for (int i = 0; i < options->count; i++) {
        const char *name = options->known[i].name;
        if (strcmp(name, "depth") == 0)
            out->depth = (int)options->number[i];
        else if (strcmp(name, "nodes") == 0)
            out->nodes = (uint64_t)options->number[i];
        else if (strcmp(name, "playouts") == 0)
            out->playouts = (uint64_t)options->number[i];
        else if (strcmp(name, "time") == 0)
            *out = hra_limits_join(*out, (hra_limits){.seconds = options->number[i]});
        else if (strcmp(name, "clock") == 0)
            *out =
                hra_limits_join(*out, (hra_limits){.seconds = first_share(hra_options_text(options, name))});
    }
}

const char *hra_cut_text(hra_cut reason) {
    switch (reason) {
    case HRA_CUT_BETA:
        return N_("beta cut");
    case HRA_CUT_ALPHA:
        return N_("alpha cut");
    case HRA_CUT_TABLE:
        return N_("known from the table");
    case HRA_CUT_STAR:
        return N_("chance cut");
    case HRA_CUT_SHALLOW:
        return N_("shallow cut");
    case HRA_CUT_BEAM:
        return N_("outside the beam");
    case HRA_CUT_RULE:
        return N_("dropped by knowledge of the game");
    case HRA_CUT_PROVEN:
        return N_("already decided");
    case HRA_CUT_PROBE:
        return N_("probed by one move");
    }
    return N_("cut");
}
