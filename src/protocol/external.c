/* `ext`: a program of its own in a seat. */
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "external.h"
#include "players/time_control.h"
#include "protocol/known.h"

static const hra_client_kind *const kinds[] = {&hra_client_hub, &hra_client_uci, &hra_client_ugi,
                                               &hra_client_ubgi, &hra_client_gnubg};

enum { KINDS = sizeof kinds / sizeof *kinds };

#define USUAL_SECONDS 1 /* for a move without a limit */

static const hra_option options[] = {
    {.name = "cmd", .type = HRA_OPTION_TEXT, .help = "command line of the engine"},
    {.name = "address",
     .type = HRA_OPTION_TEXT,
     .help = "port or socket path of an engine that listens on this machine"},
    {.name = "protocol",
     .type = HRA_OPTION_CHOICE,
     .choices = "hub|uci|ugi|ubgi|gnubg",
     .help = "protocol (default: the game's, else ugi)"},
    {.name = "options", .type = HRA_OPTION_TEXT, .help = "engine options, such as \"tt-size=16 book=no\""},
    {.name = "time",
     .type = HRA_OPTION_DURATION,
     .min = HRA_DURATION_LEAST,
     .max = 86400,
     .help = "time per move (default: 1s if unlimited)"},
    HRA_OPTION_CLOCK,
    {.name = "nodes", .type = HRA_OPTION_INT, .min = 1, .max = 1e15, .help = "maximum nodes per move"},
    {.name = "depth", .type = HRA_OPTION_INT, .min = 1, .max = 1000, .help = "maximum depth in plies"},
    {.name = "timeout",
     .type = HRA_OPTION_DURATION,
     .fallback = "30s",
     .min = HRA_DURATION_LEAST,
     .max = 86400,
     .help = "time limit for starting and for untimed moves"},
    {.name = "timemargin",
     .type = HRA_OPTION_DURATION,
     .fallback = "1s",
     .min = 0,
     .max = 86400,
     .help = "time over the limit before the engine counts as hung"},
    {.name = "log", .type = HRA_OPTION_TEXT, .help = "file for the dialogue and the engine's stderr"},
    {0},
};

/* What the threads share. */
typedef struct external {
    const hra_game *game;
    const hra_client_kind *kind;
    const void *words;
    hra_options options;
    hra_limits limits;
    char name[sizeof((hra_client *)NULL)->name]; /* how the program calls itself */
} external;

static void make_client(const external *e, hra_client *c) {
    *c = (hra_client){.game = e->game, .kind = e->kind, .words = e->words, .options = &e->options};
}

/* Whether a program that speaks it can play here; *words: what the game tells it. */
static bool can_play(const hra_game *game, const hra_client_kind *kind, const void **words) {
    const hra_protocol_offer *offer = hra_protocol_offered(game->rules, kind->name);
    *words = offer ? offer->words : NULL;
    return kind->fits ? kind->fits(game) : offer != NULL;
}

/* The protocol that was named, or the first by which this game can be played. */
static hra_err find_kind(external *e, hra_error *why) {
    bool named = hra_options_given(&e->options, "protocol");
    int wanted = named ? hra_options_choice(&e->options, "protocol") : 0;
    for (int i = wanted; i < (named ? wanted + 1 : KINDS); i++)
        if (can_play(e->game, kinds[i], &e->words)) {
            e->kind = kinds[i];
            return HRA_OK;
        }
    if (named)
        return hra_fail(why, HRA_EFIT, -1, "player ext: the protocol %s does not play %s",
                        kinds[wanted]->name, e->game->spec);
    return hra_fail(why, HRA_EFIT, -1, "player ext: no program can play %s here: there is no protocol for it",
                    e->game->spec);
}

/* Starts the program once before a match, so that one that cannot be started, or plays another game, is an
 * error at once; during a match it would lose its game. */
static hra_err try_it(external *e, const hra_progress *progress, hra_error *why) {
    hra_client c;
    make_client(e, &c);
    hra_err err = hra_client_init(&c);
    if (!err)
        err = hra_client_start(&c, progress ? progress->stop : NULL);
    if (err)
        hra_fail(why, err, -1, "%s", c.why.code == err ? c.why.text : hra_err_text(err));
    if (hra_failure(err) >= 0)
        hra_client_report(&c);
    memcpy(e->name, c.name, sizeof e->name);
    hra_client_release(&c);
    return err;
}

static hra_err open_external(const hra_game *game, const hra_options *given, const char *data,
                             const hra_progress *progress, void **shared, hra_error *why) {
    external *e = calloc(1, sizeof *e);
    if (!e)
        return hra_no_memory(why);
    e->game = game;
    e->options = *given;
    hra_limits_read(&e->limits, given);
    hra_err err = find_kind(e, why);
    if (!err && hra_options_text(given, "cmd") && hra_options_text(given, "address"))
        err = hra_fail(why, HRA_EINPUT, -1, "player ext: use cmd or address, not both");
    if (!err && !hra_options_text(given, "cmd") && !hra_options_text(given, "address"))
        err = hra_fail(why, HRA_EINPUT, -1, "player ext: missing cmd=COMMAND or address=PORT");
    if (!err)
        err = try_it(e, progress, why);
    if (err)
        free(e);
    else
        *shared = e;
    return err;
}

static hra_err begin(const void *shared, void **scratch) {
    hra_client *c = malloc(sizeof *c);
    if (!c)
        return HRA_ENOMEM;
    make_client(shared, c);
    hra_err err = hra_client_init(c);
    if (err) {
        hra_client_release(c);
        free(c);
    } else {
        *scratch = c;
    }
    return err;
}

static void end(void *scratch) {
    hra_client_release(scratch);
    free(scratch);
}

static void forget(void *scratch) {
    ((hra_client *)scratch)->fresh = true;
}

static void take_errors(void *scratch, hra_text *out) {
    hra_client_errors(scratch, out);
}

static void look_at_clocks(void *scratch, const hra_clocks *clocks) {
    ((hra_client *)scratch)->clocks = *clocks;
}

/* Limits beside the clocks that the program gets: if its protocol has no clocks, they become a time for
 * this move. */
static hra_limits limits_for(const external *e, const hra_question *question, hra_clocks *clocks) {
    hra_limits own = e->limits;
    const hra_time_control clock = clocks->of[clocks->seat];
    if (clock.seconds > 0 && e->kind->clocks) {
        own.seconds = hra_options_given(&e->options, "time") ? hra_options_real(&e->options, "time") : 0;
        return hra_limits_join(own, question->limits);
    }
    if (clock.seconds > 0)
        own.seconds = hra_time_share_of(clock);
    *clocks = (hra_clocks){0};
    hra_limits limits = hra_limits_join(own, question->limits);
    if (!limits.depth && !limits.nodes && !(limits.seconds > 0))
        limits.seconds = USUAL_SECONDS;
    return limits;
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    const external *e = shared;
    hra_client *c = scratch;
    const hra_limits limits = limits_for(e, question, &c->clocks);
    hra_err err = hra_client_choose(c, question, &limits, result);
    if (err && c->why.code == err)
        result->why = c->why;
    return err;
}

static const char *call_itself(const void *shared) {
    return ((const external *)shared)->name;
}

const hra_player_kind hra_external = {
    .size = sizeof(hra_player_kind),
    .name = "ext",
    .summary = "external engine (Hub, UCI, UGI, UBGI, GNU Backgammon)",
    .options = options,
    .others = HRA_OTHERS_SELFISH,
    .open = open_external,
    .close = free,
    .begin = begin,
    .end = end,
    .forget = forget,
    .ask = analyse,
    .answers = HRA_ANSWERS_ALL,
    .program = true,
    .clocks = look_at_clocks,
    .own_scale = true,
    .errors = take_errors,
    .called = call_itself,
};
