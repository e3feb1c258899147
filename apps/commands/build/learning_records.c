/* The games of others that a run of hra learn learns from. */
#include <unistd.h>

#include "commands/game_files.h"
#include "commands/records.h"
#include "learning.h"

/* Games for a learner, and those that do not fit it: how many, and why the first does not. */
typedef struct adding {
    learning *l;
    int unfit;
    hra_error why;
} adding;

static int add_record(void *self, const record_found *found) {
    adding *x = self;
    hra_error why;
    if (!found->record) /* its fault is printed */
        return EXIT_DONE;
    const hra_err err = hra_learner_add_record(x->l->learner, found->record, &why);
    if (err != HRA_EFIT || args_given(x->l->a, "strict"))
        return err ? print_failure(&why, NULL) : EXIT_DONE;
    if (!x->unfit++)
        x->why = why;
    return EXIT_DONE;
}

/* No game is left to learn from, or some are left out. */
static int say_unfit(const adding *x, bool none) {
    if (none && x->unfit)
        return print_failure(&x->why, NULL);
    if (none) {
        print_error("%s", _("there are no games to learn from, or none with a decision"));
        return EXIT_WRONG;
    }
    if (x->unfit)
        print_note(_("games that are left out: %d; the first: %s"), x->unfit, x->why.text);
    return EXIT_DONE;
}

/* The files behind the game, for a method that learns from games of others. */
int learning_add_records(learning *l) {
    const args *a = l->a;
    const bool verb = a->word_count && args_is_verb(a->command, a->words[0]);
    const int count = a->word_count > 1 && !verb ? a->word_count - 1 : 0;
    const bool wants = hra_learner_wants_records(l->learner);
    game_files files;
    hra_learn_accuracy accuracy;
    if (count && !wants) {
        if (access(a->words[1], F_OK) == 0)
            print_error(_("%s: unexpected word '%s': only --method records learns from files of games"),
                        a->command->name, a->words[1]);
        else
            args_say_unexpected(a->command, a->words[1]);
        return EXIT_WRONG;
    }
    if (wants && !count) {
        print_error(
            _("%s: name the files of games to learn from, such as: hra learn %s games.hra --method records"),
            a->command->name, l->s->game->rules->name);
        return EXIT_WRONG;
    }
    int status = wants ? game_files_list(&files, a->words + 1, count) : EXIT_DONE;
    if (!wants || status)
        return status;
    bool damaged = false; /* is printed */
    adding x = {.l = l};
    for (size_t i = 0; i < files.count && !status && !print_interrupted(); i++)
        status = records_all(a, files.names[i], add_record, &x, &damaged);
    game_files_release(&files);
    hra_learner_measure(l->learner, &accuracy);
    if (!status)
        status = say_unfit(&x, !accuracy.learnt);
    if (!args_given(a, "games"))
        l->games = HRA_LEARN_PASSES * accuracy.learnt;
    if (!args_given(a, "evals"))
        l->points = HRA_LEARN_PASSES;
    return status;
}
