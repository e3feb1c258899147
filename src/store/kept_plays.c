/* Plays in a store: which lines are whole, whether they are over, what they are called. */
#include <string.h>
#include <time.h>

#include "store/saved_game.h"

static size_t whole_lines(const char *text, size_t length) {
    while (length && text[length - 1] != '\n')
        length--;
    return length;
}

static bool ends_with_result(const char *text, size_t end) {
    static const char word[] = "result ";
    while (end && (text[end - 1] == '\n' || text[end - 1] == '\r'))
        end--;
    size_t from = end;
    while (from && text[from - 1] != '\n')
        from--;
    return end - from >= sizeof word - 1 && memcmp(text + from, word, sizeof word - 1) == 0;
}

size_t hra_store_whole(const char *text, size_t length, bool *finished) {
    size_t whole = whole_lines(text, length);
    if (finished)
        *finished = ends_with_result(text, whole);
    return whole;
}

void hra_store_play_name(const char *game, uint64_t seed, double now, char out[HRA_STORE_NAME]) {
    char stamp[32] = "";
    time_t seconds = now >= 0 && now < 1e11 ? (time_t)now : 0;
    struct tm parts;
    size_t n = strcspn(game, ":(");
    if (localtime_r(&seconds, &parts))
        strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S-", &parts);
    hra_snprintf(out, HRA_STORE_NAME, "plays/%.*s-%s%llu.hra", n < 64 ? (int)n : 64, game, stamp,
                 (unsigned long long)seed);
}
