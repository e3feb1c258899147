/* A test of minimax, and an agent that only names its first move: it does not ask for a state. */
#include <hra/grade.h>
#include <stdio.h>

static hra_err say(void *self, const char *line, hra_error *why) {
    (void)self, (void)line, (void)why;
    return HRA_OK;
}

static hra_err hear(void *self, hra_text *line, hra_error *why) {
    int *heard = self;
    (void)why;
    hra_text_clear(line);
    hra_text_add(line, (*heard)++ == 0 ? "ready" : "move\t0");
    return HRA_OK;
}

int main(void) {
    const hra_grade_course *course = hra_grade_course_find("pacman");
    const hra_grade_task *task = hra_grade_task_find(course, "q2");
    hra_grade_result result = {0};
    hra_error why;
    int heard = 0;
    hra_grade_link link = {.size = sizeof link, .self = &heard, .say = say, .hear = hear};
    if (hra_grade_greet(&link, &result, &why) != 0 ||
        hra_grade_run(task, &task->tests[0], &link, NULL, 0, &result, &why) != 0)
        return 1;
    printf("%s: %s\n%g of %g\n%s\n", task->title, task->tests[0].title, result.points * task->tests[0].points,
           task->tests[0].points, hra_text_string(&result.why));
    hra_grade_result_release(&result);
    return 0;
}

/* It prints:

minimax: a tree of three moves and three replies
0 of 1
The move is right, but the agent did not ask for all 12 states of the method.
*/
