/* Players that are another one's spec. */
#include "players/machine.h"
#include "core/text.h"
#include "hra/player.h"
#include "rules/options.h"

hra_err hra_machine_open(const hra_game *game, const char *spec, const hra_options *options, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    hra_player *player = NULL;
    hra_text whole;
    hra_text_init(&whole);
    hra_text_add(&whole, spec);
    if (options && hra_options_has(options, "depth"))
        hra_text_addf(&whole, ",depth=%lld", (long long)hra_options_int(options, "depth"));
    hra_err err = whole.err ? hra_fail(why, whole.err, -1, "%s", hra_err_text(whole.err))
                            : hra_player_open(&player, game, hra_text_string(&whole), data, progress, why);
    hra_text_release(&whole);
    *shared = player;
    return err;
}

void hra_machine_close(void *shared) {
    hra_player_close(shared);
}

hra_err hra_machine_begin(const void *shared, void **scratch) {
    hra_agent *agent;
    hra_err err = hra_agent_open(&agent, shared);
    if (!err)
        *scratch = agent;
    return err;
}

void hra_machine_end(void *scratch) {
    hra_agent_close(scratch);
}

void hra_machine_forget(void *scratch) {
    hra_agent_forget(scratch);
}

hra_err hra_machine_ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    return hra_agent_ask(scratch, question, out);
}

hra_err hra_machine_observe(void *scratch, const hra_observer *observer) {
    return hra_agent_set_observer(scratch, observer);
}
