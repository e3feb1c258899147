/* The games of a file in the store: what there is, and one of them. */
#include <string.h>

#include "core/messages.h"
#include "hra/game_file.h"
#include "play/record_object.h"
#include "session/session.h"

enum { LISTED = 1000 }; /* games of one event at most */

/* Opens an entry as a file of games. `text` is released when the file is open. */
static hra_err open_entry(hra_session *s, const char *name, hra_host *host, hra_game_file **out,
                          hra_error *why) {
    hra_text text;
    hra_error inner = {0};
    hra_text_init(&text);
    *host = s->host; /* the text is not trusted: it may name any program */
    host->run = NULL;
    hra_err err = hra_kept_read(s, name, &text, why);
    if (!err && !text.length)
        err = hra_fail(why, HRA_EMISSING, -1, "%.120s: entry not found", name);
    const hra_game_file_setup setup = {.size = sizeof setup,
                                       .host = host,
                                       .name = name,
                                       .text = hra_text_string(&text),
                                       .length = text.length};
    if (!err && (err = hra_game_file_open(out, &setup, &inner)) != 0)
        err = hra_fail(why, err, -1, "%.120s: %s", name, inner.text);
    hra_text_release(&text);
    return err;
}

/* ---- a list ---------------------------------------------------------------------------------*/

/* How many plies are kept up to a fault. */
static int ply_of(const hra_fault *fault, const hra_annotated *a, const hra_record *record) {
    if (a && a->node_count)
        return a->nodes[fault->node].ply;
    return record ? hra_record_info(record)->plies : 0;
}

void hra_session_add_faults(hra_json *json, const hra_fault *faults, int count, const hra_annotated *a,
                            const hra_record *record) {
    hra_json_list(json, "faults");
    for (int i = 0; i < count; i++) {
        hra_json_object(json, NULL);
        hra_json_integer(json, "line", faults[i].line);
        hra_json_integer(json, "column", faults[i].column);
        hra_json_integer(json, "ply", ply_of(&faults[i], a, record));
        hra_json_bool(json, "remark", faults[i].remark);
        hra_json_text(json, "text", faults[i].text);
        hra_json_end(json);
    }
    hra_json_end(json);
}

static const char *player_of(const hra_game_found *game, int seat) {
    const hra_play_info *info = game->record ? hra_record_info(game->record) : NULL;
    if (game->annotated && *game->annotated->players[seat])
        return game->annotated->players[seat];
    return !info ? "" : *info->names[seat] ? info->names[seat] : info->specs[seat];
}

static void add_record(hra_json *json, const hra_record *record) {
    const hra_play_info *info = hra_record_info(record);
    hra_text opening;
    hra_text_init(&opening);
    bool named = hra_record_opening(record, info->plies, &opening) >= 0;
    hra_json_text(json, "game", info->game->rules->name);
    hra_json_integer(json, "plies", info->plies);
    hra_json_bool(json, "over", info->outcome != HRA_OUTCOME_NONE);
    if (info->outcome != HRA_OUTCOME_NONE)
        hra_json_numbers(json, "returns", info->returns, info->game->seats);
    hra_json_text(json, "opening", named ? hra_text_string(&opening) : NULL);
    hra_text_release(&opening);
}

static void add_game(hra_json *json, const hra_game_found *game) {
    const hra_annotated *a = game->annotated;
    const char *date = a ? hra_annotated_tag(a, "Date") : NULL,
               *event = a ? hra_annotated_tag(a, "Event") : NULL;
    int seats = game->record ? hra_record_info(game->record)->game->seats : 2;
    hra_json_object(json, NULL);
    hra_json_integer(json, "number", game->index + 1);
    hra_json_integer(json, "line", game->line);
    hra_json_list(json, "players");
    for (int seat = 0; seat < seats; seat++)
        hra_json_text(json, NULL, player_of(game, seat));
    hra_json_end(json);
    if (!date && game->record)
        date = hra_record_info(game->record)->date;
    hra_json_text(json, "event", event ? event : "");
    hra_json_text(json, "date", date ? date : "");
    if (a && a->result.stated && *a->result.text)
        hra_json_text(json, "result", a->result.text);
    if (game->record)
        add_record(json, game->record);
    hra_session_add_faults(json, game->faults, game->fault_count, a, game->record);
    hra_json_end(json);
}

/* The members of the event: games from `first` on. */
static hra_err list_games(hra_game_file *file, uint64_t first, hra_text *out, hra_error *why) {
    hra_json json = hra_json_begin(out);
    const hra_game_found *found;
    uint64_t total = 0;
    hra_err err;
    json.keys = HRA_JSON_NEW_KEYS;
    hra_json_object(&json, NULL);
    hra_json_list(&json, "games");
    while ((err = hra_game_file_next(file, &found, why)) == 0 && found)
        if (++total >= first && total - first < LISTED)
            add_game(&json, found);
    hra_json_end(&json);
    hra_json_count(&json, "total", total);
    hra_json_end(&json);
    return err ? err : out->err ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_session_handle_contents(hra_session *s, const requester *who, char *line, hra_error *why,
                                    const char **about) {
    uint64_t first = 1;
    char *name, *word = NULL;
    hra_game_file *file = NULL;
    hra_host host;
    hra_text text;
    hra_err err = hra_words_take(&line, &name, why);
    if (!err)
        err = hra_words_only(line, &word, why);
    if (!err && !name)
        err = hra_fail(why, HRA_EINPUT, -1, "contents: missing name; 'plays' and 'files' list entries");
    if (!err && word)
        err = hra_words_number(word, _("the first game"), 1, INT32_MAX, &first, why);
    if (err)
        return err;
    *about = name;
    hra_text_init(&text);
    err = open_entry(s, name, &host, &file, why);
    if (!err)
        err = list_games(file, first, &text, why);
    hra_game_file_close(file);
    if (!err) {
        hra_emit_members(s, who, HRA_SESSION_CONTENTS, NULL, hra_text_string(&text));
        hra_emit_ok(s, who, NULL);
    }
    hra_text_release(&text);
    return err;
}

/* ---- one game -------------------------------------------------------------------------------*/

/* Faults of a record are not in what is written about it. */
static hra_err copy_faults(const hra_game_found *found, hra_annotated *a, hra_error *why) {
    int last = 0;
    while (a->nodes[last].first)
        last = a->nodes[last].first;
    for (int i = 0; i < found->fault_count; i++) {
        hra_fault fault = found->faults[i];
        fault.node = last;
        if (hra_annotated_fault(a, &fault) != 0)
            return hra_no_memory(why);
    }
    return HRA_OK;
}

static hra_err take_game(hra_game_file *file, const hra_game_found *found, hra_annotated **out,
                         hra_error *why) {
    hra_record *record = hra_game_file_take(file);
    bool own = found->annotated && found->faults == found->annotated->faults;
    hra_err err = hra_record_into_annotated(record, out, why);
    if (!err && !own)
        err = copy_faults(found, *out, why);
    return err;
}

/* number 0: the last game. */
hra_err hra_session_find_game(hra_session *s, const char *name, uint64_t number, hra_annotated **out,
                              hra_error *why) {
    hra_game_file *file = NULL;
    const hra_game_found *found;
    hra_host host;
    uint64_t at = 0;
    *out = NULL;
    hra_err err = open_entry(s, name, &host, &file, why);
    while (!err && (!number || at < number) && (err = hra_game_file_next(file, &found, why)) == 0 && found) {
        at++;
        if (number && at < number)
            continue;
        if (!found->record && number)
            err = found->fault_count ? hra_fail(why, HRA_EDAMAGED, -1, "%.80s: game %llu: %s", name,
                                                (unsigned long long)at, found->faults[0].text)
                                     : hra_fail(why, HRA_EDAMAGED, -1, "%.80s: game %llu has no moves", name,
                                                (unsigned long long)at);
        if (!found->record)
            continue;
        hra_annotated_close(*out);
        *out = NULL;
        err = take_game(file, found, out, why);
    }
    hra_game_file_close(file);
    if (!err && !*out)
        err = hra_fail(why, HRA_EINPUT, -1, "%.80s: there is no such game; games of the file: %llu", name,
                       (unsigned long long)at);
    if (err) {
        hra_annotated_close(*out);
        *out = NULL;
    }
    return err;
}
