/* The first ply of a review as JSON. */
#include <hra/hra.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "hra-record 1\ngame nim:rows=1-2\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\n"
                           "0 a1\n1 b2\nresult -1 1\n";

int main(void) {
    hra_record *record;
    hra_agent *analyst;
    hra_review *review;
    hra_text out;
    size_t used;
    if (hra_record_parse(&record, NULL, text, strlen(text), &used, 1, NULL) != 0 ||
        hra_agent_open_spec(&analyst, hra_record_info(record)->game, "exact", NULL) != 0 ||
        hra_review_open(&review, analyst, record, NULL) != 0 || hra_review_step(review, NULL) != 0)
        return 1;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_review_move(&json, NULL, review, 0);
    printf("%s\n", hra_text_string(&out));
    hra_text_release(&out);
    hra_review_close(review);
    hra_agent_close(analyst);
    hra_record_close(record);
    return 0;
}

/* It prints:

{"ply":0,"turn":1,"seat":0,"move":"a1","loss":2,"mistake":true,"grade":"blunder","best":"b1","forced":false,"reassessed":false,"revised":false,"accuracy":0,"line":["b1","a1","b1"],"values":[-1,1],"worth":[-1,1],"unit":"points"}
*/
