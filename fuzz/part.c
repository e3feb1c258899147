/* Parts of matches: any bytes as such a file. What is read is consistent, and is written back unchanged. */
#include <stdlib.h>
#include <string.h>

#include "target.h"

/* Each game is counted once for each player, in one seat. */
static void check_counts(const hra_match_result *r) {
    uint64_t games = 0;
    fuzz_expect(r->count >= 1 && r->count <= HRA_MAX_SEATS, "a match has players", NULL);
    for (int i = 0; i < r->range_count; i++) {
        fuzz_expect(r->ranges[i].from < r->ranges[i].to && r->ranges[i].to <= r->games_planned,
                    "games belong to the match", NULL);
        fuzz_expect(i == 0 || r->ranges[i - 1].to < r->ranges[i].from, "stretches have gaps between them",
                    NULL);
        games += r->ranges[i].to - r->ranges[i].from;
    }
    fuzz_expect(games == r->games, "the games are those of the stretches", NULL);
    for (int p = 0; p < r->count; p++) {
        const hra_match_player *player = &r->players[p];
        uint64_t sum = 0;
        fuzz_expect(player->spec != NULL && player->score.count == games,
                    "a player has a score for each game", NULL);
        for (int seat = 0; seat < r->count && r->count > 1; seat++)
            sum += player->seat_games[seat];
        fuzz_expect(r->count == 1 || sum == games, "a player sat in some seat in each game", NULL);
    }
}

static void check_merging(hra_match_result *r, const hra_text *written) {
    hra_match_result merged = {.size = sizeof merged}, twice = {.size = sizeof twice};
    const hra_match_result *list[] = {r, r};
    hra_error why;
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_match_merge(&merged, list, 1, &why);
    fuzz_expect(err == 0, "a part can be merged alone", err == 0 ? NULL : why.text);
    merged.stopped = r->stopped; /* a whole match does not tell it */
    hra_match_write(&merged, &text);
    fuzz_expect(strcmp(hra_text_string(&text), hra_text_string(written)) == 0, "and is the same", NULL);
    err = hra_match_merge(&twice, list, 2, &why);
    fuzz_expect(r->games == 0 ? err == 0 : err == HRA_EINPUT, "a part is not counted twice", NULL);
    hra_text_release(&text);
    hra_match_release(&merged);
    hra_match_release(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hra_match_result first = {.size = sizeof first}, again = {.size = sizeof again};
    hra_error why;
    /* In a block of exactly this length, so that reading past its end is caught. */
    char *text = malloc(size ? size : 1);
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    hra_err err = hra_match_read(&first, text, size, &why);
    if (err != 0) {
        fuzz_expect_words(err, &why, size);
    } else {
        hra_text written, rewritten;
        hra_text_init(&written);
        hra_text_init(&rewritten);
        check_counts(&first);
        hra_match_write(&first, &written);
        err = hra_match_read(&again, hra_text_string(&written), written.length, &why);
        fuzz_expect(err == 0, "what is written is read", err == 0 ? NULL : why.text);
        hra_match_write(&again, &rewritten);
        fuzz_expect(strcmp(hra_text_string(&written), hra_text_string(&rewritten)) == 0, "and is the same",
                    NULL);
        check_merging(&first, &written);
        hra_text_release(&written);
        hra_text_release(&rewritten);
    }
    hra_match_release(&first);
    hra_match_release(&again);
    free(text);
    return 0;
}
