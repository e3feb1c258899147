/* Maps: map A as the data have it, grids out of text, and what is wrong with a grid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "empire.h"

/* Regions of a set, from 1, joined by blanks. */
static const char *regions_of(uint32_t set, hra_text *out) {
    hra_text_clear(out);
    for (; set; set &= set - 1)
        hra_text_addf(out, "%s%d", out->length ? " " : "", em_lowest(set) + 1);
    return hra_text_string(out);
}

static void expect_grid(em_map *map, const char *text) {
    hra_error why = {0};
    if (em_map_grid(map, "test", text, strlen(text), false, &why) != 0)
        fail_msg("%s: %s", text, why.text);
}

static void map_a_is_that_of_the_data(void **state) {
    em_map map;
    hra_text text;
    int land = 0, sea = 0;
    hra_text_init(&text);
    assert_int_equal(em_map_a(&map, NULL), 0);
    assert_int_equal(map.regions, 25);
    assert_int_equal(map.continents, 4);
    assert_int_equal(map.start, 12 - 1);
    assert_string_equal(regions_of(map.near[0][11], &text), "9 11 13 15 16 19");
    assert_string_equal(regions_of(map.near[1][11], &text), "9 11 13 15 16 19");
    assert_string_equal(regions_of(map.near[0][14], &text), "11 12 18 19");
    assert_string_equal(regions_of(map.near[1][14], &text), "11 12 18 19 22");
    assert_string_equal(regions_of(map.continent[2], &text), "21 22");
    for (int i = 0; i < map.regions; i++) {
        land += em_count(map.near[0][i]);
        sea += em_count(map.near[1][i] & ~map.near[0][i]);
    }
    assert_int_equal(land, 2 * 30);
    assert_int_equal(sea, 2 * 7);
    em_map_release(&map);
    hra_text_release(&text);
}

/* Distances are those of Floyd and Warshall. */
static void distances_are_shortest(void **state) {
    em_map map;
    assert_int_equal(em_map_a(&map, NULL), 0);
    for (int sea = 0; sea < 2; sea++) {
        int d[EM_REGIONS][EM_REGIONS];
        for (int i = 0; i < map.regions; i++)
            for (int k = 0; k < map.regions; k++)
                d[i][k] = i == k ? 0 : map.near[sea][i] >> k & 1 ? 1 : EM_FAR;
        for (int m = 0; m < map.regions; m++)
            for (int i = 0; i < map.regions; i++)
                for (int k = 0; k < map.regions; k++)
                    d[i][k] = d[i][m] + d[m][k] < d[i][k] ? d[i][m] + d[m][k] : d[i][k];
        for (int i = 0; i < map.regions; i++)
            for (int k = 0; k < map.regions; k++) {
                assert_int_equal(map.distance[sea][i][k], d[i][k]);
                for (int steps = 0; steps <= EM_MARCHES; steps++)
                    assert_int_equal(map.reach[sea][i][steps] >> k & 1, i != k && d[i][k] <= steps);
            }
    }
    em_map_release(&map);
}

static void a_grid_is_regions_by_rows(void **state) {
    em_map map;
    hra_text text;
    hra_text_init(&text);
    expect_grid(&map, "WGGWWG\n"   /*  1 2    3 */
                      "WGGWWG\n"   /*  4 5    6 */
                      "WWSWGG\n"   /*    7  8 9 */
                      "GWGWWW\n"   /* 10 11     */
                      "GWGGWG\n"); /* 12 13 14 15 */
    assert_int_equal(map.regions, 15);
    assert_int_equal(map.continents, 4);
    assert_int_equal(map.start, 7 - 1);
    assert_string_equal(regions_of(map.near[0][7 - 1], &text), "5 11");
    assert_string_equal(regions_of(map.near[1][7 - 1], &text), "5 8 11");
    assert_string_equal(regions_of(map.near[1][2 - 1], &text), "1 5"); /* two cells of water are too many */
    assert_string_equal(regions_of(map.near[1][10 - 1], &text), "11 12");
    assert_string_equal(regions_of(map.near[1][15 - 1], &text), "9 14");
    assert_string_equal(regions_of(map.near[1][4 - 1], &text), "1 5");
    assert_string_equal(regions_of(map.continent[0], &text), "1 2 4 5 7 11 13 14");
    assert_string_equal(regions_of(map.continent[map.continent_of[15 - 1]], &text), "15");
    em_map_release(&map);
    expect_grid(&map, "sw\r\nwg\r\ngw\r\n\r\n");
    assert_int_equal(map.continents, 3);
    assert_string_equal(regions_of(map.near[1][0], &text), "3");
    em_map_release(&map);
    hra_text_release(&text);
}

/* A mark in front, and ends of lines of other systems. */
static void files_of_other_systems_are_read(void **state) {
    static const char *const texts[] = {"\xef\xbb\xbfSG\nGW\n", "SG\r\nGW\r\n\r\n", "SG\rGW"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        em_map map;
        expect_grid(&map, texts[i]);
        assert_int_equal(map.rows, 2);
        assert_int_equal(map.columns, 2);
        assert_int_equal(map.regions, 3);
        em_map_release(&map);
    }
}

static void a_wrong_grid_is_refused_with_line_and_column(void **state) {
    static const struct {
        const char *grid, *words;
    } cases[] = {
        {"", "line 1, character 1: an empty line"},
        {"\n\n", "line 1, character 1: an empty line"},
        {"GGG", "missing start S"},
        {"SG\nGS", "line 2, character 2: a second start"},
        {"SGW\nGxW", "line 2, character 2: expected G for land"},
        {"SGW\nGW", "line 2, character 3: this line is shorter"},
        {"SG\nGWW", "line 2, character 3: this line is longer"},
        {"SG\n\nGW", "line 2, character 1: an empty line"},
        {"S G", "line 1, character 2: expected G for land"},
        {"SGGGGGGGGGGGGGGGG", "line 1, character 17: a grid has at most"},
        {"S\nW\nW\nW\nW\nW\nW\nW\nW\nW\nW\nW\nW\nW\nW\nW\nG", "line 17, character 1: a grid has at most"},
        {"SGGGGGGGGGG\nGGGGGGGGGGG\nGGGGGGGGGGG\n", "line 3, character 11: a map has at most 32"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        em_map map;
        hra_error why = {0};
        assert_int_equal(em_map_grid(&map, "test", cases[i].grid, strlen(cases[i].grid), i % 2, &why),
                         HRA_EINPUT);
        if (!strstr(why.text, cases[i].words))
            fail_msg("%s: %s", cases[i].grid, why.text);
    }
}

static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};

static void files_that_cannot_be_read_are_named(void **state) {
    hra_game *game = NULL;
    hra_error why = {0};
    assert_int_equal(hra_game_open(&game, &files, "empire:map=no-such-file", &why), HRA_EMISSING);
    assert_non_null(strstr(why.text, "no-such-file"));
    assert_int_equal(hra_game_open(&game, NULL, "empire:seats=3,neutral-armies=10", &why), HRA_EINPUT);
    assert_int_equal(hra_game_open(&game, NULL, "empire:first-player=2", &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "0 to 1"));
}

/* Regions are numbered row by row. Where land leads round the corner on both sides there is no way by sea. */
static void ways_by_sea_may_go_round_a_corner(void **state) {
    static const struct {
        const char *grid, *straight, *corner; /* from region 1 by land or sea */
    } cases[] = {
        {"SW\nWG\n", "", "2"},      {"SG\nWG\n", "2", "2 3"},
        {"SG\nGG\n", "2 3", "2 3"}, {"SWG\nWGW\nGWG\n", "2 4", "2 3 4"},
        {"WS\nGW\n", "", "2"},
    };
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int corners = 0; corners < 2; corners++) {
            em_map map;
            assert_int_equal(em_map_grid(&map, "test", cases[i].grid, strlen(cases[i].grid), corners, NULL),
                             0);
            assert_string_equal(regions_of(map.near[1][0], &text),
                                corners ? cases[i].corner : cases[i].straight);
            em_map_release(&map);
        }
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_a_is_that_of_the_data),
        cmocka_unit_test(distances_are_shortest),
        cmocka_unit_test(a_grid_is_regions_by_rows),
        cmocka_unit_test(files_of_other_systems_are_read),
        cmocka_unit_test(a_wrong_grid_is_refused_with_line_and_column),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
        cmocka_unit_test(ways_by_sea_may_go_round_a_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
