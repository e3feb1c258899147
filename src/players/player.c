/* Opening players by spec and asking them. */
#include <stdlib.h>
#include <string.h>

#include "players/general.h"

struct hra_player {
    const hra_game *game;
    const hra_expert *expert; /* NULL: human */
    bool exact;
    void *shared;
    char spec[HRA_SPEC_LENGTH];
};

struct hra_agent {
    const hra_player *player;
    void *scratch;
    bool chose; /* that was the last thing it did */
};

static const hra_expert *const general[] = {&hra_general_random, &hra_general_greedy, NULL};

const hra_expert *hra_general_player(int index) {
    for (int i = 0; i <= index; i++)
        if (!general[i])
            return NULL;
    return general[index];
}

static const hra_expert *find(const hra_expert *const *list, const char *name) {
    for (; list && *list; list++)
        if (strcmp((*list)->name, name) == 0)
            return *list;
    return NULL;
}

static hra_err unknown_player(const hra_game *game, const char *name, hra_error *why) {
    const char *names[96];
    hra_text list;
    int n = 0;
    names[n++] = "human";
    for (const hra_expert *const *e = game->rules->catalogue->experts; e && *e && n < 32; e++)
        names[n++] = (*e)->name;
    for (const hra_model *m = game->rules->catalogue->models; m && m->name && n < 48; m++)
        names[n++] = m->name;
    for (int i = 0; general[i]; i++)
        if (!find(game->rules->catalogue->experts, general[i]->name))
            names[n++] = general[i]->name;
    int players = n;
    for (int i = 0; i < hra_method_count() && n < 95; i++)
        names[n++] = hra_method_at(i)->name;
    names[n] = NULL;
    hra_text_init(&list);
    for (int i = 0; i < players; i++)
        hra_text_addf(&list, "%s%s", i ? ", " : "", names[i]);
    const char *guess = hra_did_you_mean(name, names);
    hra_err err = hra_fail(why, HRA_EINPUT, 0, "%s has no player '%s'; it has %.150s and every method%s%s%s",
                           game->rules->name, name, hra_text_string(&list), guess ? "; did you mean '" : "",
                           guess ? guess : "", guess ? "'?" : "");
    hra_text_release(&list);
    return err;
}

static hra_err open_expert(hra_player *player, const char *text, size_t length, int at, const char *data,
                           const hra_progress *progress, hra_error *why) {
    char what[HRA_NAME_LENGTH + 16] = "player ";
    hra_options options;
    memcpy(what + 7, player->expert->name, strlen(player->expert->name) + 1);
    hra_err err =
        hra_options_read(&options, player->expert->options,
                         player->game->host ? &player->game->host->caps : NULL, what, text, length, at, why);
    player->exact = player->expert->exact;
    return err ? err : player->expert->open(player->game, &options, data, progress, &player->shared, why);
}

static hra_err open_by_name(hra_player *player, const char *data, const hra_progress *progress,
                            hra_error *why) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_err err = hra_spec_split(player->spec, name, &text, &length, why);
    if (err)
        return err;
    int at = (int)(text - player->spec);
    if (strcmp(name, "human") == 0)
        return length ? hra_fail(why, HRA_EINPUT, at, "player human takes no options") : HRA_OK;
    player->expert = find(player->game->rules->catalogue->experts, name);
    const hra_model *model = player->expert ? NULL : hra_model_find(player->game->rules, name);
    if (model) {
        player->expert = &hra_modelled;
        return length ? hra_fail(why, HRA_EINPUT, at, "player %s takes no options", name)
                      : hra_modelled_new(player->game, model, &player->shared, why);
    }
    if (!player->expert)
        player->expert = find(general, name);
    if (player->expert)
        return open_expert(player, text, length, at, data, progress, why);
    if (!hra_method_find(name))
        return unknown_player(player->game, name, why);
    player->expert = &hra_searcher;
    player->exact = strcmp(name, "exact") == 0; /* the one method whose values are no estimates */
    return hra_searcher_new(player->game, player->spec, data, &player->shared, why);
}

hra_err hra_player_open(hra_player **out, const hra_game *game, const char *spec, const char *data,
                        const hra_progress *progress, hra_error *why) {
    size_t length = strlen(spec);
    if (length >= HRA_SPEC_LENGTH)
        return hra_fail(why, HRA_EINPUT, HRA_SPEC_LENGTH, "a player's spec has at most %d characters",
                        HRA_SPEC_LENGTH - 1);
    hra_player *player = calloc(1, sizeof *player);
    if (!player)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    player->game = game;
    memcpy(player->spec, spec, length + 1);
    hra_err err = open_by_name(player, data, progress, why);
    if (err)
        free(player);
    else
        *out = player;
    return err;
}

void hra_player_close(hra_player *player) {
    if (!player)
        return;
    if (player->expert && player->expert->close)
        player->expert->close(player->shared);
    free(player);
}

bool hra_player_human(const hra_player *player) {
    return !player->expert;
}

bool hra_player_exact(const hra_player *player) {
    return player->exact;
}

const char *hra_player_spec(const hra_player *player) {
    return player->spec;
}

/* ---- agents ---------------------------------------------------------------------------------*/

hra_err hra_agent_open(hra_agent **out, const hra_player *player) {
    hra_agent *agent = calloc(1, sizeof *agent);
    if (!agent)
        return HRA_ENOMEM;
    agent->player = player;
    const hra_expert *expert = player->expert;
    hra_err err = expert && expert->begin ? expert->begin(player->shared, &agent->scratch) : HRA_OK;
    if (err)
        free(agent);
    else
        *out = agent;
    return err;
}

void hra_agent_close(hra_agent *agent) {
    if (!agent)
        return;
    if (agent->player->expert && agent->player->expert->end)
        agent->player->expert->end(agent->scratch);
    free(agent);
}

void hra_agent_forget(hra_agent *agent) {
    if (!agent)
        return;
    agent->chose = false;
    if (agent->player->expert && agent->player->expert->forget)
        agent->player->expert->forget(agent->scratch);
}

static bool is_seat_to_move(const hra_player *player, const hra_question *question) {
    return player->game->rules->to_move(player->game, question->state) >= 0;
}

hra_err hra_agent_choose(hra_agent *agent, const hra_question *question, hra_move *out) {
    const hra_player *player = agent->player;
    hra_err err = player->expert && is_seat_to_move(player, question)
                      ? player->expert->choose(player->shared, agent->scratch, question, out)
                      : HRA_ESTATE;
    agent->chose = !err;
    return err;
}

hra_err hra_agent_recall(const hra_agent *agent, hra_thought *out) {
    const hra_player *player = agent->player;
    if (!player->expert || !player->expert->recall)
        return HRA_EFIT;
    if (!agent->chose)
        return HRA_ESTATE;
    *out = (hra_thought){0};
    player->expert->recall(player->shared, agent->scratch, out);
    return HRA_OK;
}

/* Best first; equal ones stay in the order of the rules (insertion sort is stable, lists are short). */
static void put_in_order(hra_advice *advice) {
    hra_advised *moves = advice->moves;
    for (int i = 1; i < advice->count; i++) {
        hra_advised one = moves[i];
        int j = i;
        for (; j > 0 && moves[j - 1].value < one.value; j--)
            moves[j] = moves[j - 1];
        moves[j] = one;
    }
    for (int i = 0; i < advice->count; i++)
        moves[i].loss = moves[0].value - moves[i].value;
}

hra_err hra_agent_advise(hra_agent *agent, const hra_question *question, hra_advice *out) {
    const hra_player *player = agent->player;
    if (!player->expert || !player->expert->advise)
        return HRA_EFIT;
    if (!is_seat_to_move(player, question))
        return HRA_ESTATE;
    agent->chose = false;
    out->count = out->column_count = 0;
    out->reason[0] = '\0';
    hra_err err = player->expert->advise(player->shared, agent->scratch, question, out);
    if (!err)
        put_in_order(out);
    return err;
}

hra_err hra_agent_value(hra_agent *agent, const void *state, double *out) {
    const hra_player *player = agent->player;
    if (!player->expert || !player->expert->value)
        return HRA_EFIT;
    agent->chose = false;
    return player->expert->value(player->shared, agent->scratch, state, out);
}
