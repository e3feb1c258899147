/* A rollout of the position at the table: moves, or what a choice about the stakes comes down to, compared by playing
 * each out again and again with the same dice. It runs as a match does. */
#include <inttypes.h>

#include "core/messages.h"
#include "hra/rollout.h"
#include "session/session.h"

enum { USUAL_TRIALS = 360, ROLLED = 64 /* moves */ };

typedef struct rollout_words {
    const char *player; /* NULL: the usual one */
    const char *moves[ROLLED];
    int count;
    uint64_t trials, plies, seed;
} rollout_words;

static hra_err read_word(rollout_words *w, const char *word, hra_error *why) {
    const char *value;
    if ((value = hra_words_value(word, "trials")) != NULL)
        return hra_words_number(value, "trials", 2, HRA_ROLLOUT_TRIALS, &w->trials, why);
    if ((value = hra_words_value(word, "plies")) != NULL)
        return hra_words_number(value, "plies", 1, HRA_ROLLOUT_PLIES, &w->plies, why);
    if ((value = hra_words_value(word, "seed")) != NULL)
        return hra_words_number(value, "seed", 0, UINT64_MAX, &w->seed, why);
    if ((value = hra_words_value(word, "move")) != NULL) {
        if (w->count == ROLLED)
            return hra_fail(why, HRA_ELIMIT, -1, "a rollout has at most %d moves here", ROLLED);
        w->moves[w->count++] = value;
        return HRA_OK;
    }
    if (w->player)
        return hra_fail(why, HRA_EINPUT, -1, "unexpected word '%.40s'", word);
    w->player = word;
    return HRA_OK;
}

/* Moves are checked here, so that an error names the one that is wrong. */
static hra_err check(const hra_session *s, const rollout_words *w, const hra_game *game, hra_error *why,
                     const char **about) {
    hra_player *player = NULL;
    hra_move move;
    hra_err err = HRA_OK;
    for (int i = 0; i < w->count && !err; i++)
        err = hra_game_parse_move(game, hra_session_now(s), *about = w->moves[i], &move, why);
    if (err)
        return err;
    *about = w->player;
    err = hra_player_placeholder(&player, game, w->player, why);
    if (!err && hra_player_info_of(player)->human)
        err = hra_fail(why, HRA_EINPUT, 0, "a person cannot play a rollout; name a program");
    hra_player_close(player);
    if (!err)
        *about = NULL;
    return err;
}

static void write_spec(const hra_session *s, const rollout_words *w, hra_text *out) {
    const hra_game *game = s->table.game;
    hra_text_addf(out, "hra %s\nwork rollout\ngame %s\nposition ", hra_version(), game->spec);
    game->rules->text->write_position(game, hra_session_now(s), out);
    hra_text_addf(out, "\nplayer %s\n", w->player);
    for (int i = 0; i < w->count; i++)
        hra_text_addf(out, "move %s\n", w->moves[i]);
    hra_text_addf(out, "trials %" PRIu64 "\n", w->trials);
    if (w->plies)
        hra_text_addf(out, "plies %" PRIu64 "\n", w->plies);
    hra_text_addf(out, "luck yes\nseed %" PRIu64 "\n", w->seed);
}

void hra_session_emit_rollout(hra_session *s) {
    const matching *m = &s->matching;
    const hra_rollout *found = hra_work_rollout(m->work);
    hra_text members;
    int client = m->requester.client;
    if (client < 0 || !s->clients[client].open || !hra_rollout_snapshot(found).trials)
        return;
    hra_text_init(&members);
    hra_json json = hra_json_begin(&members);
    json.keys = hra_session_json_keys(s->clients[client].version);
    hra_json_object(&json, NULL);
    hra_json_rollout(&json, "rollout", found, hra_clock() - m->began);
    hra_json_end(&json);
    hra_emit_members(s, &m->requester, HRA_SESSION_ROLLOUT, NULL,
                     members.err ? NULL : hra_text_string(&members));
    hra_text_release(&members);
}

hra_err hra_session_handle_rollout(hra_session *s, const requester *who, char *line, hra_error *why,
                                   const char **about) {
    rollout_words w = {.trials = USUAL_TRIALS, .seed = hra_rng_entropy()};
    uint64_t most = s->setup.match_games;
    hra_err err;
    hra_game *game;
    hra_text spec;
    if (s->matching.runner)
        return hra_fail(why, HRA_ESTATE, -1, "a match is running; 'stop' ends it");
    for (char *word; (err = hra_words_take(&line, &word, why)) == 0 && word;)
        if ((err = read_word(&w, word, why)) != 0)
            return err;
    if (!err && most && w.trials > most)
        err =
            hra_fail(why, HRA_ELIMIT, -1, "a rollout has at most %llu trials here", (unsigned long long)most);
    if (!err && !hra_session_sees_all(s, who->client))
        err =
            hra_fail(why, HRA_ESTATE, -1, "%s: this game is not over and has hidden information", "rollout");
    w.player = w.player ? w.player : hra_player_suggest(s->table.game).fast;
    if (!err)
        err = check(s, &w, s->table.game, why, about);
    if (!err)
        err = hra_game_open(&game, &s->host, s->table.game->spec, why);
    if (err)
        return err;
    hra_text_init(&spec);
    write_spec(s, &w, &spec);
    err = hra_session_begin_work(s, who, &spec, game, why);
    hra_text_release(&spec);
    return err;
}
