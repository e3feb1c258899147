/* A match as work: one process assigns the tasks, another one could run them. */
#include <hra/work.h>
#include <stdio.h>

static const char spec[] =
    "work match\ngame tictactoe\nplayer random\nplayer alphabeta:depth=2\ngames 200\nseed 1\n";

int main(void) {
    hra_work *owner, *worker;
    hra_error why;
    if (hra_work_open(&owner, NULL, spec, NULL, &why) != 0 ||
        hra_work_open(&worker, NULL, spec, NULL, &why) != 0)
        return 1;
    char task[HRA_WORK_TASK];
    int tasks = 0;
    hra_text bytes;
    hra_text_init(&bytes);
    while (!hra_work_is_finished(owner) && hra_work_next_task(owner, task)) {
        hra_text_clear(&bytes);
        if (hra_work_run_task(worker, task, NULL, &bytes, NULL, &why) != 0 ||
            hra_work_add_result(owner, task, bytes.data, bytes.length, &why) != 0)
            return 1;
        tasks++;
    }
    printf("finished: %s\n", tasks > 0 && hra_work_is_finished(owner) ? "yes" : "no");
    hra_text_release(&bytes);
    hra_work_close(worker);
    hra_work_close(owner);
    return 0;
}

/* It prints:

finished: yes
*/
