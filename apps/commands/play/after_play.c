/* A review right behind a play. */
#include <stdlib.h>

#include "after_play.h"
#include "commands/open_game.h"
#include "speech/input.h"
#include "speech/pager.h"
#include "term/ask_back.h"
#include "term/term_review.h"

static int judge_all(hra_review *review) {
    hra_err err = HRA_OK;
    const hra_review_info *info = hra_review_snapshot(review);
    while (!err && info->done < info->plies) {
        err = hra_review_step(review, print_progress()->stop);
        hra_progress_report(print_progress(), N_("reviewing the game"), (double)info->done / info->plies);
    }
    print_progress_done();
    if (err == HRA_ESTOPPED)
        return EXIT_INTERRUPTED;
    if (err)
        print_error("%s", hra_err_text(err));
    return err ? EXIT_FAILED : EXIT_DONE;
}

static int show(const hra_play *play, hra_review *review) {
    term_review text = {.review = review};
    hra_text pages;
    const hra_game *game = hra_play_snapshot(play)->game;
    for (int seat = 0; seat < game->seats; seat++) {
        const char *name = hra_play_snapshot(play)->names[seat];
        text.player[seat] = *name ? name : hra_review_snapshot(review)->players[seat];
    }
    int status = judge_all(review);
    if (status)
        return status;
    pages_begin(&pages);
    if (!hra_player_info_of(hra_review_snapshot(review)->analyst)->exact)
        print(_("%s only estimates: luck and losses are estimates.\n"),
              hra_player_info_of(hra_review_snapshot(review)->analyst)->spec);
    term_review_graph(&text);
    term_review_accounts(&text);
    status = pages_end(&pages, EXIT_DONE);
    return status ? status : term_review_walk(&text);
}

static int go_through(const hra_play *play, const char *data) {
    setup s = {0};
    const hra_player *judge;
    hra_agent *agent = NULL;
    hra_review *review = NULL;
    hra_error why;
    hra_snprintf(s.data, sizeof s.data, "%s", data);
    int status = setup_again(&s, hra_play_snapshot(play)->game);
    if (!status)
        status = setup_player(&s, hra_player_suggest(s.game).best, &judge);
    if (!status && hra_agent_open(&agent, judge) != 0)
        status = print_no_memory();
    if (!status && hra_review_open_play(&review, agent, play, &why) != 0)
        status = print_failure(&why, NULL);
    if (!status)
        status = show(play, review);
    hra_review_close(review);
    hra_agent_close(agent);
    setup_release(&s);
    return status;
}

int after_play(const hra_play *play, const char *data) {
    bool wanted;
    input *in;
    if (!print_terminal() || hra_play_at(play, HRA_NOW).mover != HRA_OVER)
        return EXIT_DONE;
    if (input_open(&in) != 0)
        return print_no_memory();
    input_kind got = ask_yes_or_no(in, _("review the game? (Enter: yes, q: quit)> "), "", true, &wanted);
    input_close(in);
    if (got == INPUT_INTERRUPTED || got == INPUT_FAILED)
        return got == INPUT_FAILED ? EXIT_FAILED : EXIT_INTERRUPTED;
    return wanted ? go_through(play, data) : EXIT_DONE;
}
