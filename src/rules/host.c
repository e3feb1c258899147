/* What a game takes from its host: files, and caps. */
#include "rules/host.h"

#include <stddef.h>

#include "core/file.h"
#include "core/messages.h"
#include "host/process.h"
#include "host/socket_client.h"
#include "hra/game.h"
#include "hra/input.h"

hra_err hra_host_read_file(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    return hra_file_read(name, most, out, why);
}

hra_err hra_host_run_program(void *self, const char *command, const char *log, hra_channel **out,
                             hra_error *why) {
    return hra_process_open(out, command, log, why);
}

hra_err hra_game_read_file(const hra_game *game, const char *name, const char *what, size_t most,
                           hra_text *out, hra_error *why) {
    hra_error inner = {0};
    if (!game->host || !game->host->read)
        return hra_fail(why, HRA_EDENIED, -1, "%s '%.120s': no file may be read that a spec names", _(what),
                        name);
    hra_err err = game->host->read(game->host->self, name, most, out, &inner);
    return err ? hra_fail(why, err, -1, "%s %s", _(what), *inner.text ? inner.text : hra_err_text(err))
               : HRA_OK;
}

hra_err hra_game_read_text(const hra_game *game, const char *name, const char *what, size_t most,
                           hra_text *out, hra_error *why) {
    hra_text bytes;
    hra_input *input = NULL;
    hra_error inner = {0};
    hra_text_init(&bytes);
    hra_err err = hra_game_read_file(game, name, what, most, &bytes, why), undecoded = HRA_OK;
    if (!err)
        undecoded = hra_input_open_bytes(&input, bytes.data, bytes.length, NULL, &inner);
    if (!err && !undecoded)
        undecoded = hra_input_read_all(input, most, out, &inner);
    hra_input_close(input);
    hra_text_release(&bytes);
    return undecoded ? hra_fail(why, undecoded, -1, "%s '%.120s': %s", _(what), name, inner.text) : err;
}

hra_err hra_game_run(const hra_game *game, const char *command, const char *log, hra_channel **out,
                     hra_error *why) {
    if (!game->host || !game->host->run)
        return hra_fail(
            why, HRA_EDENIED, -1,
            "'%.120s': no program may be run that is named here; only a command line of one's own may",
            command);
    hra_err err = game->host->run(game->host->self, command, log, out, why);
    if (!err &&
        ((*out)->size < offsetof(hra_channel, errors) || !(*out)->write || !(*out)->read || !(*out)->close))
        return hra_fail(why, HRA_EINPUT, -1, "the host's channel lacks a member");
    return err;
}

hra_err hra_game_connect(const hra_game *game, const char *at, const char *log, hra_channel **out,
                         hra_error *why) {
    if (!game->host || !game->host->run)
        return hra_fail(
            why, HRA_EDENIED, -1,
            "'%.120s': no program may be run that is named here; only a command line of one's own may", at);
    return hra_connect_open(out, at, log, why);
}

const char *hra_game_tables(const hra_game *game, const char *data, bool *writes) {
    *writes = data != NULL;
    return data ? data : game->host ? game->host->tables : NULL;
}

int hra_game_threads(const hra_game *game, int wanted) {
    int cap = game->host ? game->host->caps.threads : 0;
    return cap > 0 && wanted > cap ? cap : wanted;
}

size_t hra_game_memory(const hra_game *game, size_t wanted) {
    size_t cap = game->host ? game->host->caps.memory : 0;
    return cap > 0 && wanted > cap ? cap : wanted;
}
