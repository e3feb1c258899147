/* The levels of all games: they can be played, and each is stronger than the one below. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hra/game.h"
#include "hra/player.h"
#include "rules/registry.h"

static int count(const char *text, const char *word) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        n++;
    return n;
}

static hra_game *opened(const char *spec) {
    hra_game *game;
    hra_error why;
    if (hra_game_open(&game, NULL, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

/* In the game as people begin it, and in that of the match; the same on every machine. */
static void check_player(const hra_rules *rules, const hra_levels *levels, const hra_level *level) {
    char match[64];
    const char *games[] = {rules->name, match};
    const size_t length = strcspn(levels->match, " ");
    assert_true(length < sizeof match);
    memcpy(match, levels->match, length);
    match[length] = '\0';
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        hra_game *game = opened(games[i]);
        hra_player *player = NULL;
        hra_error why;
        if (hra_player_placeholder(&player, game, level->player, &why) != 0)
            fail_msg("%s %s: %s", games[i], level->player, why.text);
        hra_player_close(player);
        hra_game_close(game);
    }
    assert_null(strstr(level->player, "time="));
    assert_null(strstr(level->player, "threads="));
}

static void levels_rise(void **state) {
    (void)state;
    int found = 0;
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const hra_rules *rules = hra_registry_game(NULL, i);
        const hra_levels *levels = hra_rules_offers(rules)->levels;
        int n = 0;
        if (!levels)
            continue;
        found++;
        const double even =
            levels->measure == HRA_LEVELS_BY_SCORE ? 1.0 / (1 + count(levels->match, " -")) : 0;
        assert_int_equal(count(levels->match, " +") > 0, 1);
        for (; levels->of[n].player; n++) {
            const hra_level *level = &levels->of[n];
            check_player(rules, levels, level);
            assert_true(level->play && *level->play);
            assert_int_equal(level->games > 0, n > 0);
            if (n > 0 && !(level->figure - level->error > even))
                fail_msg("%s: level %d is not stronger than the one below", rules->name, n + 1);
        }
        assert_in_range(n, 3, HRA_MAX_LEVELS);
        assert_in_range(levels->default_, 1, n);
    }
    assert_int_equal(found,
                     hra_registry_games(NULL) - 1); /* trees are typed, so their players have no levels */
}

/* Each variant opens, and the level for a new player can play it. */
static void variants_open(void **state) {
    (void)state;
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const hra_rules *rules = hra_registry_game(NULL, i);
        const hra_rules_catalogue *own = hra_rules_offers(rules);
        for (const hra_variant *v = own->variants; v && v->name; v++) {
            char spec[128];
            hra_player *player = NULL;
            hra_error why;
            assert_true(hra_snprintf(spec, sizeof spec, "%s:%s", rules->name, v->options) < (int)sizeof spec);
            hra_game *game = opened(spec);
            if (hra_player_placeholder(&player, game, own->levels->of[own->levels->default_ - 1].player,
                                       &why) != 0)
                fail_msg("%s: %s", spec, why.text);
            hra_player_close(player);
            hra_game_close(game);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_rise), cmocka_unit_test(variants_open)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
