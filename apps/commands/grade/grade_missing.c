/* hra grade on a system where hra runs no other programs. */
#include "commands/commands.h"

static int run(const args *a) {
    (void)a;
    print_error("%s", _("grade: this hra runs no other programs; use Linux"));
    return EXIT_FAILED;
}

const args_command command_grade = {
    .name = "grade",
    .synopsis = "[COURSE [SUBMISSION|FOLDER]]",
    .summary = "grade agents that students wrote",
    .group = ARGS_MEASURE,
    .rare = true,
    .options = (const args_option[]){{0}},
    .min_words = 0,
    .max_words = 2,
    .run = run,
};
