/* Two moves of a decision of Yahtzee, each played out 200 times with the same dice. */
#include <hra/lab.h>
#include <hra/work.h>
#include <stdio.h>

static const char spec[] =
    "game yahtzee\nposition dice=3-4-4-5-6\nplayer greedy\nmove keep 3-4-5-6\nmove keep 4-4\n"
    "trials 200\nluck no\nseed 1\n";

int main(void) {
    hra_work *work;
    hra_error why;
    if (hra_work_open(&work, "rollout", spec, NULL, &why) != 0 || hra_work_run(work, 1, NULL, &why) != 0)
        return 1;
    for (int i = 0; i < 2; i++) {
        hra_rolled rolled;
        hra_rollout_move(hra_work_rollout(work), i, &rolled);
        printf("%s: %.1f +- %.1f\n", i ? "keep 4-4" : "keep 3-4-5-6", rolled.mean, rolled.error);
    }
    hra_work_close(work);
    return 0;
}

/* It prints:

keep 3-4-5-6: 220.3 +- 3.3
keep 4-4: 212.1 +- 3.2
*/
