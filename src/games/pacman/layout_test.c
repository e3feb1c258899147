/* Layouts: what is refused, in which words and where; what a maze is made of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/pacman/pacman.h"

static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};
static const hra_game reader = {.host = &files};

static hra_err open_maze(pac_maze **out, const char *text, int ghosts, hra_error *why) {
    return pac_maze_open(out, "test", text, strlen(text), ghosts, why);
}

static const struct {
    const char *text, *words;
} refused[] = {
    {"", "maze test, line 1, character 1: a maze has at least 3 lines"},
    {"%%%\n%P%\n", "maze test, line 2, character 3: a maze has at least 3 lines"},
    {"%%%%\n%P.%\n%%%\n", "maze test, line 3, character 4: the line has 3 signs, the first one has 4"},
    {"%%%%\n%Px%\n%%%%\n", "maze test, line 2, character 3: unknown sign 'x'"},
    {"%%%%\n%P\t%\n%%%%\n", "maze test, line 2, character 3: unknown sign '?'"},
    {"%%%%\n P.%\n%%%%\n", "maze test, line 2, character 5: the line has 3 signs, the first one has 4"},
    {"%%%%\n  %Px%\n%%%%\n", "maze test, line 2, character 5: unknown sign 'x'"},
    {"%%%%\n  .P.%\n %%%%\n", "maze test, line 2, character 3: the border is open"},
    {"%%%%\n%P..\n%%%%\n", "maze test, line 2, character 4: the border is open"},
    {"%%%%\n%P.%\n%%.%\n", "maze test, line 3, character 3: the border is open"},
    {"%%%%%\n%P.P%\n%%%%%\n", "maze test, line 2, character 4: a second P"},
    {"%%%%\n%..%\n%%%%\n", "maze test, line 1, character 1: no P from here on"},
    {"%%%%%%%\n%P..%G%\n%%%%%%%\n", "maze test, line 2, character 6: this ghost is walled in"},
    {"%%%%%%%\n%%%%%.%\n%P..%%%\n%%%%%%%\n", "maze test, line 2, character 6: Pacman cannot reach this food"},
    {"%%%%%%%\n%P..%o%\n%%%%%%%\n", "maze test, line 2, character 6: Pacman cannot reach this capsule"},
    {"%%%%%%%%%%%%\n%P.GG3G2GGG%\n%%%%%%%%%%%%\n",
     "maze test, line 2, character 6: more than 7 ghosts; the option ghosts takes the first ones"},
    {"%%%%%\n%P 5%\n%%%%%\n", "maze test, line 2, character 4: unknown sign '5'"},
};

/* A mark in front, and ends of lines of other systems. */
static void files_of_other_systems_are_read(void **state) {
    static const char *const texts[] = {
        "\xef\xbb\xbf%%%%%\n%P.G%\n%%%%%\n",
        "%%%%%\r\n%P.G%\r\n%%%%%\r\n",
        "%%%%%\r%P.G%\r%%%%%",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        pac_maze *maze = NULL;
        assert_int_equal(open_maze(&maze, texts[i], -1, NULL), 0);
        assert_int_equal(maze->width, 5);
        assert_int_equal(maze->cells, 3);
        pac_maze_close(maze);
    }
}

static void faults_are_named_with_line_and_column(void **state) {
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        pac_maze *maze = NULL;
        hra_error why = {0};
        if (open_maze(&maze, refused[i].text, -1, &why) == 0)
            fail_msg("opens, but: %s", refused[i].words);
        if (!strstr(why.text, refused[i].words))
            fail_msg("'%s' does not say '%s'", why.text, refused[i].words);
    }
}

/* HEIGHT lines of WIDTH columns, all food except for the border and Pacman. */
static char *field(int width, int height) {
    char *text = malloc((size_t)(width + 1) * (size_t)height + 1), *at = text;
    assert_non_null(text);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            *at++ = x == 0 || y == 0 || x == width - 1 || y == height - 1 ? '%'
                    : x == 1 && y == 1                                    ? 'P'
                                                                          : '.';
        *at++ = '\n';
    }
    *at = '\0';
    return text;
}

static void size_has_limits(void **state) {
    static const struct {
        int width, height;
        const char *words; /* NULL: it opens */
    } cases[] = {
        {64, 34, NULL}, /* 62 * 32 cells */
        {64, 36,
         "maze test, line 35, character 4: too large: at most 2048 open cells"}, /* 62 * 33 + 2 are before it */
        {65, 5, "maze test, line 1, character 65: a maze has at most 64 lines of 64"},
        {5, 65, "maze test, line 65, character 1: a maze has at most 64 lines of 64"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pac_maze *maze = NULL;
        hra_error why = {0};
        char *text = field(cases[i].width, cases[i].height);
        hra_err err = open_maze(&maze, text, -1, &why);
        if (cases[i].words && (!err || !strstr(why.text, cases[i].words)))
            fail_msg("'%s' does not say '%s'", why.text, cases[i].words);
        if (!cases[i].words && err)
            fail_msg("%s", why.text);
        if (!err)
            assert_int_equal(maze->cells, (cases[i].width - 2) * (cases[i].height - 2));
        pac_maze_close(maze);
        free(text);
    }
}

static void ghosts_are_sorted_and_counted(void **state) {
    static const char text[] = "%%%%%%%%\r\n"
                               "%2.4 .G%  \r\n"
                               "%1P.. 1%\n"
                               "%%%%%%%%\n\n";
    static const uint16_t places[1 + 5] = {2 * PAC_ROW + 4,  2 * PAC_ROW + 2, 2 * PAC_ROW + 12,
                                           4 * PAC_ROW + 12, 4 * PAC_ROW + 2, 4 * PAC_ROW + 6};
    pac_maze *maze = NULL;
    assert_int_equal(open_maze(&maze, text, -1, NULL), 0);
    assert_int_equal(maze->ghosts, 5);
    pac_maze_close(maze);
    for (int most = 0; most <= 5; most++) {
        assert_int_equal(open_maze(&maze, text, most, NULL), 0);
        assert_int_equal(maze->ghosts, most);
        assert_memory_equal(maze->start, places, (size_t)(1 + most) * sizeof *places);
        pac_maze_close(maze);
    }
}

/* The Berkeley project's reader takes the blanks off both ends of each line and then as many signs as the
 * first line has; one of its own mazes has a sign too many at the end of a line. */
static void lines_are_as_long_as_the_first(void **state) {
    static const char clean[] = "%%%%%\n%P.G%\n%...%\n%%%%%\n", odd[] = "%%%%%\n"
                                                                        "  %P.G% 7 signs too many\n"
                                                                        "\t%...%%\n"
                                                                        "%%%%%?";
    pac_maze *maze = NULL, *twin = NULL;
    hra_error why = {0};
    assert_int_equal(open_maze(&twin, clean, -1, NULL), 0);
    if (open_maze(&maze, odd, -1, &why))
        fail_msg("%s", why.text);
    assert_int_equal(maze->width, 5);
    assert_memory_equal(maze->ways, twin->ways, sizeof maze->ways);
    assert_memory_equal(maze->dot, twin->dot, sizeof maze->dot);
    assert_memory_equal(maze->start, twin->start, sizeof maze->start);
    pac_maze_close(maze);
    pac_maze_close(twin);
}

/* ---- distances against Floyd and Warshall -----------------------------------------------------*/

static void compare_distances(const pac_maze *maze) {
    int n = maze->cells;
    int *d = malloc((size_t)n * (size_t)n * sizeof *d);
    assert_non_null(d);
    for (int i = 0; i < n * n; i++) {
        unsigned a = maze->place[i / n], b = maze->place[i % n];
        int apart = abs(pac_x2(a) - pac_x2(b)) + abs(pac_y2(a) - pac_y2(b));
        d[i] = apart == 0 ? 0 : apart == 2 ? 1 : 1 << 20;
    }
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i * n + k] + d[k * n + j] < d[i * n + j])
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
    for (int i = 0; i < n * n; i++)
        assert_int_equal(maze->distance[i], d[i] == 1 << 20 ? PAC_NONE : d[i]);
    int start = maze->cell[maze->start[0]];
    for (int i = 0; i < n; i++) /* the food by its distance, each once */
        for (int k = 0, last = 0; maze->distance[start * n + i] != PAC_NONE && k < maze->food; k++) {
            int f = maze->nearest[i * maze->food + k], to = d[i * n + maze->dot_cell[f]];
            assert_true(f < maze->food && to >= last);
            for (int l = 0; l < k; l++)
                assert_int_not_equal(maze->nearest[i * maze->food + l], f);
            last = to;
        }
    free(d);
}

static void distances_are_those_of_the_maze(void **state) {
    int count = 0;
    for (const pac_named_layout *l = pac_layouts; l->name; l++, count++) {
        pac_maze *maze = NULL;
        hra_error why = {0};
        if (pac_maze_by_name(&reader, &maze, l->name, -1, &why))
            fail_msg("%s: %s", l->name, why.text);
        compare_distances(maze);
        assert_true(strlen(l->purpose) > 10);
        pac_maze_close(maze);
    }
    assert_true(count >= 10);
    pac_maze *maze = NULL; /* a ghost in a room of its own */
    assert_int_equal(open_maze(&maze, "%%%%%%%%\n%P..%G %\n%%%%%%%%\n", -1, NULL), 0);
    compare_distances(maze);
    pac_maze_close(maze);
}

static void files_are_read_and_names_found(void **state) {
    pac_maze *maze = NULL, *twin = NULL;
    hra_error why = {0};
    assert_int_equal(
        pac_maze_by_name(&reader, &maze, HRA_ROOT "/src/games/pacman/layouts/gallery.lay", -1, NULL), 0);
    assert_int_equal(pac_maze_by_name(&reader, &twin, "gallery", -1, NULL), 0);
    assert_int_equal(maze->cells, twin->cells);
    assert_memory_equal(maze->ways, twin->ways, sizeof maze->ways);
    assert_memory_equal(maze->dot, twin->dot, sizeof maze->dot);
    assert_memory_equal(maze->start, twin->start, sizeof maze->start);
    pac_maze_close(maze);
    pac_maze_close(twin);
    assert_int_equal(pac_maze_by_name(&reader, &maze, "galery", -1, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "did you mean 'gallery'?"));
    assert_int_equal(pac_maze_by_name(&reader, &maze, "./none.lay", -1, &why), HRA_EMISSING);
    assert_non_null(strstr(why.text, "file not found"));
    assert_int_equal(pac_maze_by_name(&reader, &maze, "/", -1, &why), HRA_EIO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_other_systems_are_read),
        cmocka_unit_test(faults_are_named_with_line_and_column),
        cmocka_unit_test(size_has_limits),
        cmocka_unit_test(ghosts_are_sorted_and_counted),
        cmocka_unit_test(lines_are_as_long_as_the_first),
        cmocka_unit_test(distances_are_those_of_the_maze),
        cmocka_unit_test(files_are_read_and_names_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
