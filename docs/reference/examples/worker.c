/* A worker that is given something that is no task. */
#include <hra/worker.h>
#include <stdio.h>

int main(void) {
    hra_worker *worker;
    hra_error why;
    hra_text out;
    hra_text_init(&out);
    if (hra_worker_open(&worker, NULL, NULL, &why) != 0)
        return 1;
    hra_err err = hra_worker_run(worker, "nonsense", NULL, &out);
    printf("%d: %s\n", err, hra_text_string(&out));
    hra_text_release(&out);
    hra_worker_close(worker);
    return 0;
}

/* It prints:

0: error input the work, line 1, character 1: expected 'hra-work', found 'nonsense'
*/
