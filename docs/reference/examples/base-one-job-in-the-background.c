/* A job in a thread of its own, and its result. */
#include <hra/base.h>
#include <stdio.h>

static hra_err add(void *self) {
    int *sum = self;
    for (int i = 1; i <= 100; i++)
        *sum += i;
    return HRA_OK;
}

int main(void) {
    hra_job *job;
    int sum = 0;
    if (hra_job_start(&job, add, &sum) != 0)
        return 1;
    while (!hra_job_wait(job, 0.01)) /* seconds; the program can do something else here */
        continue;
    hra_err err = hra_job_join(job); /* frees the job */
    printf("%d: %d\n", err, sum);
    return 0;
}

/* It prints:

0: 5050
*/
