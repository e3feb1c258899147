/* Matches and rollouts of sessions. */
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

/* Results of a rollout are bytes; between sessions and workers they are text, two digits a byte. */
static bool is_bytes(const match_runner *r) {
    const char *kind = hra_work_kind_of(r->spec);
    return strcmp(kind, "match") != 0;
}

static void add_digits(const hra_text *bytes, hra_text *out) {
    for (size_t i = 0; i < bytes->length; i++)
        hra_text_addf(out, "%02x", (unsigned char)bytes->data[i]);
}

static int digit_of(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool hra_match_runner_read(const match_runner *r, const hra_text *result, hra_text *out) {
    if (!is_bytes(r)) {
        hra_text_add_bytes(out, result->data, result->length);
        return true;
    }
    for (size_t i = 0; i + 1 < result->length; i += 2) {
        int high = digit_of(result->data[i]), low = digit_of(result->data[i + 1]);
        if (high < 0 || low < 0)
            return false;
        hra_text_add_bytes(out, &(char){(char)(high << 4 | low)}, 1);
    }
    return result->length % 2 == 0;
}

hra_err hra_match_runner_run(match_runner *r, const char *data, const char *task, const hra_stop *stop,
                             hra_text *result, hra_error *why) {
    const hra_progress progress = {.stop = stop};
    const hra_work_setup setup = {.size = sizeof setup, .data = data, .progress = &progress, .game = r->game};
    hra_err err = r->work ? HRA_OK : hra_work_open(&r->work, hra_work_kind_of(r->spec), r->spec, &setup, why);
    if (err || !is_bytes(r))
        return err ? err : hra_work_run_task(r->work, task, &progress, result, NULL, why);
    hra_text bytes;
    hra_text_init(&bytes);
    err = hra_work_run_task(r->work, task, &progress, &bytes, NULL, why);
    if (!err)
        add_digits(&bytes, result);
    err = err ? err : bytes.err ? bytes.err : result->err;
    hra_text_release(&bytes);
    return err;
}
