/* Each gate aborts at a number that is out of its range, and at no other. A game, an evaluation and a
 * player of the test return the numbers; each gate writes in a process of its own. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "asked.h"
#include "players/gates.h"
#include "rules/evaluate.h"

#ifdef HRA_CHECKS

/* One move, and the end; the numbers that are returned for it. */
static double said;
static hra_value_kind said_kind;
static hra_unit said_unit;

static hra_err open_game(hra_game *game, const hra_options *options, hra_error *why) {
    game->state_size = 1;
    game->max_moves = 1;
    game->min_return = -1;
    game->max_return = 1;
    game->zero_sum = true;
    return HRA_OK;
}

static void init(const hra_game *game, void *s) {
    *(unsigned char *)s = 0;
}

static int to_move(const hra_game *game, const void *s) {
    return *(const unsigned char *)s ? HRA_OVER : 0;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    out[0] = 1;
    return 1;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    *(unsigned char *)s = 1;
}

static void say(double *out) {
    out[0] = said;
    out[1] = -said;
}

static void returns(const hra_game *game, const void *s, double *out) {
    say(out);
}

static void show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "on");
}

static void value(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    say(out);
}

static void values(const hra_game *game, const void *self, void *scratch, const void *states, size_t stride,
                   int n, double *out) {
    for (int i = 0; i < n; i++)
        say(out + 2 * i);
}

static const hra_evaluation evaluations[] = {
    {.name = "points", .help = "on the scale of returns", .value = value},
    {.name = "together", .help = "several at once", .value = value, .values = values},
    {.name = "wide", .help = "on a scale of its own", .value = value, .min = -5, .max = 5},
    {0},
};

static const hra_rules_text text = {.size = sizeof text, .show_move = show_move};
static const hra_rules_catalogue catalogue = {.size = sizeof catalogue, .evaluations = evaluations};
static const hra_rules rules = {
    .size = sizeof rules,
    .name = "one",
    .seats = {.min = 2, .max = 2, .default_ = 2},
    .open = open_game,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .text = &text,
    .catalogue = &catalogue,
};

/* ---- a player -------------------------------------------------------------------------------*/

static hra_err open_player(const hra_game *game, const hra_options *options, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    return HRA_OK;
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    hra_err err = hra_analysis_reserve(out, 1, 1);
    if (err)
        return err;
    out->moves[0] = (hra_analysis_move){.move = 1, .probability = 1, .kind = said_kind};
    out->what.unit = said_unit;
    say(out->moves[0].value);
    say(out->value);
    if (said_unit == HRA_UNIT_PROBABILITY)
        out->moves[0].value[1] = out->value[1] = 1 - said;
    out->kind = said_kind;
    out->move_count = 1;
    out->move = 1;
    return HRA_OK;
}

static hra_err advise(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    out->what = (hra_column){"value", "value", said_unit, true};
    out->columns[0] = (hra_column){"win", "win", HRA_UNIT_PROBABILITY, true};
    out->column_count = out->move_count = 1;
    out->moves[0] = (hra_analysis_move){.move = 1, .column = {said}};
    out->moves[0].value[out->value_seat] = 0.5;
    return HRA_OK;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    if (q->want == HRA_WANT_VALUE)
        say(out->value);
    return q->want == HRA_WANT_ADVICE ? advise(shared, scratch, q, out)
           : q->want == HRA_WANT_ALL  ? analyse(shared, scratch, q, out)
                                      : HRA_OK;
}

static hra_err luck(const void *shared, void *scratch, const hra_question *q, hra_move m, double *out) {
    say(out);
    return HRA_OK;
}

static const hra_option options[] = {
    {.name = "eval", .type = HRA_OPTION_SPEC, .help = "the evaluation"},
    {0},
};
static hra_player_kind kind = {
    .size = sizeof kind,
    .name = "teller",
    .summary = "says a number",
    .options = options,
    .open = open_player,
    .ask = ask,
    .answers = HRA_ANSWERS_ALL | HRA_ANSWERS_VALUE,
    .luck = luck,
};

/* ---- saying it ------------------------------------------------------------------------------*/

static hra_game *game;
static const unsigned char begun = 0, over = 1;

static void say_return(const char *spec) {
    double out[2];
    game->rules->returns(game, &over, out);
}

static void say_value(const char *spec) {
    double out[2];
    hra_eval eval;
    hra_evaluator e;
    if (hra_eval_open(&eval, game, spec, NULL) || hra_evaluator_open(&e, &eval))
        _exit(1);
    hra_evaluate(&e, &begun, out);
}

static void say_values(const char *spec) {
    double out[4];
    hra_eval eval;
    hra_evaluator e;
    if (hra_eval_open(&eval, game, spec, NULL) || hra_evaluator_open(&e, &eval))
        _exit(1);
    hra_evaluate_many(&e, "\0", 1, 2, out);
}

static hra_agent *agent_of(const char *with) {
    hra_player *player;
    hra_agent *agent;
    if (hra_player_open_kind(&player, game, &kind, with, NULL, NULL, NULL) || hra_agent_open(&agent, player))
        _exit(1);
    return agent;
}

static void say_analysis(const char *with) {
    hra_analysis result;
    hra_analysis_init(&result);
    (void)hra_agent_ask(agent_of(with), &(hra_question){.state = &begun}, &result);
}

static void say_choice(const char *with) {
    hra_move m;
    (void)asked_choose(agent_of(with), &(hra_question){.state = &begun}, &m);
}

static void say_advice(const char *with) {
    asked_move list[2];
    asked_list advice = {.moves = list};
    (void)asked_advice(agent_of(with), &(hra_question){.state = &begun}, &advice);
}

static void say_column(const char *with) {
    kind.answers |= HRA_ANSWERS_ADVICE;
    say_advice(with);
}

static void say_worth(const char *with) {
    double out[2];
    (void)asked_value(agent_of(with), &begun, out);
}

static void say_luck(const char *with) {
    double out[2];
    (void)hra_agent_luck(agent_of(with), &(hra_question){.state = &begun}, 1, out);
}

static void say_probability(const char *what) {
    hra_gate_probability(what, said);
}

/* What the process wrote before it was aborted; "" where it was not. */
static void run(void (*say_it)(const char *), const char *with, char *wrote, size_t capacity) {
    int to[2], status;
    ssize_t n, all = 0;
    assert_int_equal(pipe(to), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(to[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        say_it(with);
        _exit(0);
    }
    close(to[1]);
    while ((n = read(to[0], wrote + all, capacity - 1 - (size_t)all)) > 0)
        all += n;
    wrote[all] = '\0';
    close(to[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) {
        assert_int_equal(WTERMSIG(status), SIGABRT);
        assert_non_null(strstr(wrote, "hra: gate: "));
        return;
    }
    assert_int_equal(WEXITSTATUS(status), 0);
    wrote[0] = '\0';
}

static void a_gate_aborts_where_a_number_is_out_of_its_range(void **state) {
    const double nan_ = (double)NAN, infinite = (double)INFINITY;
    const struct {
        void (*say)(const char *);
        const char *with;
        double said;
        const char *aborts; /* what it names; NULL: it lets the number pass */
        hra_value_kind kind;
        hra_unit unit;
    } cases[] = {
        {say_return, "", 1, NULL, 0, 0},
        {say_return, "", 1 + 9e-13, NULL, 0, 0},
        {say_return, "", 1 + 2e-12, "a return", 0, 0},
        {say_return, "", -2, "a return", 0, 0},
        {say_return, "", nan_, "a return", 0, 0},
        {say_value, "points", -1, NULL, 0, 0},
        {say_value, "points", 1.5, "points: a value of this evaluation", 0, 0},
        {say_value, "points", nan_, "points: a value of this evaluation", 0, 0},
        {say_value, "wide", 4.5, NULL, 0, 0},
        {say_value, "wide", 5.5, "wide: a value of this evaluation", 0, 0},
        {say_values, "together", 1, NULL, 0, 0},
        {say_values, "together", 2, "together: a value of this evaluation", 0, 0},
        {say_analysis, "", 1, NULL, HRA_VALUE_EXACT, HRA_UNIT_POINTS},
        {say_analysis, "", 1.5, "teller: the value", HRA_VALUE_EXACT, HRA_UNIT_POINTS},
        {say_analysis, "", nan_, "teller: the value", HRA_VALUE_MEAN, HRA_UNIT_POINTS},
        {say_analysis, "", nan_, NULL, HRA_VALUE_NONE, HRA_UNIT_POINTS},
        {say_analysis, "eval=wide", 4.5, NULL, HRA_VALUE_ESTIMATE, HRA_UNIT_POINTS},
        {say_analysis, "eval=wide", 5.5, "teller:eval=wide", HRA_VALUE_ESTIMATE, HRA_UNIT_POINTS},
        {say_analysis, "", 0.5, NULL, HRA_VALUE_ESTIMATE, HRA_UNIT_PROBABILITY},
        {say_analysis, "", -0.5, "teller: the value", HRA_VALUE_ESTIMATE, HRA_UNIT_PROBABILITY},
        {say_choice, "", 1.5, "teller: the value", HRA_VALUE_EXACT, HRA_UNIT_POINTS},
        {say_advice, "", 1.5, "teller: the value", HRA_VALUE_EXACT, HRA_UNIT_POINTS},
        {say_column, "", 1, NULL, 0, HRA_UNIT_POINTS},
        {say_column, "", 1.5, "teller: win", 0, HRA_UNIT_POINTS},
        {say_column, "", nan_, "teller: win", 0, HRA_UNIT_POINTS},
        {say_worth, "", 1, NULL, 0, 0},
        {say_worth, "", -1.5, "teller: what a state is worth", 0, 0},
        {say_luck, "", 2, NULL, 0, 0},
        {say_luck, "", 2.5, "teller: the luck of a throw", 0, 0},
        {say_luck, "", infinite, "teller: the luck of a throw", 0, 0},
        {say_probability, "a test", 1, NULL, 0, 0},
        {say_probability, "a test", 1.5, "a test", 0, 0},
    };
    char wrote[2048];
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "one", NULL), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        said = cases[i].said;
        said_kind = cases[i].kind;
        said_unit = cases[i].unit;
        run(cases[i].say, cases[i].with, wrote, sizeof wrote);
        if (cases[i].aborts ? !strstr(wrote, cases[i].aborts) : wrote[0] != '\0')
            fail_msg("case %zu, %g: '%s'", i, said, wrote);
    }
    hra_game_close(game);
}

/* On a scale of its own any finite number is one. */
static void a_scale_of_its_own_has_no_bounds(void **state) {
    char wrote[2048];
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "one", NULL), 0);
    kind.own_scale = true;
    said_kind = HRA_VALUE_ESTIMATE;
    said_unit = HRA_UNIT_POINTS;
    said = 12345;
    run(say_analysis, "", wrote, sizeof wrote);
    assert_string_equal(wrote, "");
    said = (double)INFINITY;
    run(say_analysis, "", wrote, sizeof wrote);
    assert_non_null(strstr(wrote, "teller: the value"));
    kind.own_scale = false;
    hra_game_close(game);
}

#endif

int main(void) {
#ifdef HRA_CHECKS
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gate_aborts_where_a_number_is_out_of_its_range),
        cmocka_unit_test(a_scale_of_its_own_has_no_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    puts("skipped: this build has no gates (-Dchecks=true)");
    return 77;
#endif
}
