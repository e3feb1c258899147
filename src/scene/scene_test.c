#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/author.h"
#include "hra/hra.h"

/* ---- a game that is what a test wants of it ---------------------------------------------------*/

/* Ways of its moves 0.., ended by NULL: ids with blanks between, `{` before a set, `|` between two ways. */
static const char *const *ways;

static hra_err open_toy(hra_game *game, const hra_options *options, hra_error *why) {
    game->state_size = sizeof(int);
    game->max_moves = 16;
    game->min_return = 0, game->max_return = 1;
    return HRA_OK;
}

static void init(const hra_game *game, void *s) {
    *(int *)s = 0;
}

static int to_move(const hra_game *game, const void *s) {
    return *(const int *)s ? HRA_OVER : 0;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    int n = 0;
    for (; ways[n]; n++)
        out[n] = (hra_move)n;
    return n;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    *(int *)s = 1;
}

static void returns(const hra_game *game, const void *s, double *out) {
    out[0] = 1;
    out[1] = 0;
}

static void show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
    hra_text_addf(out, "<%d>\nas it stands & is\n", *(const int *)s);
}

static void show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "move \"%c\"", (int)('a' + m));
}

static void write_position(const hra_game *game, const void *s, hra_text *out) {
    hra_text_addf(out, "%d", *(const int *)s);
}

static hra_err read_position(const hra_game *game, const char *text, void *s, hra_error *why) {
    *(int *)s = *text == '1';
    return HRA_OK;
}

static void press(const hra_game *game, const void *s, hra_move m, hra_move_input *out) {
    char text[64], *rest = text;
    (void)hra_snprintf(text, sizeof text, "%s", ways[m]);
    while (*rest) {
        size_t length = strcspn(rest, " ");
        char *next = rest + length + (rest[length] != '\0');
        rest[length] = '\0';
        if (*rest == '{')
            hra_input_set(out);
        else if (*rest == '|')
            hra_input_or(out);
        else
            hra_input_press(out, "%s", rest);
        rest = next;
    }
    if (m == 1) {
        hra_input_step(out, "a", "b");
        hra_input_step(out, "c", NULL);
    }
}

static const hra_rules_text text_part = {.size = sizeof text_part,
                                         .title = "Toy",
                                         .summary = "for tests",
                                         .show = show,
                                         .show_move = show_move,
                                         .move_help = "-",
                                         .write_position = write_position,
                                         .read_position = read_position};

static hra_rules rules_of(const hra_rules_scene *scene) {
    return (hra_rules){.size = sizeof(hra_rules),
                       .name = "toy",
                       .seats = {2, 2, 2, false},
                       .open = open_toy,
                       .init = init,
                       .to_move = to_move,
                       .moves = moves,
                       .apply = apply,
                       .returns = returns,
                       .text = &text_part,
                       .scene = scene};
}

static hra_scene *scene_of(const hra_rules_scene *part, hra_game **game) {
    hra_rules rules = rules_of(part);
    hra_scene *scene = NULL;
    int state = 0;
    assert_int_equal(hra_game_open_rules(game, NULL, &rules, "toy", NULL), 0);
    assert_int_equal(hra_scene_open(&scene, *game, NULL), 0);
    assert_int_equal(hra_scene_set(scene, &(hra_scene_view){.state = &state, .seat = -1}), 0);
    return scene;
}

/* ---- presses --------------------------------------------------------------------------------*/

/* "0:a b|1:a done": what is pressed, as the scene has it. */
static void list_ways(const hra_scene *scene, hra_text *out) {
    for (int i = 0; hra_scene_path(scene, i); i++) {
        const hra_input_path *way = hra_scene_path(scene, i);
        hra_text_addf(out, "%s%u:", i ? "|" : "", way->move);
        for (int k = 0; k < way->count; k++)
            hra_text_addf(out, "%s%s%s", k ? " " : "", way->set && k == 0 ? "{" : "", way->ids[k]);
    }
}

static void presses_are_told_apart(void **state) {
    static const hra_rules_scene part = {.size = sizeof part, .move_input = press};
    static const struct {
        const char *moves[5], *pressed;
    } cases[] = {
        {{"a", "b"}, "0:a|1:b"},
        {{"a b", "a c"}, "0:a b|1:a c"},
        {{"a b", "a b c"}, "0:a b done|1:a b c"}, /* one begins another */
        {{"a b c", "a", "a b"}, "0:a b c|1:a done|2:a b done"},
        {{"ab", "a"}, "0:ab|1:a"}, /* not its letters */
        {{"{ b a", "{ a", "{"}, "0:{a b done|1:{a done|2:{done"},
        {{"{ a | { b", "{ a b"}, "0:{a done|0:{b done|1:{a b done"}, /* two ways */
        {{"a", "a", "b"}, "0:move.0|1:move.1|2:b"},                  /* the same */
        {{"{ a b", "{ b a"}, "0:move.0|1:move.1"},
        {{"", "a"}, "0:move.0|1:a"}, /* nothing */
        {{"a", "a", "a b", "c"}, "0:move.0|1:move.1|2:a b|3:c"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game;
        hra_text pressed;
        ways = cases[i].moves;
        hra_text_init(&pressed);
        hra_scene *scene = scene_of(&part, &game);
        list_ways(scene, &pressed);
        assert_string_equal(hra_text_string(&pressed), cases[i].pressed);
        assert_true(!strstr(cases[i].pressed, "done") == !hra_scene_find(scene, "done"));
        hra_text_release(&pressed);
        hra_scene_close(scene);
        hra_game_close(game);
    }
}

static void steps_belong_to_their_move(void **state) {
    static const hra_rules_scene part = {.size = sizeof part, .move_input = press};
    static const char *const moves_here[] = {"a", "b | c", "d", NULL};
    hra_game *game;
    ways = moves_here;
    hra_scene *scene = scene_of(&part, &game);
    assert_non_null(hra_scene_path(scene, 3));
    assert_null(hra_scene_path(scene, 4));
    for (int i = 0; i < 4; i++) {
        const hra_input_path *way = hra_scene_path(scene, i);
        assert_int_equal(way->steps, way->move == 1 ? 2 : 0);
        if (way->steps) {
            assert_string_equal(way->step[0], "a");
            assert_string_equal(way->step[1], "b");
            assert_string_equal(way->step[2], "c");
            assert_null(way->step[3]);
        }
    }
    hra_scene_close(scene);
    hra_game_close(game);
}

/* ---- shapes ---------------------------------------------------------------------------------*/

/* A game that describes nothing: its text, and a button a move. */
static void every_game_has_a_scene(void **state) {
    static const char *const two[] = {"", "", NULL};
    hra_game *game;
    ways = two;
    hra_scene *scene = scene_of(NULL, &game);
    const hra_shape *text = hra_scene_find(scene, "text"), *button = hra_scene_find(scene, "move.1");
    const hra_shape *turn = hra_scene_find(scene, "turn");
    assert_string_equal(text->text, "<0>\nas it stands & is");
    assert_string_equal(text->name, "Toy");
    assert_string_equal(button->text, "move \"b\"");
    assert_int_equal(button->kind, HRA_SHAPE_BUTTON);
    assert_string_equal(turn->text, "player 1 is to move");
    assert_string_equal(hra_scene_find(scene, "last")->text, "");
    assert_null(hra_scene_find(scene, "done"));
    int before = 0, after = 1;
    assert_int_equal(
        hra_scene_set(scene, &(hra_scene_view){.state = &after, .before = &before, .last = 1, .seat = 0}), 0);
    assert_string_equal(hra_scene_find(scene, "turn")->text, "player 1 has won");
    assert_string_equal(hra_scene_find(scene, "last")->text, "last: player 1 move \"b\"");
    assert_null(hra_scene_path(scene, 0));
    hra_scene_close(scene);
    hra_game_close(game);
}

static void draw(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    hra_shape_add(out, HRA_SHAPE_LABEL, 0, 0, 2, 1);
    hra_shape_text(out, "seven %d", 7);
    hra_shape_add(out, HRA_SHAPE_PIECE, 4, 5, 1, 1);
    hra_text_add(hra_shape_write(out, HRA_WRITE_NAME), "a man");
    hra_text_add(hra_shape_write(out, HRA_WRITE_TEXT), "M");
    hra_shape_on(out, "%s", "b2");
    hra_shape_last(out)->owner = 1;
    hra_shape_last(out)->marks |= HRA_MARK_LAST;
    hra_shape_last(out)->marks |= HRA_MARK_HELD;
    hra_shape_add(out, HRA_SHAPE_WALL, 0, 0, 1, 1);
}

static void shapes_have_what_they_need(void **state) {
    static const hra_rules_scene part = {.size = sizeof part, .now = draw};
    static const char *const none[] = {"", NULL};
    hra_game *game;
    double width, height;
    ways = none;
    hra_scene *scene = scene_of(&part, &game);
    const hra_shape *one = hra_scene_shape(scene, HRA_SCENE_NOW, 0);
    assert_string_equal(one->id, "now.0");
    assert_string_equal(one->name, "seven 7");
    assert_int_equal(one->owner, -1);
    one = hra_scene_shape(scene, HRA_SCENE_NOW, 1);
    assert_string_equal(one->name, "a man");
    assert_string_equal(one->text, "M");
    assert_string_equal(one->on, "b2");
    assert_int_equal(one->owner, 1);
    assert_int_equal(one->marks, HRA_MARK_LAST | HRA_MARK_HELD);
    assert_string_equal(hra_scene_shape(scene, HRA_SCENE_NOW, 2)->name, "wall");
    width = hra_scene_snapshot(scene)->width;
    height = hra_scene_snapshot(scene)->height;
    assert_true(width >= 5 && height >= 6);
    hra_scene_close(scene);
    hra_game_close(game);
}

/* Two areas of a group with a border between them, and a frame that takes the outline of one. */
static void draw_land(const hra_game *game, hra_shapes *out) {
    static const double corners[2][4][2] = {{{0, 0}, {2, 1}, {2, 3}, {0, 3}},
                                            {{2, 1}, {4, 0}, {4, 3}, {2, 3}}};
    for (int i = 0; i < 2; i++) {
        hra_shape_add(out, HRA_SHAPE_CELL, 2 * i, 0, 2, 3);
        hra_shape_id(out, "%c", 'a' + i);
        hra_text_addf(hra_shape_write(out, HRA_WRITE_GROUP), "island <%d>", 1);
        for (int k = 0; k < 4; k++)
            hra_shape_corner(out, corners[i][k][0], corners[i][k][1]);
    }
}

static void draw_frame(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    hra_shape_add(out, HRA_SHAPE_PLACE, 2, 0, 2, 3);
    hra_shape_id(out, "frame");
    hra_shape_on(out, "b");
    hra_shape_last(out)->form = HRA_FORM_OVER;
    hra_shape_last(out)->owner = 0;
}

static void outlines_are_drawn_with_a_line_round_their_group(void **state) {
    static const hra_rules_scene part = {.size = sizeof part, .board = draw_land, .now = draw_frame};
    static const char *const none[] = {"", NULL};
    hra_game *game;
    hra_text text;
    ways = none;
    hra_text_init(&text);
    hra_scene *scene = scene_of(&part, &game);
    const hra_shape *b = hra_scene_find(scene, "b"), *frame = hra_scene_find(scene, "frame");
    assert_int_equal(b->corners, 4);
    assert_true(b->corner[0] == 2 && b->corner[1] == 1 && b->corner[7] == 3);
    assert_string_equal(b->group, "island <1>");
    assert_int_equal(frame->corners, 0);
    assert_string_equal(frame->group, "");
    hra_json json = hra_json_begin(&text);
    hra_json_scene(&json, NULL, scene, HRA_SCENE_BOARD);
    assert_non_null(
        strstr(hra_text_string(&text), "\"group\":\"island <1>\",\"outline\":[2,1,4,0,4,3,2,3]}"));
    hra_text_clear(&text);
    hra_scene_svg(scene, &(hra_svg_options){.kind = HRA_SVG_PART, .part = HRA_SCENE_BOARD, .cell = 10},
                  &text);
    const char *line =
        strstr(hra_text_string(&text), "class=\"round r0\" d=\"M0 0 20 10 20 30 0 30 zM20 10 40 0 ");
    assert_non_null(line);
    assert_null(strstr(line + 1, "class=\"round")); /* one of them */
    assert_non_null(strstr(line, "<path class=\"cell\" d=\"M0 0 20 10 20 30 0 30 z\"/>"));
    hra_text_clear(&text);
    hra_scene_svg(scene, &(hra_svg_options){.kind = HRA_SVG_PART, .part = HRA_SCENE_NOW, .cell = 10}, &text);
    assert_non_null(strstr(hra_text_string(&text), "<path class=\"black line\" stroke-width=\"3\" d=\"M2"));
    hra_text_release(&text);
    hra_scene_close(scene);
    hra_game_close(game);
}

/* What a game calls things may hold whatever JSON and XML give a meaning. */
static void texts_are_escaped(void **state) {
    static const char *const two[] = {"", "", NULL};
    hra_game *game;
    hra_text text;
    ways = two;
    hra_text_init(&text);
    hra_scene *scene = scene_of(NULL, &game);
    hra_json json = hra_json_begin(&text);
    hra_json_scene(&json, NULL, scene, HRA_SCENE_NOW);
    assert_non_null(strstr(hra_text_string(&text), "\"text\":\"<0>\\nas it stands & is\""));
    hra_text_clear(&text);
    json = hra_json_begin(&text);
    hra_json_scene_input(&json, NULL, scene);
    assert_string_equal(hra_text_string(&text),
                        "[{\"move\":\"move \\\"a\\\"\",\"input\":[\"move.0\"],\"press\":[\"move.0\"]},"
                        "{\"move\":\"move \\\"b\\\"\",\"input\":[\"move.1\"],\"press\":[\"move.1\"]}]");
    hra_text_clear(&text);
    hra_scene_svg(scene, NULL, &text);
    assert_non_null(strstr(hra_text_string(&text), ">&lt;0&gt;</text>"));
    assert_non_null(strstr(hra_text_string(&text), "stands &amp; is<"));
    assert_non_null(strstr(hra_text_string(&text), "<title id=\"title\">Toy: player 1 is to move</title>"));
    assert_null(strstr(hra_text_string(&text), "<script"));
    assert_null(strstr(hra_text_string(&text), "<0>"));
    hra_text_clear(&text);
    hra_scene_svg(scene, &(hra_svg_options){.kind = HRA_SVG_PART, .part = HRA_SCENE_NOW, .cell = 10}, &text);
    assert_null(strstr(hra_text_string(&text), "player 1 is to move"));
    assert_null(strstr(hra_text_string(&text), "move &quot;"));
    hra_text_release(&text);
    hra_scene_close(scene);
    hra_game_close(game);
}

/* ---- symbols --------------------------------------------------------------------------------*/

static void path_data_is_known_from_what_is_not(void **state) {
    static const char *const good[] = {"M0 0",
                                       "m1,2 3,4",
                                       "M0 0H5V-5z",
                                       "M.5.5-1-1",
                                       "M4 50a46 46 0 1 1 92 0z",
                                       "M0 0C1 2 3 4 5 6 7 8 9 10 11 12",
                                       " M 1 1 Z "};
    static const struct {
        const char *d;
        int at;
    } wrong[] = {{"", 0},
                 {"L0 0", 0},
                 {"M0", 2},
                 {"M0 0L1", 6},
                 {"M0 0X1 1", 4},
                 {"M1e5 0", 2},
                 {"M10000 0", 1},
                 {"M0 0z1", 5},
                 {"M1;2", 2},
                 {"M--1 0", 1},
                 {"M0 0\"/>", 4},
                 {"M0 0 url(x)", 5},
                 {"M0 0.", 4},
                 {"M,0 0", 1},
                 {"M0,,0", 3},
                 {"M0 0,", 4},
                 {"M0 0A1 1 0 2 1 5 5", 11}};
    char far[HRA_PATH_LENGTH + 8] = "M";
    hra_error why;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(hra_path_check(good[i], &why), HRA_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(hra_path_check(wrong[i].d, &why), HRA_EINPUT);
        assert_int_equal(why.at, wrong[i].at);
    }
    memset(far + 1, '1', HRA_PATH_LENGTH);
    assert_int_equal(hra_path_check(far, NULL), HRA_EINPUT);
}

static const hra_symbol *drawing;

static void symbol_board(const hra_game *game, hra_shapes *out) {
    hra_shapes_symbols(out, drawing, 1);
    hra_shapes_ground(out, HRA_MATERIAL_NIGHT);
    hra_shape_add(out, HRA_SHAPE_CELL, 0, 0, 1, 1);
    hra_shape_last(out)->material = HRA_MATERIAL_WOOD;
    hra_shape_last(out)->tone = 1;
    hra_shape_add(out, HRA_SHAPE_PIECE, 0, 0, 1, 1);
    hra_shape_id(out, "piece");
    hra_shape_text(out, "7");
    hra_shape_last(out)->symbol = "star";
    hra_shape_last(out)->owner = 0;
}

/* No scene is made of what could get out of an attribute. */
static void wrong_symbols_are_refused(void **state) {
    static const hra_symbol_path paths[] = {{HRA_SYMBOL_OWNER, 0, "M0 0H10"},
                                            {HRA_SYMBOL_INK, 0, "M0 0\"/><script>"},
                                            {HRA_SYMBOL_FILLS, 0, "M0 0"}};
    static const hra_symbol wrong[] = {
        {"star", 10, 10, 0, 0, 1, paths + 1}, {"star", 10, 10, 0, 0, 1, paths + 2},
        {"st\"ar", 10, 10, 0, 0, 1, paths},   {"star", 0, 10, 0, 0, 1, paths},
        {"star", 10, 10, 0, 0, 0, paths},     {"star", 10, 10, 0, 11, 1, paths}};
    static const hra_rules_scene part = {.size = sizeof part, .board = symbol_board};
    hra_rules rules = rules_of(&part);
    hra_game *game;
    hra_scene *scene = NULL;
    hra_error why;
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "toy", NULL), 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        drawing = &wrong[i];
        assert_int_equal(hra_scene_open(&scene, game, &why), HRA_EINPUT);
        assert_null(scene);
    }
    hra_game_close(game);
}

static void symbols_and_materials_are_drawn(void **state) {
    static const hra_symbol_path paths[] = {{HRA_SYMBOL_OWNER, 0, "M0 0H10"},
                                            {HRA_SYMBOL_GOLD, 1.5, "M1 1V9"}};
    static const hra_symbol star = {"star", 10, 10, 5, 4, 2, paths};
    static const char *const moves[] = {"", NULL};
    static const hra_rules_scene part = {.size = sizeof part, .board = symbol_board};
    hra_text json, svg;
    hra_game *game;
    hra_json out;
    ways = moves;
    drawing = &star;
    hra_scene *scene = scene_of(&part, &game);
    hra_text_init(&json);
    hra_text_init(&svg);
    out = hra_json_begin(&json);
    hra_json_scene(&out, NULL, scene, HRA_SCENE_BOARD);
    assert_non_null(strstr(json.data, "\"ground\":\"night\",\"symbols\":[{\"id\":\"star\",\"box\":[10,10],"
                                      "\"text\":[5,4],\"paths\":[{\"fill\":\"owner\",\"d\":\"M0 0H10\"},"
                                      "{\"fill\":\"gold\",\"line\":1.5,\"d\":\"M1 1V9\"}]}]"));
    assert_non_null(strstr(json.data, "\"symbol\":\"star\""));
    assert_non_null(strstr(json.data, "\"shade\":1,\"tone\":1,\"material\":\"wood\""));
    hra_scene_svg(scene, NULL, &svg);
    assert_non_null(strstr(svg.data, "class=\"m-night\""));
    assert_non_null(strstr(svg.data, "class=\"cell m-wood1\""));
    assert_non_null(strstr(svg.data,
                           "<defs><g id=\"toy-star\"><path class=\"f-owner\" d=\"M0 0H10\"/>"
                           "<path class=\"f-gold f-line\" stroke-width=\"1.5\" d=\"M1 1V9\"/></g></defs>"));
    assert_non_null(strstr(svg.data, "<use href=\"#toy-star\" class=\"sym black\" "
                                     "transform=\"translate(0 0 ) scale(4.4)\"/>"));
    hra_text_clear(&svg);
    hra_scene_svg(scene, &(hra_svg_options){.kind = HRA_SVG_PART, .part = HRA_SCENE_BOARD, .cell = 10}, &svg);
    assert_non_null(strstr(svg.data, "<g id=\"toy-star\">"));
    assert_int_equal(hra_scene_snapshot(scene)->ground, HRA_MATERIAL_NIGHT);
    assert_string_equal(hra_scene_symbol(scene, 0)->id, "star");
    assert_null(hra_scene_symbol(scene, 1));
    hra_text_release(&json);
    hra_text_release(&svg);
    hra_scene_close(scene);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presses_are_told_apart),
        cmocka_unit_test(steps_belong_to_their_move),
        cmocka_unit_test(every_game_has_a_scene),
        cmocka_unit_test(shapes_have_what_they_need),
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(path_data_is_known_from_what_is_not),
        cmocka_unit_test(wrong_symbols_are_refused),
        cmocka_unit_test(symbols_and_materials_are_drawn),
        cmocka_unit_test(outlines_are_drawn_with_a_line_round_their_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
