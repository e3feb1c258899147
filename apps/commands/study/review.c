/* hra review: what each choice of a play cost, and what the dice gave. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/open_game.h"
#include "commands/records.h"
#include "review_summary.h"
#include "term/term_review.h"
#include "term/term_table.h"

static const args_option options[] = {
    {.name = "by", .value = "PLAYER", .help = "who judges; default: the game's best player"},
    {.name = "all", .help = "every move, not only mistakes and notable luck"},
    {.name = "step", .help = "then the graded choices one by one, each with its board and what was better"},
    {.name = "sum", .help = "no record by itself, but what all of them come to, player by player"},
    {.name = "json", .help = "for programs"},
    {.name = "data", .value = "DIR", .help = "folder of kept plays and tables"},
    STORE_FILES_OPTION,
    {0},
};

typedef struct reviewing {
    const args *args;
    bool json, all, step;
    review_sum *sum; /* NULL: each record is told */
    const char *by;
    setup setup;
    hra_agent *agent;
    const hra_record *record;
    const hra_game *game;
    hra_review *review;
    term_review text;
    bool fresh; /* the judge was opened for this record */
} reviewing;

/* ---- one record -----------------------------------------------------------------------------*/

static int print_judge_fails(const reviewing *r, hra_err err) {
    if (err == HRA_EFIT)
        print_error(_("%s cannot tell what a position is worth; name a judge with --by"), r->by);
    else if (err == HRA_ELIMIT)
        print_error("--by %s: %s", r->by, hra_agent_why(r->agent)->text);
    else if (err != HRA_ESTOPPED)
        print_error("%s", hra_err_text(err));
    return err == HRA_ELIMIT ? EXIT_WRONG : print_exit_status(err);
}

static int show_json(const reviewing *r) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_review(&json, NULL, r->review);
    return print_json(&out);
}

/* Opens the game of the record and its judge, or keeps those of the record before where the game is the
 * same. */
static int prepare(reviewing *r) {
    const char *spec = hra_record_info(r->record)->game->spec;
    if (r->setup.game && hra_spec_equal(r->setup.game->spec, spec, HRA_NAME_GAME, NULL, NULL))
        return EXIT_DONE;
    hra_agent_close(r->agent);
    r->agent = NULL;
    setup_release(&r->setup);
    memset(&r->setup, 0, sizeof r->setup);
    store_folder(r->args, r->setup.data);
    const hra_player *judge_player;
    int status = setup_again(&r->setup, hra_record_info(r->record)->game);
    if (status)
        return status;
    r->by = args_text(r->args, "by", hra_player_suggest(r->setup.game).best);
    status = setup_player(&r->setup, r->by, &judge_player);
    if (status)
        return status;
    if (hra_agent_open(&r->agent, judge_player) != 0)
        return print_no_memory();
    r->fresh = true;
    return EXIT_DONE;
}

/* The last on the way that has a name. */
static void show_opening(const hra_record *record) {
    hra_text name;
    hra_text_init(&name);
    int ply = hra_record_opening(record, hra_record_info(record)->plies, &name);
    if (ply >= 0)
        table_show_opening(hra_record_info(record)->game, hra_record_at(record, ply).state);
    hra_text_release(&name);
}

static void show_head(reviewing *r, int index) {
    if (r->fresh && !hra_player_info_of(hra_review_snapshot(r->review)->analyst)->exact)
        print(_("%s only estimates: luck and cost are what it thinks they were.\n"), r->by);
    r->fresh = false;
    print("%s", index ? "\n" : "");
    print(_("%s, seed %llu, game %llu; judged by %s\n"), r->game->spec,
          (unsigned long long)hra_record_info(r->record)->seed,
          (unsigned long long)hra_record_info(r->record)->number, r->by);
    show_opening(r->record);
    print_cell(4, _("turn"));
    print(r->game->seats > 1 ? " %s\n" : "\n", _("player"));
}

static int add_to_sum(const reviewing *r) {
    hra_err err = review_sum_add(r->sum, r->review, r->text.player);
    if (err)
        print_error(_("a sum has at most %d players, and there are more"), REVIEW_SUM_PLAYERS);
    return err ? EXIT_WRONG : EXIT_DONE;
}

/* Judges all plies and shows each at once; shows nothing if the judge turns out to be unable to judge. */
static int judge(reviewing *r, int index) {
    int plies = hra_review_snapshot(r->review)->plies, ply = 0;
    hra_err err;
    do {
        print_reached(_("ply %d of %d of record %d"), ply, plies, index + 1);
        err = hra_review_step(r->review, print_progress()->stop);
        if (err)
            return print_judge_fails(r, err);
        if (r->json || r->sum)
            continue;
        if (ply == 0)
            show_head(r, index);
        if (ply == plies)
            break;
        term_review_ply(&r->text, ply, r->all);
    } while (++ply < plies);
    if (r->sum)
        return add_to_sum(r);
    if (r->json)
        return show_json(r);
    term_review_graph(&r->text);
    term_review_accounts(&r->text);
    return r->step ? term_review_walk(&r->text) : EXIT_DONE;
}

static int look(void *self, const hra_record *record, int index) {
    reviewing *r = self;
    hra_error why;
    r->record = record;
    int status = prepare(r);
    if (status)
        return status;
    r->game = r->setup.game;
    if (r->sum && r->sum->records &&
        !hra_spec_equal(r->sum->game, r->game->spec, HRA_NAME_GAME, NULL, NULL)) {
        print_error(_("a sum is of one game, and there are records of %s and of %s"), r->sum->game,
                    r->game->spec);
        return EXIT_WRONG;
    }
    if (hra_review_open(&r->review, r->agent, record, &why) != 0)
        return print_failure(&why, NULL);
    r->text.review = r->review;
    for (int seat = 0; seat < r->game->seats; seat++) {
        const char *name = hra_record_info(record)->names[seat];
        r->text.player[seat] = *name ? name : hra_record_info(record)->specs[seat];
    }
    status = judge(r, index);
    hra_review_close(r->review);
    r->review = NULL;
    return status;
}

static int run(const args *a) {
    reviewing *r = calloc(1, sizeof *r);
    if (!r)
        return print_no_memory();
    r->args = a;
    r->json = args_given(a, "json");
    r->all = args_given(a, "all");
    r->step = args_given(a, "step");
    r->sum = args_given(a, "sum") ? calloc(1, sizeof *r->sum) : NULL;
    int status = args_given(a, "sum") && !r->sum
                     ? print_no_memory()
                     : records_each(a, a->word_count ? a->words[0] : NULL, look, r);
    if (r->sum && r->sum->records && (status == EXIT_DONE || status == EXIT_INTERRUPTED)) {
        int shown = r->json ? review_sum_json(r->sum) : review_sum_show(r->sum);
        status = status ? status : shown;
    }
    free(r->sum);
    hra_agent_close(r->agent);
    setup_release(&r->setup);
    free(r);
    return status;
}

const args_command command_review = {
    .name = "review",
    .synopsis = "[FILE]",
    .summary = "review a game: losses, luck, accuracy",
    .group = ARGS_STUDY,
    .details =
        "A roll's luck is the worth after it less the worth before it, or less the mean over all rolls "
        "where\n"
        "the judge looks at them all; a choice's cost is the worth of the best choice less that of the one\n"
        "made. Expected result + luck + what others chose - lost = result.\n"
        "A line begins with the turn and who moved; on a line of a roll (*), whom it helped or hurt most.\n"
        "Numbers are in the unit of the judge's advice: chances to win (%) or points. The judge may be\n"
        "any player that can tell what a position is worth. One that only estimates charges nothing for a\n"
        "move that it would have made itself: where it changes its mind, that is added as revised.\n"
        "If the record names the judge as the player of a seat, the judge is asked again as in the play: a\n"
        "move that it makes again costs nothing.\n"
        "A choice that lost 5, 10 or 20 % of the chance to win is an inaccuracy (?!), an error (?) or a\n"
        "blunder (?\?); where points are played for, of a tenth of those expected at the beginning.\n"
        "Accuracy is the mean of 103.17 exp(-4.354 x) - 3.17 % over the choices, x the share of the chance\n"
        "to win that each lost; of points, result / (result + lost).\n"
        "Where two win and lose points with dice these are 0.04, 0.08 and 0.16 points. PR is 500 times the\n"
        "mean cost; 'no luck' is the result less what luck gave. With a cube grades and PR divide by what it "
        "shows, plays\n"
        "and cube are counted apart, and each cube decision has a line. To roll where doubling would be a\n"
        "blunder is no choice.\n"
        "With --sum only means over all records are told, each with its standard error: luck is nothing on\n"
        "the mean, so the result without it says with fewer games who is better. A judge counts\n"
        "what it does itself as right.\n"
        "FILE may hold many records (FILE.pdn: PDN; FILE.mat: match files); - reads standard input. Without\n"
        "FILE: the last play that was kept.\n",
    .options = options,
    .max_words = 1,
    .run = run,
};
