/* Matches of sessions. */
#include "work/match_runner.h"

#include <stdlib.h>
#include <string.h>

/* The specs in the lines "player SPEC". */
static void add_players(const char *spec, hra_text *out) {
    static const char key[] = "player ";
    for (const char *at = spec; *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strncmp(at, key, sizeof key - 1) == 0) {
            const char *from = at + sizeof key - 1;
            hra_text_add(out, out->length ? " " : "");
            hra_text_add_bytes(out, from, strcspn(from, "\n"));
        }
}

static char *copy_of(const char *text) {
    size_t size = strlen(text) + 1;
    char *out = malloc(size);
    return out ? memcpy(out, text, size) : NULL;
}

static void close_runner(match_runner *r) {
    hra_work_close(r->work);
    free(r->players);
    free(r->spec);
    hra_game_close(r->game);
    free(r);
}

hra_err hra_match_runner_open(match_runner **out, hra_game *game, const char *spec) {
    match_runner *r = calloc(1, sizeof *r);
    hra_text players;
    if (!r) {
        hra_game_close(game);
        return HRA_ENOMEM;
    }
    hra_text_init(&players);
    add_players(spec, &players);
    *r = (match_runner){.users = 1, .game = game, .spec = copy_of(spec)};
    r->players = players.err ? NULL : copy_of(hra_text_string(&players));
    hra_text_release(&players);
    if (!r->spec || !r->players) {
        close_runner(r);
        return HRA_ENOMEM;
    }
    *out = r;
    return HRA_OK;
}

match_runner *hra_match_runner_hold(match_runner *r) {
    r->users++;
    return r;
}

void hra_match_runner_release(match_runner *r) {
    if (r && --r->users == 0)
        close_runner(r);
}

hra_err hra_match_runner_run(match_runner *r, const char *data, const char *task, const hra_stop *stop,
                             hra_text *result, hra_error *why) {
    const hra_progress progress = {.stop = stop};
    const hra_work_setup setup = {.size = sizeof setup, .data = data, .progress = &progress, .game = r->game};
    hra_err err = r->work ? HRA_OK : hra_work_open(&r->work, "match", r->spec, &setup, why);
    return err ? err : hra_work_run_task(r->work, task, &progress, result, NULL, why);
}
