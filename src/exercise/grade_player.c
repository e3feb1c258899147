/* A submission in the seats of a tournament. It decides by the judge's lines, and when it fails it loses the game. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "grade_talk.h"
#include "hra/state.h"
#include "players/player.h"

typedef struct graded {
    const hra_game *game;
    const hra_grade_runner *runner; /* NULL: it is only named here */
    char spec[HRA_SPEC_LENGTH];
} graded;

/* An agent of it, with its process. */
typedef struct seated {
    const graded *player;
    bool runs, fresh; /* it has a process; a game begins */
    bool lost;        /* in this game it failed, and the game has no loser */
    hra_grade_link link;
    hra_grade_result result;
    grade_talk talk;
} seated;

static const hra_option options[] = {
    {.name = "code", .type = HRA_OPTION_TEXT, .help = "code of the version that was handed in"},
    {0},
};

static hra_err open_graded(const hra_game *game, const hra_options *given, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    graded *g = calloc(1, sizeof *g);
    (void)given;
    (void)data;
    (void)progress;
    if (!g)
        return hra_no_memory(why);
    g->game = game;
    *shared = g;
    return HRA_OK;
}

static hra_err begin(const void *shared, void **scratch) {
    seated *s = calloc(1, sizeof *s);
    if (!s)
        return HRA_ENOMEM;
    s->player = shared;
    s->fresh = true;
    *scratch = s;
    return HRA_OK;
}

static void stop(seated *s) {
    if (!s->runs)
        return;
    s->runs = false;
    hra_talk_release(&s->talk);
    s->player->runner->stop(s->player->runner->self, &s->link);
}

static void end(void *scratch) {
    seated *s = scratch;
    stop(s);
    hra_grade_result_release(&s->result);
    free(s);
}

static void forget(void *scratch) {
    ((seated *)scratch)->fresh = true;
}

/* The process lasts for all games, as in a test. */
static hra_err start(seated *s, hra_error *why) {
    const hra_grade_runner *runner = s->player->runner;
    hra_grade_result_release(&s->result);
    hra_err err = runner->start(runner->self, s->player->spec, &s->link, &s->result, why);
    s->runs = s->link.self != NULL; /* it may have died while it was greeted */
    s->fresh = true;
    if (err)
        return err;
    return s->result.broken ? HRA_OK
                            : hra_talk_open(&s->talk, runner->task->tests, &s->link, &s->result, why);
}

static hra_err decide(seated *s, const void *state, hra_move *move, hra_error *why) {
    const hra_grade_runner *runner = s->player->runner;
    bool made = false;
    hra_err err = s->runs ? HRA_OK : start(s, why);
    if (err || s->result.broken)
        return err;
    if (s->fresh)
        runner->begin(runner->self, &s->link);
    s->fresh = false;
    err = hra_talk_root(&s->talk, state, why);
    if (!err)
        err = hra_talk_decide(&s->talk, runner->task->kind, move, &made, why);
    if (!err && made && s->link.watch) {
        unsigned char *after = malloc(s->talk.stride);
        if (after) {
            memcpy(after, state, s->player->game->state_size);
            s->player->game->rules->apply(s->player->game, after, *move);
            s->link.watch(s->link.self, s->player->game, after);
        }
        free(after);
    }
    return err;
}

/* Errors of an agent are failures of a program: it loses. */
static hra_err failure(seated *s, hra_err err, hra_error *why) {
    const hra_grade_runner *runner = s->player->runner;
    if (!err && s->result.broken)
        return hra_fail(why, HRA_EPROTOCOL, -1, "%s", hra_text_string(&s->result.why));
    if (err == HRA_EENDED || err == HRA_EPROTOCOL)
        err = s->runs ? runner->ended(runner->self, &s->link) : err;
    return err;
}

/* In a game of one seat it cannot lose to anyone: the first move stands for each of its moves. */
static hra_err choose_first(const seated *s, const void *state, hra_analysis *out) {
    const hra_game *game = s->player->game;
    hra_move *moves = calloc(hra_game_move_capacity(game), sizeof *moves);
    if (!moves)
        return hra_no_memory(&out->why);
    (void)hra_game_moves(game, state, moves);
    out->move = moves[0];
    free(moves);
    return HRA_OK;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    const graded *g = shared;
    seated *s = scratch;
    hra_error why = {0};
    if (!g->runner)
        return hra_fail(&out->why, HRA_ESTATE, -1,
                        _("only hra grade --store, which has the files of the students, plays their games"));
    s->lost = s->lost && !s->fresh;
    if (s->lost)
        return choose_first(s, question->state, out);
    hra_err err = failure(s, decide(s, question->state, &out->move, &why), &why);
    if (!err)
        return HRA_OK;
    stop(s);
    s->fresh = false;
    s->lost = hra_failure(err) >= 0 && g->game->seats == 1;
    return s->lost ? choose_first(s, question->state, out) : hra_fail(&out->why, err, -1, "%s", why.text);
}

static const hra_player_kind kind = {
    .size = sizeof(hra_player_kind),
    .name = "submission",
    .summary = "a submission to hra grade",
    .options = options,
    .others = HRA_OTHERS_SELFISH,
    .open = open_graded,
    .close = free,
    .begin = begin,
    .end = end,
    .forget = forget,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE,
    .program = true,
};

const hra_player_kind *hra_grade_player_kind(void) {
    return &kind;
}

hra_err hra_grade_player_open(hra_player **out, const hra_game *game, const char *spec,
                              const hra_grade_runner *runner, hra_error *why) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_err err = hra_spec_split(spec, name, &text, &length, why);
    if (!err && strcmp(name, kind.name) != 0)
        err = hra_fail(why, HRA_EINPUT, 0, "expected submission:name=NAME,code=CODE, not '%.60s'", spec);
    if (!err)
        err = hra_player_open_kind(out, game, &kind, text, NULL, NULL, why);
    if (err)
        return err;
    graded *g = (*out)->shared;
    g->runner = runner;
    (void)hra_snprintf(g->spec, sizeof g->spec, "%s", spec);
    return HRA_OK;
}
