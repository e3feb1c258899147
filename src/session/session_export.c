/* What other programs and people take away: the game as text, the position in the notations of other programs, a
 * picture of the board. */
#include <string.h>
#include <strings.h>

#include "core/messages.h"
#include "hra/annotated.h"
#include "play/record_object.h"
#include "session/session.h"

/* ---- games ----------------------------------------------------------------------------------*/

void hra_session_add_formats(hra_json *json, const hra_rules *rules) {
    hra_json_list(json, "formats");
    hra_json_text(json, NULL, "hra");
    const hra_format *format = rules->catalogue->formats;
    for (; format && format->name; format++)
        if (format->write)
            hra_json_text(json, NULL, format->name);
    hra_json_end(json);
}

static const hra_format *find_format(const hra_game *game, const char *name) {
    const hra_format *format = game->rules->catalogue->formats;
    while (format && format->name && (!format->write || strcasecmp(format->name, name) != 0))
        format++;
    return format && format->name ? format : NULL;
}

static hra_err add_names(hra_annotated *a, const hra_play_info *info) {
    hra_stated_result result = {.stated = true, .unfinished = info->outcome == HRA_OUTCOME_NONE};
    hra_err err = HRA_OK;
    for (int seat = 0; seat < info->game->seats && !err; seat++) {
        result.returns[seat] = info->returns[seat];
        err = hra_annotated_player(a, seat, *info->names[seat] ? info->names[seat] : info->specs[seat]);
    }
    return err ? err : hra_annotated_result(a, &result);
}

/* The game at a table that is not a study, with its moves so far. */
static hra_err annotate(const hra_session *s, hra_annotated *a, hra_error *why) {
    const table *t = &s->table;
    hra_err err = hra_annotated_begin(a, &s->host, t->game->spec, NULL, why);
    if (err)
        return err;
    err = hra_annotated_start(a, hra_play_at(t->play, 0).state);
    for (int ply = 0, node = 0; ply < hra_play_plies(t->play) && !err; ply++) {
        if (hra_annotated_full(a, node))
            return hra_fail(why, HRA_ELIMIT, -1, "a game that is exported has at most %d moves",
                            HRA_MAX_NODES);
        node = hra_annotated_add(a, node, hra_play_at(t->play, ply).move);
        err = node ? HRA_OK : HRA_ENOMEM;
    }
    if (!err)
        err = add_names(a, hra_play_snapshot(t->play));
    return err ? hra_no_memory(why) : HRA_OK;
}

static hra_err write_game(const hra_session *s, const char *name, hra_text *out, const char **suffix,
                          hra_error *why) {
    const table *t = &s->table;
    const hra_format *format = find_format(t->game, name);
    hra_annotated *own = NULL;
    hra_err err = HRA_OK;
    *suffix = format ? format->suffix : ".hra";
    if (!format && strcasecmp(name, "hra") != 0)
        return hra_fail(why, HRA_EINPUT, 0, "'%.40s' is not a format that this game is written in", name);
    if (!t->study) {
        err = hra_annotated_open(&own, why);
        err = err ? err : annotate(s, own, why);
    }
    if (!err && format)
        format->write(t->study ? t->study : own, out);
    else if (!err)
        err = hra_annotated_text(t->study ? t->study : own, out, why);
    hra_annotated_close(own);
    return err ? err : out->err ? hra_no_memory(why) : HRA_OK;
}

/* ---- positions ------------------------------------------------------------------------------*/

static hra_err add_positions(hra_json *json, const table *t, int ply) {
    const hra_notation *notation = t->game->rules->catalogue->notations;
    hra_text text;
    hra_text_init(&text);
    hra_json_list(json, "positions");
    for (; notation && notation->name; notation++) {
        hra_text_clear(&text);
        notation->write(t->game, hra_play_at(t->play, ply).state, &text);
        if (!text.length)
            continue;
        hra_json_object(json, NULL);
        hra_json_text(json, "notation", notation->name);
        hra_json_text(json, "text", hra_text_string(&text));
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_err err = text.err;
    hra_text_release(&text);
    return err;
}

static hra_err draw(const table *t, int ply, hra_text *out, hra_error *why) {
    hra_scene *scene;
    hra_scene_view view = {.state = hra_play_at(t->play, ply).state, .seat = -1};
    hra_err err = hra_scene_open(&scene, t->game, why);
    if (err)
        return err;
    if (ply > 0) {
        view.before = hra_play_at(t->play, ply - 1).state;
        view.last = hra_play_at(t->play, ply - 1).move;
    }
    err = hra_scene_set(scene, &view);
    if (!err)
        hra_scene_svg(scene, NULL, out);
    hra_scene_close(scene);
    return err || out->err ? hra_no_memory(why) : HRA_OK;
}

/* ---- the line -------------------------------------------------------------------------------*/

typedef struct wanted {
    const char *what; /* "position", "svg", or a format */
    int ply;
} wanted;

static hra_err read_wanted(const hra_session *s, char *line, wanted *out, hra_error *why,
                           const char **about) {
    char *word = NULL, *number = NULL;
    uint64_t ply = (uint64_t)hra_play_plies(s->table.play);
    hra_err err = hra_words_take(&line, &word, why);
    if (!err && word)
        err = hra_words_only(line, &number, why);
    out->what = *about = word ? word : "hra";
    if (!err && number && strcmp(word, "position") != 0 && strcmp(word, "svg") != 0)
        err = hra_fail(why, HRA_EINPUT, -1, "unexpected word '%.40s'", number);
    else if (!err && number)
        err = hra_words_number(number, _("a ply"), 0, ply, &ply, why);
    out->ply = (int)ply;
    return err;
}

static hra_err write_wanted(hra_session *s, const wanted *w, hra_json *json, hra_error *why) {
    const table *t = &s->table;
    const char *suffix = ".svg";
    hra_text text;
    hra_err err;
    hra_json_object(json, NULL);
    if (strcmp(w->what, "position") == 0) {
        hra_json_integer(json, "ply", w->ply);
        hra_session_add_formats(json, t->game->rules);
        err = add_positions(json, t, w->ply);
        hra_json_end(json);
        return err ? hra_no_memory(why) : HRA_OK;
    }
    hra_text_init(&text);
    err = strcmp(w->what, "svg") == 0 ? draw(t, w->ply, &text, why)
                                      : write_game(s, w->what, &text, &suffix, why);
    hra_json_text(json, "suffix", suffix);
    hra_json_text(json, "text", err ? "" : hra_text_string(&text));
    hra_json_end(json);
    hra_text_release(&text);
    return err;
}

hra_err hra_session_handle_export(hra_session *s, const requester *who, char *line, hra_error *why,
                                  const char **about) {
    wanted w;
    hra_text members;
    hra_err err = read_wanted(s, line, &w, why, about);
    if (!err && s->table.game->rules->conduct->observation && !s->table.over)
        err = hra_fail(why, HRA_ESTATE, -1, "%s: this game is not over and has hidden information", "export");
    if (err)
        return err;
    hra_text_init(&members);
    hra_json json = hra_json_begin(&members);
    err = write_wanted(s, &w, &json, why);
    if (!err && members.err)
        err = hra_no_memory(why);
    if (!err) {
        hra_emit_members(s, who, HRA_SESSION_EXPORT, NULL, hra_text_string(&members));
        hra_emit_ok(s, who, NULL);
    }
    hra_text_release(&members);
    return err;
}
