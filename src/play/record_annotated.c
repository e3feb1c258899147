/* Records and annotated games: each as the other. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "play/record_object.h"
#include "rules/game_properties.h"

/* ---- a record of an annotated game ------------------------------------------------------------*/

static char *copy_of(const char *text) {
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    return copy ? memcpy(copy, text, n) : NULL;
}

static hra_err take_seats(hra_record *record, const hra_annotated *a) {
    for (int seat = 0; seat < record->game->seats; seat++) {
        record->seats[seat] = copy_of(*a->players[seat] ? a->players[seat] : "?");
        if (!record->seats[seat])
            return HRA_ENOMEM;
    }
    record->position = a->position ? copy_of(a->position) : NULL;
    return a->position && !record->position ? HRA_ENOMEM : HRA_OK;
}

/* The moves of the main line, as far as no end by repetition is in the way. */
static hra_err take_moves(hra_record *record, const hra_annotated *a) {
    memcpy(hra_track_start(&record->track), hra_annotated_state(a, 0), record->game->state_size);
    for (int node = a->nodes[0].first; node && hra_track_mover(&record->track) != HRA_OVER;
         node = a->nodes[node].first) {
        if (hra_is_concession(a->game, hra_annotated_state(a, a->nodes[node].parent), a->nodes[node].move))
            record->version = 4;
        hra_err err = hra_track_push(&record->track, a->nodes[node].move);
        if (err)
            return err;
    }
    return HRA_OK;
}

/* Other points than are lost by resigning were adjudicated, unless no game is worth as many. */
static bool adjudicates(hra_record *record, double first) {
    hra_manners other = record->manners;
    double value[HRA_MAX_SEATS];
    hra_manners_returns(&record->manners, &record->track, value);
    other.terms = (hra_terms){.end = HRA_OUTCOME_NONE, .by = -1, .offer = -1};
    if ((value[0] >= first && value[0] <= first) ||
        hra_manners_adjudicate(&other, &record->track, HRA_ADJUDICATION_RESIGN, first, NULL))
        return false;
    record->manners = other;
    return true;
}

/* A result that the rules do not know was given up or agreed on. */
static void take_result(hra_record *record, const hra_annotated *a) {
    const hra_stated_result *stated = &a->result;
    hra_terms *terms = &record->manners.terms;
    if (!stated->stated || stated->unfinished || !hra_is_contest(record->game) ||
        hra_track_mover(&record->track) == HRA_OVER)
        return;
    if (stated->returns[0] == 0)
        *terms = (hra_terms){.end = HRA_OUTCOME_AGREED, .by = 0, .offer = -1};
    else
        *terms = (hra_terms){.end = HRA_OUTCOME_RESIGNED, .by = stated->returns[0] > 0 ? 1 : 0, .offer = -1};
    const int version = adjudicates(record, stated->returns[0]) ? 3 : 2;
    record->version = record->version < version ? version : record->version;
}

/* The day, as far as it has the form that records know. */
static void take_date(hra_record *record, const hra_annotated *a) {
    const char *date = hra_annotated_tag(a, "Date");
    if (date && hra_record_is_date(date, strlen(date)))
        memcpy(record->date, date, sizeof record->date);
}

static hra_err fill(hra_record *record, hra_annotated *a, hra_error *why) {
    record->game = a->game;
    record->shares_game = true;
    hra_manners_init(&record->manners);
    if (hra_track_init(&record->track, record->game, false) || take_seats(record, a))
        return hra_no_memory(why);
    record->version = 1;
    hra_err err = take_moves(record, a);
    if (err)
        return hra_fail_code(why, err);
    record->started = true;
    take_result(record, a);
    record->finished = hra_manners_mover(&record->manners, &record->track) == HRA_OVER;
    take_date(record, a);
    return HRA_OK;
}

hra_err hra_record_of(hra_record **out, hra_annotated *annotated, hra_error *why) {
    hra_record *record = calloc(1, sizeof *record);
    if (!record)
        return hra_no_memory(why);
    hra_err err = fill(record, annotated, why);
    if (err) {
        hra_record_close(record);
        return err;
    }
    record->annotated = annotated;
    hra_record_fill_info(record);
    *out = record;
    return HRA_OK;
}

/* ---- an annotated game of a record ------------------------------------------------------------*/

static hra_err add_result(hra_annotated *a, const hra_play_info *info) {
    hra_stated_result result = {.stated = true, .unfinished = info->outcome == HRA_OUTCOME_NONE};
    memcpy(result.returns, info->returns, sizeof result.returns);
    return hra_annotated_result(a, &result);
}

/* Those that are not known already. */
static hra_err add_players(hra_annotated *a, const hra_record *record) {
    const hra_play_info *info = &record->info;
    hra_err err = HRA_OK;
    for (int seat = 0; seat < record->game->seats && !err; seat++)
        if (!*a->players[seat])
            err = hra_annotated_player(a, seat, *info->names[seat] ? info->names[seat] : info->specs[seat]);
    return err;
}

/* What a record says beside its moves: who played, when, and how it ended. */
static hra_err add_facts(hra_annotated *a, const hra_record *record) {
    hra_err err = add_players(a, record);
    if (!err && *record->date && !hra_annotated_tag(a, "Date"))
        err = hra_annotated_set_tag(a, "Date", record->date);
    return err ? err : add_result(a, &record->info);
}

hra_err hra_record_state_facts(hra_record *record) {
    return record->annotated ? add_facts(record->annotated, record) : HRA_OK;
}

static hra_err annotate(hra_annotated *a, const hra_record *record, hra_error *why) {
    char round[32];
    hra_err err = hra_annotated_begin(a, record->game->host, record->game->spec, NULL, why);
    if (!err)
        err = hra_annotated_start(a, hra_track_state(&record->track, 0));
    for (int ply = 0, node = 0; ply < record->track.plies && !err; ply++) {
        node = hra_annotated_add(a, node, record->track.moves[ply]);
        err = node ? HRA_OK : HRA_ENOMEM;
    }
    if (!err)
        err = add_facts(a, record);
    (void)hra_snprintf(round, sizeof round, "%llu", (unsigned long long)record->number + 1);
    return err ? err : hra_annotated_set_tag(a, "Round", round);
}

/* A format reads the states as those of its own game. */
static bool has_format(const hra_record *record, const hra_format *format) {
    const hra_format *own = record->game->rules->catalogue->formats;
    while (own && own->name && own != format)
        own++;
    return own && own->name;
}

hra_err hra_record_write(const hra_record *record, const hra_format *format, hra_text *out) {
    hra_annotated *a = NULL;
    hra_error why;
    if (!format->write || !has_format(record, format))
        return HRA_EFIT;
    if (record->annotated) {
        format->write(record->annotated, out);
        return out->err;
    }
    hra_err err = hra_annotated_open(&a, &why);
    if (!err)
        err = annotate(a, record, &why);
    if (!err)
        format->write(a, out);
    hra_annotated_close(a);
    return err ? err : out->err;
}

hra_err hra_record_into_annotated(hra_record *record, hra_annotated **out, hra_error *why) {
    hra_err err = HRA_OK;
    *out = record->annotated;
    record->annotated = NULL;
    if (!*out && (err = hra_annotated_open(out, why)) == 0)
        err = annotate(*out, record, why);
    else if (!err && (err = add_players(*out, record)) != 0)
        (void)hra_no_memory(why);
    if (err) {
        hra_annotated_close(*out);
        *out = NULL;
    }
    hra_record_close(record); /* whose game is the annotated game's if it was written about */
    return err;
}

hra_err hra_annotated_text(hra_annotated *annotated, hra_text *out, hra_error *why) {
    hra_record *record;
    hra_err err = hra_record_of(&record, annotated, why);
    if (err)
        return err;
    err = hra_record_text(record, out);
    record->annotated = NULL; /* the caller's */
    hra_record_close(record);
    return err ? hra_no_memory(why) : HRA_OK;
}

const hra_annotated *hra_record_annotated(const hra_record *record) {
    return record->annotated;
}
