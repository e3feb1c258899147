/* The loss of each move of a record. */
#include <hra/hra.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "hra-record 1\ngame tictactoe\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\n"
                           "0 b2\n1 b1\n0 c1\n1 a3\n0 a1\n1 c3\n0 a2\n1 c2\n0 b3\nresult 0 0\n";

int main(void) {
    hra_record *record;
    hra_agent *analyst;
    hra_review *review;
    hra_error why;
    size_t used;
    if (hra_record_parse(&record, NULL, text, strlen(text), &used, 1, &why) != 0) {
        fprintf(stderr, "%s\n", why.text);
        return 1;
    }
    if (hra_agent_open_spec(&analyst, hra_record_info(record)->game, "exact", &why) != 0 ||
        hra_review_open(&review, analyst, record, &why) != 0)
        return 1;
    const hra_review_info *info = hra_review_snapshot(review);
    while (info->done < info->plies && hra_review_step(review, NULL) == 0)
        ;
    for (int seat = 0; seat < 2; seat++) {
        hra_review_summary sums;
        hra_review_seat(review, seat, &sums);
        printf("seat %d: %d decisions, %d blunders\n", seat, sums.decisions, sums.graded[HRA_GRADE_BLUNDER]);
    }
    hra_review_close(review);
    hra_agent_close(analyst);
    hra_record_close(record);
    return 0;
}

/* It prints:

seat 0: 4 decisions, 2 blunders
seat 1: 4 decisions, 2 blunders
*/
