/* The games of others that a run of hra learn learns from. */
#include <unistd.h>

#include "commands/game_files.h"
#include "commands/records.h"
#include "learning.h"

enum { PASSES = 10 /* through the games */ };

static int add_record(void *self, const record_found *found) {
    learning *l = self;
    hra_error why;
    return hra_learner_add_record(l->learner, found->record, &why) ? print_failure(&why, NULL) : EXIT_DONE;
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
            _("%s: name the files of games to learn from, such as: hra learn %s games.pdn --method records"),
            a->command->name, l->s->game->rules->name);
        return EXIT_WRONG;
    }
    int status = wants ? game_files_list(&files, a->words + 1, count) : EXIT_DONE;
    if (!wants || status)
        return status;
    for (size_t i = 0; i < files.count && !status && !print_interrupted(); i++)
        status = records_each(a, files.names[i], add_record, l);
    game_files_release(&files);
    hra_learner_measure(l->learner, &accuracy);
    if (!args_given(a, "games"))
        l->games = PASSES * accuracy.learnt;
    if (!args_given(a, "evals"))
        l->points = PASSES;
    return status;
}
