/* Dialogues in the Hub protocol, told as scripts, with a job in the background and without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "dialogue.h"
#include "rules/hub.h"

#define START "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"

static hra_protocol_setup hub(const hra_host *host, bool background) {
    return (hra_protocol_setup){.kind = hra_protocol_find("hub"), .host = host, .background = background};
}

static void meet(other *o, const hra_host *host, bool background) {
    other_meet(o, hub(host, background));
}

static void lead_both(const char *const *script) {
    other_lead_both(hub(NULL, false), script);
}

#define READY "> set-param name=tables value=0", "> set-param name=tt-size value=1", "> init", "< ready"

static void a_program_leads_a_dialogue(void **state) {
    lead_both((const char *const[]){"> go think",
                                    "< error message=\"init comes before go\"",
                                    "> hub",
                                    "< id name=hra version=",
                                    "< param name=variant value=english type=enum values=\"english\"",
                                    "< param name=level value=10 type=int min=1 max=10",
                                    "< param name=tables value=4 type=int min=0 max=6",
                                    "< param name=tt-size value=64 type=int min=1 max=65536",
                                    "< param name=book value=0 type=int min=0 max=1",
                                    "< param name=threads value=1 type=int min=1 max=256",
                                    "< wait",
                                    READY,
                                    "> ping",
                                    "< pong",
                                    "> go think",
                                    "< error message=\"there is no position yet\"",
                                    "> pos pos=B" START " moves=\"11-15 22-18\"",
                                    "> level nodes=2000",
                                    "> go think",
                                    "< done move=15x22x18",
                                    ".",
                                    "> pos pos=B" START,
                                    "> level infinite",
                                    "> go think",
                                    "> ping",
                                    "< pong",
                                    "> stop",
                                    "< done move=",
                                    "> pos pos=BeWeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
                                    "> go think",
                                    "< error message=\"the game is over in this position\"",
                                    NULL});
}

static void each_go_gets_one_done(void **state) {
    lead_both((const char *const[]){READY,
                                    "> pos pos=B" START,
                                    "> level infinite",
                                    "> go think",
                                    "> pos pos=W" START,
                                    "< done move=", /* of the position before */
                                    "> go think",
                                    "> go analyze",
                                    "< done move=",
                                    "> new-game",
                                    "< done move=",
                                    "> go ponder",
                                    "> init",
                                    "< done move=",
                                    "< ready",
                                    "> go think",
                                    "> pos",
                                    "< done move=",
                                    "< error message=\"pos needs pos=\"",
                                    "> stop",
                                    "> ping",
                                    "< pong",
                                    ".",
                                    NULL});
}

/* Two kings against one, which the tables know: there is nothing to look for. */
static void a_move_that_is_not_asked_for_is_held_back(void **state) {
    static const char *const go[] = {"> go analyze", "> go ponder"}, *const end[] = {"> stop",
                                                                                     "> ponder-hit"};
    for (int i = 0; i < 2; i++)
        lead_both((const char *const[]){"> set-param name=tables value=3", "> set-param name=tt-size value=1",
                                        "> init", "< ready", "> pos pos=WBeeeeeeeeWeeeWeeeeeeeeeeeeeeeeee",
                                        "> level move-time=60", go[i], ".", end[i],
                                        "< done move=14-9 ponder=1-5", ".", NULL});
}

/* In pieces, too, where the player looks no deeper however often it is asked. */
static void a_single_move_takes_one_look(void **state) {
    other o;
    meet(&o, NULL, false);
    other_lead(&o,
               (const char *const[]){READY, "> pos pos=B" START " moves=\"11-15 22-18\"", "> level infinite",
                                     "> go think", "< done move=15x22x18", ".", NULL});
    const char *first = strstr(hra_text_string(&o.heard), "info depth=");
    assert_non_null(first);
    assert_null(strstr(first + 1, "info depth="));
    other_part(&o);
}

/* ---- pondering ------------------------------------------------------------------------------*/

/* Hears lines until nothing is left but an `info` of at least this depth, at least so late. */
static void ponder_until(other *o, int depth, double seconds) {
    char line[512];
    int seen = 0;
    double time = 0;
    while (seen < depth || time < seconds) {
        if (!other_take(o, line)) {
            (void)hra_protocol_wait(o->dialogue, 0.001);
            assert_int_equal(hra_protocol_step(o->dialogue), 0);
            continue;
        }
        assert_int_equal(sscanf(line, "info depth=%d score=%*f nodes=%*f time=%lf", &seen, &time), 2);
    }
}

/* What was pondered counts: where that is enough the move comes with ponder-hit, without another look. */
static void expect_done_at_once(other *o) {
    char line[512];
    while (other_take(o, line))
        continue;
    other_tell(o, "ponder-hit");
    bool done = false;
    while (other_take(o, line))
        done = done || strncmp(line, "done move=", 10) == 0;
    assert_true(done);
    assert_false(hra_protocol_status(o->dialogue).working);
}

static void what_was_pondered_is_credited(void **state) {
    for (int i = 0; i < 4; i++) {
        other o;
        meet(&o, NULL, i & 1);
        other_lead(&o, (const char *const[]){READY, "> pos pos=B" START, NULL});
        other_tell(&o, i & 2 ? "level move-time=0.05" : "level depth=4");
        other_tell(&o, "go ponder");
        ponder_until(&o, i & 2 ? 1 : 4, i & 2 ? 0.051 : 0); /* less than 0.05 is written as 0.050, too */
        expect_done_at_once(&o);
        other_part(&o);
    }
}

static void pondering_goes_on_as_a_search(void **state) {
    lead_both((const char *const[]){
        READY, "> pos pos=B" START, "> level depth=8", "> go ponder", "> ponder-hit", "< done move=", ".",
        "> ponder-hit", "< error message=\"ponder-hit comes while go ponder thinks\"", "> level infinite",
        "> go think", "> ponder-hit", "< error", "> stop", "< done move=", ".", NULL});
}

/* ---- what makes no sense --------------------------------------------------------------------*/

static void what_makes_no_sense_is_answered(void **state) {
    static const char *const cases[][2] = {
        {"level move-time=-1", "level: move-time is a number from 0 on, not '-1'"},
        {"level time=nan", "level: time is a number from 0 on, not 'nan'"},
        {"level inc=1e999", "level: inc is a number from 0 on, not '1e999'"},
        {"level depth", "level: depth is a number from 0 on, not ''"},
        {"set-param", "set-param needs name= and value="},
        {"set-param name=bobo value=2",
         "unknown parameter 'bobo'; choose one of variant, level, tables, tt-size, book, threads"},
        {"set-param name=level value=11", "level: expected a whole number in 1..10, found '11'"},
        {"set-param name=level value=2.5", "level: expected a whole number in 1..10, found '2.5'"},
        {"set-param name=variant value=italian", "the only variant is english"},
        {"pos pos=X" START, "a position is W or B and 32 signs of w, b, W, B and e"},
        {"pos pos=B" START " moves=\"11-16 11-16\"", "there is an illegal move, or too many of them"},
        {"pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeb", "a black man on square 32 would have been crowned"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char said[256], answer[256];
        other o;
        meet(&o, NULL, false);
        (void)hra_snprintf(said, sizeof said, "> %s", cases[i][0]);
        (void)hra_snprintf(answer, sizeof answer, "< error message=\"%s", cases[i][1]);
        other_lead(&o, (const char *const[]){"> level depth=1", said, answer, NULL});
        other_part(&o);
    }
}

/* Hub 2: commands and arguments that are not known are ignored, before `ready` too. */
static void what_is_not_known_is_ignored(void **state) {
    lead_both((const char *const[]){"> colour on", "> ping me", "< pong", READY, "> pign",
                                    "> pos pos=B" START " ply=0", "> level depth=2 contempt=0",
                                    "> go think searchmoves=\"11-15 9-13\"", "< done move=", ".",
                                    "> level depth=1 dept=3", "> go thinking", "< done move=", ".", NULL});
}

/* What was said before still holds: five plies, and no search without an end. */
static void a_level_that_makes_no_sense_changes_nothing(void **state) {
    lead_both((const char *const[]){READY, "> pos pos=B" START, "> level depth=5", "> level move-time=-1",
                                    "< error", "> go think", "< done move=", NULL});
}

/* ---- while something is opened ----------------------------------------------------------------*/

/* A player that is never done with what it builds, unless it is stopped or told not to begin. */
static hra_err open_builder(const hra_game *game, const hra_options *options, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    bool patient = hra_options_int(options, "patience") > 0;
    while (patient && !hra_progress_stopped(progress))
        continue;
    return patient ? hra_fail(why, HRA_ESTOPPED, -1, "the building was stopped") : HRA_OK;
}

/* What the builder does at one depth, the first time that it is asked: it waits until `wait` seconds after
 * the beginning of the search, and returns this value; `asked` counts by depth. */
static struct {
    int depth;
    double wait, value, begun;
    int asked[10];
} turn;

static void take_turn(int depth) {
    bool now = depth == turn.depth && ++turn.asked[depth] == 1;
    if (depth != turn.depth && depth < 10)
        turn.asked[depth]++;
    while (now && hra_clock() - turn.begun < turn.wait)
        continue;
}

/* It takes the cell whose number is the depth, and has looked at nothing where it is stopped. */
static hra_err begin_builder(const void *shared, void **scratch) {
    *scratch = calloc(1, sizeof(int));
    return *scratch ? HRA_OK : HRA_ENOMEM;
}

static void end_builder(void *scratch) {
    free(scratch);
}

static hra_err choose_by_depth(const void *shared, void *scratch, const hra_question *question,
                               hra_analysis *out) {
    int *depth = scratch;
    *depth = hra_stop_is_set(question->stop) ? 0 : question->limits.depth;
    take_turn(*depth);
    out->move = *depth > 0 ? (hra_move)*depth - 1 : 8;
    return HRA_OK;
}

static void recall_depth(const void *scratch, hra_analysis *out) {
    int depth = *(const int *)scratch;
    bool first = turn.asked[turn.depth] == 1 && depth == turn.depth;
    if (first && turn.value < 0) { /* out of time, and not what it seemed */
        out->value[0] = turn.value;
        out->value[1] = -turn.value;
        depth--;
    }
    out->depth = depth;
    out->pv_length = 1;
    out->pv[0] = depth > 0 ? (hra_move)depth - 1 : 8;
}

static hra_err ask_builder(const void *shared, void *scratch, const hra_question *question,
                           hra_analysis *out) {
    if (question->want == HRA_WANT_MOVE)
        return choose_by_depth(shared, scratch, question, out);
    recall_depth(scratch, out);
    return HRA_OK;
}

static const hra_option builder_options[] = {
    {.name = "patience", .type = HRA_OPTION_INT, .fallback = "1", .max = 1, .help = "of the test"},
    {0},
};
static const hra_player_kind builder = {.size = sizeof builder,
                                        .name = "builder",
                                        .summary = "of the test",
                                        .options = builder_options,
                                        .open = open_builder,
                                        .begin = begin_builder,
                                        .end = end_builder,
                                        .ask = ask_builder,
                                        .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_LAST};
static const hra_player_kind *const builders[] = {&builder, NULL};

static hra_err place(const hra_game *game, char side, const char *signs, void *s, hra_error *why) {
    game->rules->init(game, s);
    return HRA_OK;
}

static int touch(const hra_game *game, const void *s, hra_move m, int *square) {
    square[0] = square[1] = (int)m + 1;
    return 2;
}

static double score(double value) {
    return value;
}

static const hra_hub_parameter patience[] = {
    {.name = "patience", .option = "patience", .unit = "", .fallback = 1, .max = 1},
    {0},
};
static const hra_hub words = {.size = sizeof words,
                              .variant = "noughts",
                              .player = "builder",
                              .parameters = patience,
                              .squares = 9,
                              .depth = 9,
                              .place = place,
                              .touch = touch,
                              .score = score};
static const hra_protocol_offer offers[] = {{"hub", &words}, {0}};

/* A dialogue about a game of the test's own, whose player is the builder. */
static void meet_builder(other *o, hra_registry **registry, bool background) {
    static hra_rules_catalogue catalogue;
    hra_rules rules = *hra_registry_find_game(NULL, "tictactoe");
    catalogue = (hra_rules_catalogue){.size = sizeof catalogue, .experts = builders, .protocols = offers};
    rules.name = "noughts";
    rules.catalogue = &catalogue;
    assert_int_equal(hra_registry_open(registry, NULL), 0);
    assert_int_equal(hra_registry_add_game(*registry, &rules, NULL), 0);
    const hra_host host = {.size = sizeof host, .registry = *registry};
    hra_protocol_setup setup = hub(&host, background);
    setup.game = "noughts";
    other_meet(o, setup);
}

static void lines_wait_until_it_is_open(void **state) {
    for (int background = 0; background < 2; background++) {
        hra_registry *registry;
        other o;
        meet_builder(&o, &registry, background);
        other_lead(&o, (const char *const[]){"> set-param name=patience value=0", "> init",
                                             "> pos pos=Weeeeeeeee", "> level depth=1", "> go think",
                                             "< ready", "< done move=1-1", ".", NULL});
        other_part(&o);
        hra_registry_close(registry);
    }
}

/* A round that is stopped before it has found anything says nothing, and takes back nothing. */
static void a_stop_loses_nothing(void **state) {
    hra_registry *registry;
    other o;
    char line[512];
    meet_builder(&o, &registry, false);
    other_lead(&o, (const char *const[]){"> set-param name=patience value=0", "> init", "< ready",
                                         "> pos pos=Weeeeeeeee", "> level infinite", "> go think", NULL});
    for (int depth = 1; depth <= 3; depth++)
        assert_int_equal(hra_protocol_step(o.dialogue), 0);
    hra_protocol_stop(o.dialogue);
    assert_int_equal(hra_protocol_step(o.dialogue), 0);
    for (int depth = 1; depth <= 3; depth++) {
        int told = 0;
        assert_true(other_take(&o, line));
        assert_int_equal(sscanf(line, "info depth=%d", &told), 1);
        assert_int_equal(told, depth);
    }
    assert_true(other_take(&o, line));
    assert_string_equal(line, "done move=3-3");
    assert_false(other_take(&o, line));
    other_part(&o);
    hra_registry_close(registry);
}

/* Thinks with that level; the third round is over only when `wait` of the time has passed, and where `value`
 * is given it was cut short and has found that. How often depths were asked for is in `turn` then; false: the
 * machine was too slow to come to the third round in time. */
static bool think_with(const char *level, double wait, double value) {
    hra_registry *registry;
    other o;
    meet_builder(&o, &registry, false);
    other_lead(&o, (const char *const[]){"> set-param name=patience value=0", "> init", "< ready",
                                         "> pos pos=Weeeeeeeee", level, NULL});
    memset(&turn, 0, sizeof turn);
    turn.depth = 3;
    turn.wait = wait;
    turn.value = value;
    turn.begun = hra_clock();
    other_lead(&o, (const char *const[]){"> go think", "< done move=", ".", NULL});
    other_part(&o);
    hra_registry_close(registry);
    bool came = turn.asked[3] > 0;
    turn.depth = 0;
    turn.value = 0;
    return came;
}

/* The time of a move is there to be used; of a clock the rest is kept where a round would hardly end. */
static void the_time_of_a_move_is_used(void **state) {
    if (think_with("> level time=3 moves=9", 0.2, 0)) /* a share of 0.295 */
        assert_int_equal(turn.asked[4], 0);
    double begun = hra_clock();
    if (think_with("> level move-time=0.3", 0.2, 0))
        assert_true(turn.asked[4] == 1 || hra_clock() - begun >= 0.3);
}

static void a_move_that_turns_out_worse_gets_more_time(void **state) {
    double begun = hra_clock();
    if (think_with("> level time=3 moves=9", 0.3, -0.5)) /* up to 0.885 */
        assert_true((turn.asked[3] == 2 && turn.asked[4] == 1) || hra_clock() - begun >= 0.885);
    if (think_with("> level time=3 moves=9", 0.3, -0.1)) /* about the same */
        assert_int_equal(turn.asked[3], 1);
    if (think_with("> level move-time=0.3", 0.3, -0.5)) /* there is no more */
        assert_int_equal(turn.asked[3], 1);
}

static void an_opening_can_be_stopped(void **state) {
    hra_registry *registry;
    other o;
    meet_builder(&o, &registry, true);
    other_lead(&o, (const char *const[]){"> init", "> ping", "< pong", "> go think", "> ping", "< pong",
                                         "> stop", "< error message=\"the building was stopped\"",
                                         "< error message=\"init comes before go\"", ".", NULL});
    other_tell(&o, "init"); /* the owner may stop it too */
    hra_protocol_stop(o.dialogue);
    other_lead(&o, (const char *const[]){"< error message=\"the building was stopped\"", NULL});
    other_lead(&o, (const char *const[]){"> init", "> ping", "< pong", "> quit", NULL});
    assert_true(hra_protocol_status(o.dialogue).over);
    assert_int_equal(hra_protocol_line(o.dialogue, "ping", 4), HRA_ESTATE);
    other_part(&o); /* ends what is built */
    hra_registry_close(registry);
}

static void the_end_comes_when_all_is_done(void **state) {
    for (int background = 0; background < 2; background++) {
        hra_registry *registry;
        other o;
        meet_builder(&o, &registry, background);
        other_lead(&o, (const char *const[]){"> set-param name=patience value=0", "> init", "> hub", NULL});
        assert_int_equal(hra_protocol_line(o.dialogue, NULL, 0), 0);
        assert_false(hra_protocol_status(o.dialogue).over);
        other_lead(&o, (const char *const[]){"< ready", "< id ", "< param ", "< param name=patience value=0 ",
                                             "< wait", ".", NULL});
        assert_true(hra_protocol_status(o.dialogue).over);
        other_part(&o);
        hra_registry_close(registry);
    }
}

static void a_search_is_given_up_at_the_end(void **state) {
    for (int background = 0; background < 2; background++) {
        other o;
        meet(&o, NULL, background);
        other_lead(&o,
                   (const char *const[]){READY, "> pos pos=B" START, "> level infinite", "> go think", NULL});
        assert_int_equal(hra_protocol_line(o.dialogue, NULL, 0), 0);
        assert_true(hra_protocol_status(o.dialogue).over);
        other_part(&o);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_leads_a_dialogue),
        cmocka_unit_test(each_go_gets_one_done),
        cmocka_unit_test(a_move_that_is_not_asked_for_is_held_back),
        cmocka_unit_test(a_single_move_takes_one_look),
        cmocka_unit_test(what_was_pondered_is_credited),
        cmocka_unit_test(pondering_goes_on_as_a_search),
        cmocka_unit_test(what_makes_no_sense_is_answered),
        cmocka_unit_test(what_is_not_known_is_ignored),
        cmocka_unit_test(a_level_that_makes_no_sense_changes_nothing),
        cmocka_unit_test(lines_wait_until_it_is_open),
        cmocka_unit_test(a_stop_loses_nothing),
        cmocka_unit_test(the_time_of_a_move_is_used),
        cmocka_unit_test(a_move_that_turns_out_worse_gets_more_time),
        cmocka_unit_test(an_opening_can_be_stopped),
        cmocka_unit_test(the_end_comes_when_all_is_done),
        cmocka_unit_test(a_search_is_given_up_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
