/* A position that is set up on the board: edit put PIECE PLACE, and the like. The game at the table stays as it is. */
#include <string.h>

#include "scene/draft.h"
#include "session/session.h"

static hra_err open_draft(table *t, hra_error *why) {
    if (t->game->rules->conduct->observation)
        return hra_fail(why, HRA_EFIT, -1, "edit: not in a game with hidden information");
    return t->draft ? HRA_OK : hra_draft_open(&t->draft, t->game, hra_play_at(t->play, HRA_NOW).state, why);
}

/* The words of each step behind its name. */
static const struct step {
    const char *name, *usage;
    int words;
} steps[] = {
    {"put", "edit put PIECE PLACE", 2}, {"take", "edit take PLACE", 1},
    {"move", "edit move FROM TO", 2},   {"set", "edit set SETTING VALUE", 2},
    {"clear", "edit clear", 0},         {"start", "edit start", 0},
    {"undo", "edit undo", 0},
};

enum { STEPS = sizeof steps / sizeof *steps };

static hra_err find_step(const char *name, const struct step **out, hra_error *why) {
    const char *names[STEPS + 1] = {NULL};
    for (int i = 0; i < STEPS; i++) {
        names[i] = steps[i].name;
        if (strcmp(name, names[i]) == 0) {
            *out = &steps[i];
            return HRA_OK;
        }
    }
    return hra_fail_unknown(why, -1, name, names, "edit: unknown step '%.40s'; choose one of", name);
}

static hra_err make_step(hra_draft *draft, const char *name, const char *const *word, hra_error *why) {
    if (strcmp(name, "put") == 0)
        return hra_draft_put(draft, word[0], word[1], why);
    if (strcmp(name, "take") == 0)
        return hra_draft_put(draft, NULL, word[0], why);
    if (strcmp(name, "move") == 0)
        return hra_draft_move(draft, word[0], word[1], why);
    if (strcmp(name, "set") == 0)
        return hra_draft_set(draft, word[0], word[1], why);
    if (strcmp(name, "undo") == 0)
        return hra_draft_undo(draft, why);
    if (strcmp(name, "clear") == 0)
        hra_draft_clear(draft);
    else
        hra_draft_start(draft);
    return HRA_OK;
}

static hra_err edit(hra_draft *draft, char *line, hra_error *why) {
    char *name, *word[2] = {NULL, NULL};
    const struct step *step = NULL;
    hra_err err = hra_words_take(&line, &name, why);
    if (err || !name)
        return err;
    err = find_step(name, &step, why);
    for (int i = 0; !err && i < step->words; i++) {
        err = hra_words_take(&line, &word[i], why);
        if (!err && !word[i])
            return hra_fail(why, HRA_EINPUT, -1, "edit: too few words; usage: %s", step->usage);
    }
    if (!err && *hra_words_skip(line))
        err = hra_fail(why, HRA_EINPUT, -1, "edit: unexpected word '%.40s'; usage: %s", hra_words_skip(line),
                       step->usage);
    return err ? err : make_step(draft, name, (const char *const *)word, why);
}

hra_err hra_session_handle_edit(hra_session *s, const requester *who, char *line, hra_error *why,
                                const char **about) {
    hra_text members;
    hra_err err = open_draft(&s->table, why);
    err = err ? err : edit(s->table.draft, line, why);
    if (err)
        return err;
    hra_text_init(&members);
    hra_json json = hra_json_begin(&members);
    json.keys = hra_session_json_keys(s->clients[who->client].version);
    hra_json_object(&json, NULL);
    err = hra_json_draft(&json, s->table.draft);
    hra_json_end(&json);
    if (err || members.err) {
        err = hra_no_memory(why);
    } else {
        hra_emit_members(s, who, HRA_SESSION_DRAFT, NULL, hra_text_string(&members));
        hra_emit_ok(s, who, NULL);
    }
    hra_text_release(&members);
    return err;
}
