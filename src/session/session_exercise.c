/* Exercises in a session: what is asked, tried, hinted at and shown. The library judges; a client is sent nothing of the
 * key before the answer is shown. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "session/session_exercise.h"

static const char *const words[] = {"open", "next",  "try",   "hint", "show",  "skip",  "undo",
                                    "keep", "never", "again", "anki", "merge", "close", NULL};

/* ---- events -------------------------------------------------------------------------------------*/

typedef struct writing {
    hra_session *s;
    hra_text text;
    hra_json json;
} writing;

static void begin(writing *w, hra_session *s, int client) {
    w->s = s;
    hra_text_init(&w->text);
    w->json = hra_json_begin(&w->text);
    w->json.keys = hra_session_json_keys(s->clients[client].version);
    hra_json_object(&w->json, NULL);
}

/* Sends it, or returns that there was no memory. */
static hra_err end(writing *w, const requester *to, hra_session_kind kind, hra_error *why) {
    const exercise_set *set = &w->s->exercises;
    const hra_session_event typed = {.exercise = set->exercise,
                                     .verdict = set->verdict.count ? &set->verdict : NULL};
    hra_json_end(&w->json);
    hra_err err = w->text.err ? hra_no_memory(why) : HRA_OK;
    if (!err)
        hra_emit_members(w->s, to, kind, &typed, hra_text_string(&w->text));
    hra_text_release(&w->text);
    return err;
}

/* The board as the seat sees it that is to move, and its moves with their input. */
static hra_err add_scene(hra_json *json, const hra_exercise *x, hra_error *why) {
    const void *state;
    hra_scene *scene = NULL;
    const hra_game *game = hra_exercise_game(x, &state);
    if (!game)
        return HRA_OK;
    const int seat = game->rules->to_move(game, state);
    void *seen = malloc(game->state_size);
    hra_err err = seen ? hra_scene_open(&scene, game, why) : HRA_ENOMEM;
    if (!err) {
        hra_game_view(game, state, seat, seen);
        err = hra_scene_set(scene, &(hra_scene_view){.state = seen, .seat = seat});
    }
    if (!err) {
        hra_json_integer(json, "seat", seat);
        hra_json_scene(json, "board_scene", scene, HRA_SCENE_BOARD);
        hra_json_scene(json, "scene", scene, HRA_SCENE_NOW);
        hra_json_scene_input(json, "moves", scene);
    }
    hra_scene_close(scene);
    free(seen);
    return err ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_emit_exercise(hra_session *s, const requester *to, hra_error *why) {
    const exercise_set *set = &s->exercises;
    const char *course = set->course ? hra_course_title(set->course) : "";
    writing w;
    hra_err err = HRA_OK;
    begin(&w, s, to->client);
    if (set->exercise)
        hra_json_integer(&w.json, "number", set->number);
    else
        hra_json_null(&w.json, "number");
    hra_json_integer(&w.json, "of", set->of);
    hra_json_text(&w.json, "course", *course ? course : NULL);
    if (set->deck)
        hra_session_add_today(&w.json, set);
    if (set->exercise) {
        hra_json_exercise(&w.json, "exercise", set->exercise);
        err = add_scene(&w.json, set->exercise, why);
    } else {
        hra_json_null(&w.json, "exercise");
    }
    if (!err)
        return end(&w, to, HRA_SESSION_EXERCISE, why);
    hra_text_release(&w.text);
    return err;
}

static hra_err emit_verdict(hra_session *s, const requester *to, hra_error *why) {
    static const char *const outcomes[] = {
        [OUTCOME_RIGHT] = "right", [OUTCOME_HINTED] = "hinted", [OUTCOME_WRONG] = "wrong"};
    const exercise_set *set = &s->exercises;
    writing w;
    begin(&w, s, to->client);
    hra_json_integer(&w.json, "number", set->number);
    hra_json_integer(&w.json, "tries", set->tries);
    hra_json_integer(&w.json, "hints", set->hints);
    if (set->verdict.count)
        hra_json_exercise_verdict(&w.json, "verdict", &set->verdict);
    else
        hra_json_null(&w.json, "verdict");
    hra_json_text(&w.json, "outcome", set->outcome ? outcomes[set->outcome] : NULL);
    if (set->shown)
        hra_json_exercise_answer(&w.json, "answer", set->exercise);
    return end(&w, to, HRA_SESSION_VERDICT, why);
}

/* ---- sets ---------------------------------------------------------------------------------------*/

/* The current exercise goes, with what was tried. */
static void clear_current(exercise_set *set) {
    hra_exercise_close(set->exercise);
    hra_exercise_verdict_release(&set->verdict);
    set->exercise = NULL;
    set->tries = set->hints = 0;
    set->outcome = OUTCOME_NONE;
    set->shown = false;
}

static void release_set(exercise_set *set) {
    clear_current(set);
    hra_course_close(set->course);
    hra_session_drop_mistakes(&set->mistakes);
    hra_session_release_deck(set);
    *set = (exercise_set){0};
}

static void close_set(hra_session *s) {
    for (think_task *task = s->agents.tasks, *after; task; task = after) {
        after = task->next;
        if (task->kind == THINK_EXERCISE && !task->dropped)
            hra_session_give_up(s, task);
    }
    release_set(&s->exercises);
}

void hra_session_close_exercises(hra_session *s, int client) {
    if (s->exercises.open && (client < 0 || s->exercises.client == client))
        close_set(s);
    if (client < 0 || s->reviewed_by == client)
        hra_session_drop_mistakes(&s->reviewed);
    if (client < 0)
        hra_session_drop_mistakes(&s->asked_of);
}

/* Opens exercise `number` of a course or a deck. Neither is trusted: it may name any program. */
static hra_err read_exercise(const hra_session *s, exercise_set *set, hra_error *why) {
    hra_host host = s->host;
    hra_error inner = {0};
    size_t length;
    int line;
    host.run = NULL;
    if (set->deck)
        return hra_session_read_card(set, &host, &set->exercise, why);
    const char *text = hra_course_exercise(set->course, set->number - 1, &length, &line);
    hra_err err = hra_exercise_open(&set->exercise, &host, text, length, &inner);
    if (!err)
        return HRA_OK;
    return err == HRA_ENOMEM ? hra_no_memory(why)
                             : hra_fail(why, err, -1, "exercise %d of %d, from line %d: %s", set->number,
                                        set->of, line, inner.text);
}

/* Sends exercise `number`, or that there are no more. One that has to be made is sent later. */
static hra_err go_on(hra_session *s, const requester *who, hra_error *why) {
    exercise_set *set = &s->exercises;
    hra_err err = HRA_OK;
    if (set->number <= set->of && set->mistakes)
        return hra_session_make_exercise(s, who, set->mistakes, set->number - 1, why);
    if (set->number <= set->of && !set->exercise)
        err = read_exercise(s, set, why);
    if (!err)
        err = hra_emit_exercise(s, who, why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

/* A mistake that the analyst does not decide is passed over. */
static hra_err take_made(hra_session *s, const think_task *task, hra_error *why) {
    exercise_set *set = &s->exercises;
    const requester who = task->requester;
    hra_host host = s->host;
    host.run = NULL;
    if (task->err && task->err != HRA_EFIT)
        return hra_fail_as(why, &task->why);
    if (task->err) {
        set->number++;
        return go_on(s, &who, why);
    }
    hra_err err =
        hra_exercise_open(&set->exercise, &host, hra_text_string(&task->part), task->part.length, why);
    if (!err)
        err = hra_emit_exercise(s, &who, why);
    if (!err)
        hra_emit_ok(s, &who, NULL);
    return err;
}

void hra_session_take_exercise(hra_session *s, think_task *task) {
    hra_error why = {.at = -1};
    if (take_made(s, task, &why)) {
        why.at = -1;
        hra_emit_error(s, &task->requester, false, &why, NULL);
    }
}

/* ---- opening ------------------------------------------------------------------------------------*/

static void count_course(exercise_set *out) {
    size_t length;
    while (hra_course_exercise(out->course, out->of, &length, NULL))
        out->of++;
}

static hra_err open_course(hra_session *s, const requester *who, const char *name, exercise_set *out,
                           hra_error *why) {
    hra_text text;
    if (!(s->clients[who->client].may & HRA_PERMIT_READ))
        return hra_fail(why, HRA_EDENIED, -1, "this client may not read the store");
    hra_text_init(&text);
    hra_err err = hra_kept_read(s, name, &text, why);
    if (!err)
        err = hra_course_open(&out->course, hra_text_string(&text), text.length, why);
    hra_text_release(&text);
    if (err)
        return err;
    count_course(out);
    return read_exercise(s, out, why);
}

static hra_err open_review(hra_session *s, const requester *who, exercise_set *out, hra_error *why) {
    hra_err err = hra_session_hold_mistakes(s, who->client, &out->mistakes, why);
    if (!err)
        out->of = out->mistakes->count;
    return err;
}

static hra_err open_tree(hra_session *s, const requester *who, char *line, exercise_set *out,
                         hra_error *why) {
    hra_err err = hra_session_open_tree(s, who, line, &out->course, why);
    if (err)
        return err;
    count_course(out);
    return read_exercise(s, out, why);
}

/* NAME, `review`, or `deck` or `tree` with more words. */
static hra_err open_set(hra_session *s, const requester *who, char *line, exercise_set *out, hra_error *why) {
    char *name;
    hra_err err = hra_words_take(&line, &name, why);
    if (!err && !name)
        err = hra_fail(why, HRA_EINPUT, -1,
                       "exercise open: missing name; usage: exercise open NAME|review|deck|tree");
    if (err)
        return err;
    if (strcmp(name, "deck") == 0)
        return hra_session_open_deck(s, who, line, out, why);
    if (strcmp(name, "tree") == 0)
        return open_tree(s, who, line, out, why);
    line = hra_words_skip(line);
    if (*line)
        return hra_fail(why, HRA_EINPUT, -1, "exercise open: unexpected word '%.40s'", line);
    return strcmp(name, "review") == 0 ? open_review(s, who, out, why) : open_course(s, who, name, out, why);
}

/* The set that is open stays after an error in the line. */
static hra_err handle_open(hra_session *s, const requester *who, char *line, hra_error *why) {
    exercise_set set = {.open = true, .client = who->client, .number = 1};
    hra_error inner = {0};
    hra_err err = open_set(s, who, line, &set, &inner);
    if (err) { /* without the place, which is in another text than the line */
        release_set(&set);
        return hra_fail(why, err, -1, "%s", inner.code == err ? inner.text : hra_err_text(err));
    }
    close_set(s);
    s->exercises = set;
    return go_on(s, who, why);
}

/* ---- solving ------------------------------------------------------------------------------------*/

static hra_err handle_next(hra_session *s, const requester *who, bool skips, hra_error *why) {
    exercise_set *set = &s->exercises;
    if (set->exercise && !set->outcome && !skips)
        return hra_fail(why, HRA_ESTATE, -1, "this exercise is not answered; 'exercise skip' leaves it out");
    if (set->number > set->of)
        return hra_fail(why, HRA_ESTATE, -1, "there are no more exercises");
    set->number += set->exercise || skips;
    clear_current(set);
    return go_on(s, who, why);
}

/* An attempt that is wrong nowhere, but not whole, decides nothing yet. */
static bool is_decided(const hra_exercise_verdict *verdict) {
    if (verdict->points >= 1)
        return true;
    for (int i = 0; i < verdict->count; i++)
        if (!verdict->items[i].right)
            return true;
    return false;
}

/* Sets the outcome, unless there is one. Of a card it is saved first. */
static hra_err decide(hra_session *s, exercise_outcome outcome, hra_error *why) {
    exercise_set *set = &s->exercises;
    if (set->outcome || outcome == OUTCOME_NONE)
        return HRA_OK;
    hra_err err = set->deck ? hra_session_answer_card(s, set, outcome, why) : HRA_OK;
    if (!err)
        set->outcome = outcome;
    return err;
}

/* The first attempt counts, and the hints before it. */
static exercise_outcome outcome_of(const exercise_set *set, const hra_exercise_verdict *verdict) {
    if (!is_decided(verdict))
        return OUTCOME_NONE;
    return verdict->points < 1 ? OUTCOME_WRONG : set->hints ? OUTCOME_HINTED : OUTCOME_RIGHT;
}

static hra_err handle_try(hra_session *s, const requester *who, char *line, hra_error *why,
                          const char **about) {
    exercise_set *set = &s->exercises;
    hra_exercise_verdict verdict = {0};
    char *attempt = hra_words_skip(line), *behind = attempt + strlen(attempt);
    while (behind > attempt && strchr(" \t", behind[-1]))
        *--behind = '\0';
    if (!*attempt)
        return hra_fail(why, HRA_EINPUT, -1, "exercise try: missing attempt, such as a move");
    if (set->shown)
        return hra_fail(why, HRA_ESTATE, -1, "the answer was shown; 'exercise next' goes on");
    *about = attempt;
    hra_err err = hra_exercise_judge(set->exercise, attempt, &verdict, why);
    if (err)
        return err;
    *about = NULL;
    err = decide(s, outcome_of(set, &verdict), why);
    if (err) {
        hra_exercise_verdict_release(&verdict);
        return err;
    }
    hra_exercise_verdict_release(&set->verdict);
    set->verdict = verdict;
    set->tries++;
    err = emit_verdict(s, who, why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

static hra_err handle_hint(hra_session *s, const requester *who, hra_error *why) {
    exercise_set *set = &s->exercises;
    hra_text text;
    if (set->shown)
        return hra_fail(why, HRA_ESTATE, -1, "the answer was shown; 'exercise next' goes on");
    if (set->hints == hra_exercise_info_of(set->exercise)->hints)
        return hra_fail(why, HRA_ESTATE, -1, "there are no more hints; 'exercise show' shows the answer");
    hra_text_init(&text);
    hra_err err = hra_exercise_hint(set->exercise, set->hints + 1, &text) ? hra_no_memory(why) : HRA_OK;
    if (!err) {
        set->hints++;
        hra_emit_ok(s, who, hra_text_string(&text));
    }
    hra_text_release(&text);
    return err;
}

/* An exercise whose answer is shown before it was solved counts as wrong. */
static hra_err handle_show(hra_session *s, const requester *who, hra_error *why) {
    hra_err err = decide(s, OUTCOME_WRONG, why);
    if (err)
        return err;
    s->exercises.shown = true;
    err = emit_verdict(s, who, why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

/* ---- cards --------------------------------------------------------------------------------------*/

/* The card whose answer was taken back is asked again; after the one that is never asked again comes the next. */
static hra_err handle_card(hra_session *s, const requester *who, bool undo, hra_error *why) {
    exercise_set *set = &s->exercises;
    if (!set->deck)
        return hra_fail(why, HRA_ESTATE, -1, "these exercises are not the cards of a deck");
    hra_err err = undo ? hra_session_undo_card(s, set, why) : hra_session_never_card(s, set, why);
    if (err)
        return err;
    set->number += !undo;
    clear_current(set);
    return go_on(s, who, why);
}

/* ---- the line -----------------------------------------------------------------------------------*/

/* The client has exercises, and waits for none; if `current`, it is at one. */
static hra_err check_set(const hra_session *s, const requester *who, bool current, hra_error *why) {
    const exercise_set *set = &s->exercises;
    if (!set->open || set->client != who->client)
        return hra_fail(why, HRA_ESTATE, -1, "no exercises are open; 'exercise open NAME' opens them");
    if (hra_session_makes_exercise(s))
        return hra_fail(why, HRA_ESTATE, -1, "the next exercise is being made; 'stop' ends it");
    if (current && !set->exercise)
        return set->number > set->of
                   ? hra_fail(why, HRA_ESTATE, -1, "there are no more exercises")
                   : hra_fail(why, HRA_ESTATE, -1,
                              "this exercise is not there; 'exercise next' asks for it again");
    return HRA_OK;
}

/* again ID */
static hra_err handle_again(hra_session *s, const requester *who, char *line, hra_error *why) {
    char *id;
    hra_err err = check_set(s, who, false, why);
    if (!err)
        err = hra_words_take(&line, &id, why);
    if (!err && (!id || *hra_words_skip(line)))
        err = hra_fail(why, HRA_EINPUT, -1, "usage: exercise again ID");
    if (!err && !s->exercises.deck)
        err = hra_fail(why, HRA_ESTATE, -1, "these exercises are not the cards of a deck");
    if (!err)
        err = hra_session_again_card(s, &s->exercises, id, why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

static hra_err close_own(hra_session *s, const requester *who) {
    close_set(s);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

static hra_err handle_word(hra_session *s, const requester *who, const char *word, hra_error *why) {
    const bool hint = strcmp(word, "hint") == 0, show = strcmp(word, "show") == 0,
               never = strcmp(word, "never") == 0, undo = strcmp(word, "undo") == 0;
    if (strcmp(word, "close") == 0 && s->exercises.open && s->exercises.client == who->client)
        return close_own(s, who);
    hra_err err = check_set(s, who, hint || show || never, why);
    if (err)
        return err;
    if (hint)
        return handle_hint(s, who, why);
    if (show)
        return handle_show(s, who, why);
    if (never || undo)
        return handle_card(s, who, undo, why);
    return handle_next(s, who, strcmp(word, "skip") == 0, why);
}

hra_err hra_session_handle_exercise(hra_session *s, const requester *who, char *line, hra_error *why,
                                    const char **about) {
    char *word;
    hra_err err = hra_words_take(&line, &word, why);
    if (!err && !word)
        return hra_fail(why, HRA_EINPUT, -1, "exercise: missing word; usage: exercise %s",
                        "open NAME|review|deck|tree, next, try ATTEMPT, hint, show, skip, undo, keep, "
                        "never, again ID, anki, merge TEXT, close");
    if (err)
        return err;
    if (strcmp(word, "open") == 0) {
        if (s->exercises.open && s->exercises.client != who->client)
            return hra_fail(why, HRA_ESTATE, -1, "another client has exercises open");
        return handle_open(s, who, line, why);
    }
    if (strcmp(word, "try") == 0) {
        err = check_set(s, who, true, why);
        return err ? err : handle_try(s, who, line, why, about);
    }
    if (strcmp(word, "keep") == 0) {
        err = check_set(s, who, true, why);
        return err ? err : hra_session_keep_card(s, who, line, why);
    }
    if (strcmp(word, "again") == 0)
        return handle_again(s, who, line, why);
    if (strcmp(word, "merge") == 0)
        return hra_session_merge_deck(s, who, line, why);
    if (strcmp(word, "anki") == 0)
        return hra_session_write_anki(s, who, line, why);
    for (const char *const *known = words; *known; known++) {
        if (strcmp(word, *known) != 0)
            continue;
        line = hra_words_skip(line);
        return *line ? hra_fail(why, HRA_EINPUT, -1, "exercise %s takes no arguments, found '%.40s'", word,
                                line)
                     : handle_word(s, who, word, why);
    }
    return hra_fail_unknown(why, -1, word, words, "unknown word '%.40s' after exercise; choose one of", word);
}
