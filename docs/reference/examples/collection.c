/* Which games reach a position, and what was played there. */
#include <hra/hra.h>
#include <hra/session.h>
#include <stdio.h>
#include <string.h>

#define HEAD "hra-record 1\ngame tictactoe\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\n"

/* The same position in two orders, and a third game that is another one turned. */
static const char *const games[] = {HEAD "0 b2\n1 a1\n0 c3\n1 a2\n", HEAD "0 c3\n1 a1\n0 b2\n1 c1\n",
                                    HEAD "0 b2\n1 c1\n0 a3\n1 a1\n"};

int main(void) {
    hra_collection *collection;
    hra_error why;
    if (hra_collection_open(&collection, NULL, &why) != 0)
        return 1;
    for (int i = 0; i < 3; i++) {
        hra_record *record;
        size_t used;
        if (hra_record_parse(&record, NULL, games[i], strlen(games[i]), &used, 1, &why) != 0 ||
            hra_collection_add(collection, record, NULL, NULL, &why) != 0)
            return 1;
        hra_record_close(record);
    }
    if (hra_collection_commit(collection, &why) != 0)
        return 1;
    const hra_collection_question question = {
        .size = sizeof question, .spec = "tictactoe", .position = "O../.X./..X", .most = 10};
    hra_collection_answer *answer;
    if (hra_collection_ask(collection, &question, &answer, &why) != 0)
        return 1;
    printf("%d games\n", (int)answer->count.games);
    for (int i = 0; i < answer->move_count; i++)
        printf("%s: %d\n", answer->moves[i].move, (int)answer->moves[i].count.games);
    hra_collection_answer_free(answer);
    hra_collection_close(collection);
    return 0;
}

/* It prints:

3 games
c1: 2
b1: 1
*/
