/* A match in two parts, as two machines would play them, and what they come to together. */
#include <hra/work.h>
#include <stdio.h>

static const char spec[] = "game tictactoe\nplayer alphabeta:depth=2\nplayer random\ngames 200\nseed 1\n";

static int play(uint64_t from, uint64_t to, hra_match_result *out) {
    const hra_work_setup setup = {.size = sizeof setup, .from = from, .to = to};
    hra_work *work;
    hra_error why;
    if (hra_work_open(&work, "match", spec, &setup, &why) != 0)
        return 0;
    int good = hra_work_run(work, 1, NULL, &why) == 0 && hra_work_match(work, out, &why) == 0;
    hra_work_close(work);
    return good;
}

int main(void) {
    hra_error why;
    hra_match_result a = {.size = sizeof a}, b = {.size = sizeof b}, all = {.size = sizeof all};
    if (!play(0, 100, &a) || !play(100, 200, &b) ||
        hra_match_merge(&all, (const hra_match_result *const[]){&a, &b}, 2, &why) != 0)
        return 1;
    printf("%d games: %d won, %d drawn, %d lost\n", (int)all.games, (int)all.players[0].wins,
           (int)all.players[0].draws, (int)all.players[0].losses);
    hra_match_release(&all);
    hra_match_release(&b);
    hra_match_release(&a);
    return 0;
}

/* It prints:

200 games: 193 won, 7 drawn, 0 lost
*/
