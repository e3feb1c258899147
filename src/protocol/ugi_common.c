/* What UCI, UGI and UBGI have in common. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/messages.h"
#include "hra/version.h"
#include "protocol/known.h"
#include "rules/rules_complete.h"
#include "ugi_common.h"

/* ---- the search -----------------------------------------------------------------------------*/

static void say_move(hra_arena *a) {
    a->moment = HRA_ARENA_IDLE;
    a->kind->say_move(a);
}

void hra_arena_end_search(hra_arena *a) {
    if (a->moment != HRA_ARENA_THINKING && a->moment != HRA_ARENA_HOLDING)
        return;
    hra_protocol_halt(a->dialogue);
    say_move(a);
}

static void found(void *self, const hra_analysis *so_far) {
    hra_arena *a = self;
    hra_decision thought = {.depth = so_far->depth, .nodes = so_far->nodes};
    for (int i = 0; i < so_far->pv_length && i < HRA_THOUGHT_LINE; i++)
        thought.line[thought.length++] = so_far->pv[i];
    a->kind->tell(a, &thought, so_far->seconds);
    a->told = thought.depth;
    hra_protocol_ring(a->dialogue);
}

/* In the job. A search that fails leaves the first move that there is. */
static void think(hra_arena *a) {
    hra_decision thought;
    double began = hra_clock();
    a->question.stop = hra_protocol_context_of(a->dialogue)->stop;
    hra_move move;
    /* An arena that asks without a limit waits for an answer, unless it says that it will stop the search. */
    const hra_limits usual = a->infinite ? (hra_limits){.seconds = 1e9} : hra_limits_usual();
    hra_agent_usual(a->agent, &usual);
    hra_err err = hra_agent_choose(a->agent, &a->question, &move);
    if (err && err != HRA_ESTOPPED)
        a->kind->complain(a, HRA_ARENA_FAILED, hra_agent_why(a->agent)->text);
    if (err)
        return;
    a->choice = move;
    if (hra_agent_recall(a->agent, &thought) == 0 && thought.length > 0 && thought.depth != a->told) {
        a->kind->tell(a, &thought, hra_clock() - began);
        a->told = thought.depth;
    }
}

void hra_arena_think(hra_arena *a, const hra_limits *limits, bool infinite) {
    hra_rng rng;
    hra_rng_init_stream(&rng, (uint64_t)a->seed, a->games, (uint64_t)a->history_length, HRA_STREAM_SEAT);
    a->infinite = infinite;
    a->told = -1;
    hra_game_moves(a->game, a->state, a->moves);
    a->choice = a->moves[0];
    a->question = (hra_question){.state = a->state,
                                 .history = a->history,
                                 .history_length = a->history_length,
                                 .limits = infinite ? (hra_limits){0} : *limits,
                                 .seed = hra_rng_next(&rng),
                                 .found = found,
                                 .found_self = a};
    a->moment = HRA_ARENA_THINKING;
    hra_err err = hra_protocol_begin(a->dialogue);
    if (err) {
        a->moment = HRA_ARENA_IDLE;
        a->kind->complain(a, HRA_ARENA_FAILED, hra_err_text(err));
    }
}

/* ---- the player -----------------------------------------------------------------------------*/

static void close_player(hra_arena *a) {
    hra_agent_close(a->agent);
    hra_player_close(a->player);
    a->agent = NULL;
    a->player = NULL;
    a->failed = HRA_OK;
}

/* Begins to open it where that was not tried yet; true: it has to be waited for. */
static bool opens(hra_arena *a) {
    if (a->agent || a->failed)
        return false;
    a->moment = HRA_ARENA_OPENING;
    hra_err err = hra_protocol_begin(a->dialogue);
    if (!err)
        return true;
    a->moment = HRA_ARENA_IDLE;
    a->failed = hra_fail_code(&a->why, err);
    return false;
}

/* In the job. */
static void open_player(hra_arena *a) {
    const hra_progress progress = {.stop = hra_protocol_context_of(a->dialogue)->stop};
    a->failed = hra_player_open(&a->player, a->game, a->spec, hra_protocol_context_of(a->dialogue)->data,
                                &progress, &a->why);
    if (!a->failed && hra_player_info_of(a->player)->human)
        a->failed = hra_fail(&a->why, HRA_EINPUT, -1, "'human' plays only in hra play");
    if (!a->failed && (a->failed = hra_agent_open(&a->agent, a->player)) != 0)
        hra_fail(&a->why, a->failed, -1, "%s", hra_err_text(a->failed));
}

/* An error in a player's name is reported before the dialogue begins; a name that the arena sets is checked
 * when it is ready. */
static hra_err check_player(const hra_game *game, const char *spec, hra_error *why) {
    hra_player *player = NULL;
    hra_err err = hra_player_placeholder(&player, game, spec, why);
    if (!err && hra_player_info_of(player)->human)
        err = hra_fail(why, HRA_EINPUT, -1, "'human' plays only in hra play");
    hra_player_close(player);
    return err;
}

/* ---- what an arena says ---------------------------------------------------------------------*/

void hra_arena_introduce(const hra_arena *a) {
    hra_protocol_say(a->dialogue, "id name hra %s", hra_version());
    hra_protocol_say(a->dialogue, "id author the hra project");
    hra_protocol_say(a->dialogue, "option name player type string default %s", a->spec);
    hra_protocol_say(a->dialogue, "option name seed type spin default %.0f min 0 max 1000000000", a->seed);
}

void hra_arena_ready(hra_arena *a, char *rest) {
    if (a->failed)
        a->kind->complain(a, HRA_ARENA_FAILED, a->why.text);
    else
        hra_protocol_say(a->dialogue, "readyok");
}

char *hra_arena_behind(char *text, const char *word) {
    size_t length = strlen(word);
    for (char *at = text; (at = strstr(at, word)) != NULL; at += length)
        if ((at == text || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            char *value = at + length + strspn(at + length, " ");
            while (at > text && at[-1] == ' ')
                at--;
            *at = '\0';
            return value;
        }
    return NULL;
}

bool hra_arena_number(const char *line, const char *word, double *out) {
    const char *at = line, *end;
    size_t length = strlen(word);
    double x;
    while ((at = strstr(at, word)) != NULL && !((at == line || at[-1] == ' ') && at[length] == ' '))
        at += length;
    if (!at)
        return true;
    at += length + strspn(at + length, " ");
    if (!hra_number_read(at, &end, &x) || (*end != ' ' && *end != '\0') || x < 0 || x > 1e15)
        return false;
    *out = x;
    return true;
}

hra_err hra_arena_name_player(hra_arena *a, const char *spec, hra_error *why) {
    if (strlen(spec) >= sizeof a->spec)
        return hra_fail(why, HRA_ELIMIT, -1, "a player is named in less than %d bytes", HRA_SPEC_LENGTH);
    (void)hra_snprintf(a->spec, sizeof a->spec, "%s", spec);
    close_player(a);
    return HRA_OK;
}

/* Arenas write names of options with a capital or without. */
static void set(hra_arena *a, const char *name, const char *value, hra_error *why) {
    static const char *const names[] = {"player", "seed", NULL};
    double number;
    if (strcasecmp(name, "seed") == 0) {
        if (hra_number_read(value, NULL, &number) && number >= 0 && number <= 1e9)
            a->seed = number;
        else
            hra_fail(why, HRA_EINPUT, -1, "seed: expected a whole number in 0..1000000000, found '%.40s'",
                     value);
    } else if (strcasecmp(name, "player") != 0) {
        hra_fail_unknown(why, -1, name, names, "unknown option '%.40s'; choose one of", name);
    } else {
        (void)hra_arena_name_player(a, value, why);
    }
}

void hra_arena_set_option(hra_arena *a, char *rest) {
    char *value = hra_arena_behind(rest, "value"), *name = hra_arena_behind(rest, "name");
    hra_error why = {0};
    hra_arena_end_search(a);
    if (!name || !value)
        hra_fail(&why, HRA_EINPUT, -1, "setoption needs name and value");
    else if (!(a->kind->set && a->kind->set(a, name, value, &why)))
        set(a, name, value, &why);
    if (why.code)
        a->kind->complain(a, why.code == HRA_EFIT ? HRA_ARENA_FEATURE : HRA_ARENA_ARGUMENT, why.text);
}

void hra_arena_new_game(hra_arena *a) {
    hra_arena_end_search(a);
    if (a->agent)
        hra_agent_forget(a->agent);
    a->games++;
    a->game->rules->init(a->game, a->state);
    a->history_length = 0;
}

void hra_arena_stop(hra_arena *a, char *rest) {
    hra_arena_end_search(a);
}

void hra_arena_quit(hra_arena *a, char *rest) {
    hra_arena_end_search(a);
    a->over = true;
}

/* ---- a line ---------------------------------------------------------------------------------*/

static const hra_arena_command *find_command(const hra_arena *a, const char *text, size_t length) {
    for (const hra_arena_command *c = a->kind->commands; c->name; c++)
        if (strlen(c->name) == length && memcmp(c->name, text, length) == 0)
            return c;
    return NULL;
}

static void refuse_command(const hra_arena *a, const char *text) {
    enum { MOST = 32 };
    hra_error why;
    const char *names[MOST + 1] = {NULL};
    for (int i = 0; i < MOST && a->kind->commands[i].name; i++)
        names[i] = a->kind->commands[i].name;
    hra_fail_unknown(&why, -1, text, names, "unknown command '%.40s'; choose one of", text);
    if (*text)
        a->kind->complain(a, HRA_ARENA_UNKNOWN, why.text);
}

/* No more lines come. A search with a limit goes on to its move; another one ends here, since no `stop` will come. */
static hra_protocol_answer end_of_lines(hra_arena *a) {
    if (a->moment == HRA_ARENA_OPENING || (a->moment == HRA_ARENA_THINKING && !a->infinite))
        return HRA_PROTOCOL_LATER;
    hra_arena_end_search(a);
    return HRA_PROTOCOL_BYE;
}

hra_protocol_answer hra_arena_line(void *self, char *text) {
    hra_arena *a = self;
    bool opening = a->moment == HRA_ARENA_OPENING;
    if (!text)
        return end_of_lines(a);
    text += strspn(text, " \t");
    size_t length = strcspn(text, " \t");
    const hra_arena_command *c = find_command(a, text, length);
    if ((opening && !(c && c->at_once)) || (c && c->plays && opens(a)))
        return HRA_PROTOCOL_LATER;
    char *rest = text + length, *end = text + strlen(text);
    for (char *at = rest; *at; at++)
        *at = *at == '\t' ? ' ' : *at;
    rest += strspn(rest, " ");
    while (end > rest && end[-1] == ' ')
        *--end = '\0';
    if (c) {
        c->obey(a, rest);
    } else {
        text[length] = '\0';
        refuse_command(a, text);
    }
    return a->over ? HRA_PROTOCOL_BYE : HRA_PROTOCOL_DONE;
}

void hra_arena_refuse(void *self, const char *why) {
    hra_arena *a = self;
    a->kind->complain(a, HRA_ARENA_ARGUMENT, why);
}

/* ---- the dialogue ---------------------------------------------------------------------------*/

bool hra_arena_work(void *self) {
    hra_arena *a = self;
    if (a->moment != HRA_ARENA_THINKING)
        open_player(a);
    else if (a->kind->think)
        a->kind->think(a);
    else
        think(a);
    return false;
}

void hra_arena_worked(void *self) {
    hra_arena *a = self;
    if (a->moment != HRA_ARENA_THINKING)
        a->moment = HRA_ARENA_IDLE;
    else if (a->infinite)
        a->moment = HRA_ARENA_HOLDING;
    else
        say_move(a);
}

hra_err hra_arena_words(void *out, size_t size, const hra_game *game, const char *protocol, hra_error *why) {
    const char *name = game->rules->name;
    const hra_protocol_offer *offer = hra_protocol_offered(game->rules, protocol);
    char what[HRA_NAME_LENGTH + 64];
    if (!offer)
        return hra_fail(why, HRA_EFIT, -1, "the game %s does not offer the protocol %s", name, protocol);
    (void)hra_snprintf(what, sizeof what, _("%s offers a table for %s that"), name, protocol);
    return hra_take_struct(out, size, offer->words, what, why);
}

hra_err hra_arena_lacks(const hra_game *game, const char *protocol, hra_error *why) {
    return hra_fail(why, HRA_EINPUT, -1, "game %s: its table for %s lacks a member", game->rules->name,
                    protocol);
}

hra_err hra_arena_open(hra_arena *a, const hra_arena_kind *kind, hra_protocol *dialogue, hra_error *why) {
    const char *player = hra_protocol_context_of(dialogue)->player;
    hra_err err = player ? check_player(hra_protocol_context_of(dialogue)->game, player, why) : HRA_OK;
    if (err)
        return err;
    a->kind = kind;
    a->dialogue = dialogue;
    a->game = hra_protocol_context_of(dialogue)->game;
    a->seed = 1;
    a->state = calloc(1, a->game->state_size);
    a->next = calloc(1, a->game->state_size);
    a->moves = calloc(hra_game_move_capacity(a->game), sizeof *a->moves);
    if (!a->state || !a->next || !a->moves) {
        hra_arena_close(a);
        return hra_no_memory(why);
    }
    (void)hra_snprintf(a->spec, sizeof a->spec, "%s", player ? player : hra_player_suggest(a->game).best);
    a->game->rules->init(a->game, a->state);
    return HRA_OK;
}

void hra_arena_close(hra_arena *a) {
    close_player(a);
    free(a->state);
    free(a->next);
    free(a->moves);
    a->state = a->next = NULL;
    a->moves = NULL;
}
