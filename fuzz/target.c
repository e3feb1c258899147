#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hra/scene.h"
#include "target.h"

void fuzz_expect(bool kept, const char *promise, const char *text) {
    if (!kept) {
        fprintf(stderr, "broken promise: %s%s%s\n", promise, text == NULL ? "" : ": ",
                text == NULL ? "" : text);
        abort();
    }
}

void fuzz_expect_words(hra_err err, const hra_error *why, size_t length) {
    fuzz_expect(err < 0 && err >= HRA_EMISSING, "an error is one of the named numbers", hra_err_text(err));
    fuzz_expect(why->code == err, "hra_error holds the code that was returned", why->text);
    fuzz_expect(why->text[0] != '\0', "an error comes with words", hra_err_text(err));
    fuzz_expect(memchr(why->text, '\0', sizeof why->text) != NULL, "the words end", NULL);
    fuzz_expect(strpbrk(why->text, "\n\r\t\x1b") == NULL, "the words are one plain line", why->text);
    fuzz_expect(why->at >= -1 && (why->at < 0 || (size_t)why->at <= length), "the place lies in the text",
                why->text);
}

bool fuzz_names_place(const hra_error *why) {
    return strstr(why->text, ", line ") != NULL || strstr(why->text, ": byte ") != NULL;
}

static void *take(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (memory == NULL)
        exit(1); /* not a finding: memory has run out */
    return memory;
}

char *fuzz_string(const uint8_t *data, size_t size) {
    char *string = take(size, 1);
    if (size > 0)
        memcpy(string, data, size);
    return string;
}

/* ---- games ----------------------------------------------------------------------------------*/

/* Appends one of the choices "a|b|c"; the bits say which. */
static void add_choice(hra_text *spec, const char *choices, unsigned bits) {
    unsigned count = 1;
    for (const char *c = choices; *c != '\0'; c++)
        count += *c == '|';
    for (unsigned skip = bits % count; skip > 0; skip--)
        choices = strchr(choices, '|') + 1;
    hra_text_add_bytes(spec, choices, strcspn(choices, "|"));
}

static void write_spec(const hra_rules *rules, unsigned bits, hra_text *spec) {
    hra_option table[HRA_MAX_OPTIONS + 1];
    hra_rules_options(rules, table);
    hra_text_add(spec, rules->name);
    char mark = ':';
    for (const hra_option *o = table; o->name != NULL && bits != 0; o++) {
        if (o->type == HRA_OPTION_CHOICE) {
            hra_text_addf(spec, "%c%s=", mark, o->name);
            add_choice(spec, o->choices, bits);
        } else if (o->type == HRA_OPTION_FLAG) {
            hra_text_addf(spec, "%c%s=%u", mark, o->name, bits & 1);
        } else if (strcmp(o->name, "seats") == 0) {
            hra_text_addf(spec, "%c%s=%d", mark, o->name,
                          (int)o->min + (int)bits % (int)(o->max - o->min + 1));
        } else {
            continue;
        }
        mark = ',';
        bits = bits >> 1 | bits << 7; /* the next option takes other bits */
    }
}

static void expect_game(const hra_game *game, const char *spec) {
    const hra_rules *rules = game->rules;
    fuzz_expect(game->seats >= rules->seats.min && game->seats <= rules->seats.max &&
                    rules->seats.max <= HRA_MAX_SEATS,
                "seats lie within the bounds of the rules", spec);
    fuzz_expect(game->state_size > 0 && game->state_size <= HRA_MAX_STATE, "a state has a size", spec);
    fuzz_expect(game->max_moves >= 1 && game->max_chances >= 0, "lists have a length", spec);
    fuzz_expect(isfinite(game->min_return) && isfinite(game->max_return) &&
                    game->min_return <= game->max_return,
                "returns have bounds", spec);
    fuzz_expect(!game->zero_sum || game->seats == 2, "zero-sum games have two seats", spec);
}

enum { KEPT = 256, EVALS = 8 };

/* The last games are kept open, since most inputs are about the same few. */
static struct {
    char *spec;
    hra_game *game; /* NULL: does not open */
    hra_eval *eval;
} kept[KEPT];

/* Under sanitizers it takes a minute to solve the chases of a maze of the usual size. */
static bool is_heavy(const hra_game *game, const hra_evaluation *e) {
    bool small = strstr(game->spec, "layout=tour") || strstr(game->spec, "layout=comb");
    return strcmp(e->name, "escape") == 0 && !small;
}

static hra_eval *open_evaluations(const hra_game *game) {
    hra_eval *list = take(EVALS + 1, sizeof *list);
    int n = 0;
    memset(list, 0, (EVALS + 1) * sizeof *list);
    for (const hra_evaluation *e = game->rules->catalogue->evaluations;
         e != NULL && e->name != NULL && n < EVALS; e++) {
        hra_error why;
        if (is_heavy(game, e))
            continue;
        hra_err err = hra_eval_open(&list[n], game, e->name, &why);
        if (err != 0)
            fuzz_expect_words(err, &why, strlen(e->name));
        else
            n++;
    }
    return list;
}

static void close_evaluations(hra_eval *list) {
    for (int i = 0; list != NULL && list[i].kind != NULL; i++)
        hra_eval_close(&list[i]);
    free(list);
}

static const hra_game *open_kept(const char *spec) {
    size_t at = (size_t)hra_hash(spec, strlen(spec)) % KEPT;
    if (kept[at].spec != NULL && strcmp(kept[at].spec, spec) == 0)
        return kept[at].game;
    free(kept[at].spec);
    close_evaluations(kept[at].eval);
    hra_game_close(kept[at].game);
    kept[at].game = NULL;
    kept[at].eval = NULL;
    kept[at].spec = fuzz_string((const uint8_t *)spec, strlen(spec));
    hra_error why;
    hra_err err = hra_game_open(&kept[at].game, NULL, spec, &why);
    if (err != 0) {
        fuzz_expect_words(err, &why, strlen(spec));
    } else {
        expect_game(kept[at].game, spec);
        kept[at].eval = open_evaluations(kept[at].game);
    }
    return kept[at].game;
}

const hra_game *fuzz_game(const char **text) {
    size_t length = strcspn(*text, "\n");
    char *line = fuzz_string((const uint8_t *)*text, length);
    *text += length + ((*text)[length] == '\n');
    const hra_game *game = open_kept(line); /* without a host, so that files named in it are not read */
    if (game == NULL) {
        uint8_t which = (uint8_t)line[0], bits = (uint8_t)(length > 1 ? line[1] : 0);
        hra_text spec;
        hra_text_init(&spec);
        int games = 0;
        while (hra_registry_game(NULL, games))
            games++;
        write_spec(hra_registry_game(NULL, which % games), bits, &spec);
        game = open_kept(hra_text_string(&spec));
        hra_text_release(&spec);
    }
    free(line);
    return game;
}

void fuzz_lists_init(fuzz_lists *lists, const hra_game *game) {
    size_t n = (size_t)(game->max_moves > game->max_chances ? game->max_moves : game->max_chances);
    lists->moves = take(n, sizeof *lists->moves);
    lists->probability = take(n, sizeof *lists->probability);
    lists->eval = lists->own = NULL;
    for (int i = 0; i < KEPT; i++)
        if (kept[i].game == game)
            lists->eval = kept[i].eval;
}

void fuzz_lists_evaluate(fuzz_lists *lists, const hra_game *game) {
    lists->eval = lists->own = open_evaluations(game);
}

void fuzz_lists_release(fuzz_lists *lists) {
    free(lists->moves);
    free(lists->probability);
    close_evaluations(lists->own);
}

/* ---- states ---------------------------------------------------------------------------------*/

static void expect_numbers(const hra_game *game, const double *value, double min, double max,
                           const char *what) {
    for (int seat = 0; seat < game->seats; seat++) {
        fuzz_expect(isfinite(value[seat]), "numbers are finite", what);
        fuzz_expect(value[seat] >= min && value[seat] <= max, "numbers lie within their bounds", what);
    }
}

static void check_values(const hra_game *game, const void *s, bool over, const fuzz_lists *lists) {
    double value[HRA_MAX_SEATS], sum = 0;
    if (over) {
        game->rules->returns(game, s, value);
        expect_numbers(game, value, game->min_return, game->max_return, game->spec);
        for (int seat = 0; seat < game->seats; seat++) {
            sum += value[seat];
            fuzz_expect(!game->integer_returns || value[seat] == floor(value[seat]), "returns are whole",
                        game->spec);
        }
        fuzz_expect(!game->zero_sum || sum == 0, "returns cancel in a zero-sum game", game->spec);
        fuzz_expect(!game->sum_bounded || sum <= game->max_sum, "the sum of returns has a bound", game->spec);
    }
    for (const hra_eval *eval = lists->eval; eval != NULL && eval->kind != NULL; eval++) {
        const hra_evaluation *e = eval->kind;
        bool own = e->min < e->max;
        hra_evaluator asked;
        if (hra_evaluator_open(&asked, eval) != 0)
            continue; /* no memory */
        hra_evaluate(&asked, s, value);
        hra_evaluator_close(&asked);
        expect_numbers(game, value, own ? e->min : game->min_return, own ? e->max : game->max_return,
                       e->name);
    }
}

static int by_number(const void *a, const void *b) {
    hra_move x = *(const hra_move *)a, y = *(const hra_move *)b;
    return (x > y) - (x < y);
}

static void expect_distinct(const hra_game *game, const hra_move *moves, int n) {
    hra_move *sorted = take((size_t)n, sizeof *sorted);
    memcpy(sorted, moves, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_number);
    for (int i = 1; i < n; i++)
        fuzz_expect(sorted[i] != sorted[i - 1], "moves are distinct", game->spec);
    free(sorted);
}

static int list(const hra_game *game, const void *s, fuzz_lists *lists) {
    int mover = game->rules->to_move(game, s);
    fuzz_expect(mover >= HRA_OVER && mover < game->seats, "somebody is to move, or it is over", game->spec);
    if (mover == HRA_OVER)
        return 0;
    if (mover != HRA_CHANCE) {
        int n = game->rules->moves(game, s, lists->moves);
        fuzz_expect(n >= 1 && n <= game->max_moves, "a seat to move has moves, at most max_moves",
                    game->spec);
        return n;
    }
    fuzz_expect(game->rules->chance_outcomes != NULL, "a game with chance lists its outcomes", game->spec);
    int n = game->rules->chance_outcomes(game, s, lists->moves, lists->probability);
    fuzz_expect(n >= 1 && n <= game->max_chances, "chance has outcomes, at most max_chances", game->spec);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        fuzz_expect(lists->probability[i] > 0, "outcomes listed can happen", game->spec);
        sum += lists->probability[i];
    }
    fuzz_expect(fabs(sum - 1) < 1e-9, "probabilities sum to 1", game->spec);
    return n;
}

/* What is shown as a move is read as that move. */
static void check_move_text(const hra_game *game, const void *s, hra_move move) {
    hra_text text;
    hra_error why;
    hra_move again = ~move;
    hra_text_init(&text);
    game->rules->text->show_move(game, s, move, &text);
    fuzz_expect(text.length > 0 && strchr(hra_text_string(&text), '\n') == NULL, "a move is one line",
                hra_text_string(&text));
    hra_err err = hra_game_parse_move(game, s, hra_text_string(&text), &again, &why);
    fuzz_expect(err == 0 && again == move, "a move shown is read back", hra_text_string(&text));
    hra_text_release(&text);
}

/* Position text is one line that reads back to a state with the same text and key. */
static void check_position_text(const hra_game *game, const void *s) {
    hra_text text, again;
    hra_error why;
    void *copy = take(game->state_size, 1);
    memset(copy, 0xA5, game->state_size);
    hra_text_init(&text);
    hra_text_init(&again);
    game->rules->text->write_position(game, s, &text);
    fuzz_expect(text.length > 0 && strchr(hra_text_string(&text), '\n') == NULL, "a position is one line",
                hra_text_string(&text));
    hra_err err = hra_game_read_position(game, hra_text_string(&text), copy, &why);
    fuzz_expect(err == 0, "a position written is read", hra_text_string(&text));
    game->rules->text->write_position(game, copy, &again);
    fuzz_expect(strcmp(hra_text_string(&text), hra_text_string(&again)) == 0,
                "a position read is written as it was", hra_text_string(&text));
    fuzz_expect(game->rules->to_move(game, copy) == game->rules->to_move(game, s),
                "a position read has the same seat to move", hra_text_string(&text));
    fuzz_expect(hra_game_key(game, copy) == hra_game_key(game, s), "a position read has the same key",
                hra_text_string(&text));
    hra_text_release(&text);
    hra_text_release(&again);
    free(copy);
}

static void check_drawing(const hra_game *game, const void *s) {
    static const hra_board_style looks[] = {{.width = 80, .seat = -1},
                                            {.unicode = true, .color = true, .width = 120, .seat = 0},
                                            {.unicode = true, .compact = true, .width = 1, .seat = -1}};
    bool own_names = strstr(game->spec, "file=") == NULL; /* names in a file may be in any script */
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        hra_text_clear(&text);
        game->rules->text->show(game, s, &looks[i], &text);
        const char *drawn = hra_text_string(&text);
        fuzz_expect(text.length > 0 && strlen(drawn) == text.length, "a board is text", game->spec);
        fuzz_expect(looks[i].color || strchr(drawn, '\x1b') == NULL, "no colour where none is wanted", drawn);
        for (const char *c = drawn; *c != '\0' && !looks[i].unicode && own_names; c++)
            fuzz_expect((*c >= ' ' && *c < 0x7F) || *c == '\n', "plain ASCII where it is wanted", drawn);
    }
    hra_text_release(&text);
}

/* The steps of a move can be drawn. */
static void check_steps(const hra_game *game, const void *s, hra_move move) {
    hra_board_style plain = {.width = 80, .seat = -1};
    void *on_the_way = take(game->state_size, 1);
    hra_text text;
    hra_text_init(&text);
    int n =
        game->rules->conduct->steps == NULL ? 1 : game->rules->conduct->steps(game, s, move, 0, on_the_way);
    fuzz_expect(n >= 1 && n <= 1000, "a move has steps", game->spec);
    for (int step = 1; step < n; step++) {
        fuzz_expect(game->rules->conduct->steps(game, s, move, step, on_the_way) == n, "as many as before",
                    game->spec);
        hra_text_clear(&text);
        game->rules->text->show(game, on_the_way, &plain, &text);
        fuzz_expect(text.length > 0, "a board on the way is text", game->spec);
    }
    hra_text_release(&text);
    free(on_the_way);
}

/* The scene is drawn, and everything that is pressed is in it. */
static void check_scene(const hra_game *game, const void *s) {
    hra_scene *scene = NULL;
    if (hra_scene_open(&scene, game, NULL) != 0)
        return;
    hra_scene_view moment = {.state = s, .seat = -1, .manual_dice = true};
    if (hra_scene_set(scene, &moment) == 0) {
        int n = 0;
        while (hra_scene_path(scene, n))
            n++;
        for (int i = 0; i < n; i += 1 + n / 12) {
            const hra_input_path *way = hra_scene_path(scene, i);
            fuzz_expect(hra_game_legal(game, s, way->move), "what is pressed is a move", game->spec);
            for (int k = 0; k < way->count; k++)
                fuzz_expect(hra_scene_find(scene, way->ids[k]) != NULL, "what is pressed is there",
                            way->ids[k]);
        }
    }
    hra_scene_close(scene);
}

int fuzz_check_state(const hra_game *game, const void *s, fuzz_lists *lists) {
    int n = list(game, s, lists);
    check_scene(game, s);
    expect_distinct(game, lists->moves, n);
    check_values(game, s, n == 0, lists);
    check_drawing(game, s);
    check_position_text(game, s);
    void *next = take(game->state_size, 1);
    /* Of a list of hundreds only some are tried, so that an input takes well under a second. */
    for (int i = 0; i < n; i += 1 + n / 12) {
        check_move_text(game, s, lists->moves[i]);
        check_steps(game, s, lists->moves[i]);
        fuzz_expect(hra_game_legal(game, s, lists->moves[i]), "a move listed is legal", game->spec);
        memcpy(next, s, game->state_size);
        game->rules->apply(game, next, lists->moves[i]);
        int mover = game->rules->to_move(game, next);
        fuzz_expect(mover >= HRA_OVER && mover < game->seats, "a move leads to somebody's turn", game->spec);
    }
    free(next);
    return n;
}

void fuzz_walk(const hra_game *game, void *s, const char *path, size_t length, fuzz_lists *lists) {
    for (size_t i = 0; i < length; i++) {
        int n = list(game, s, lists);
        if (n == 0)
            return;
        game->rules->apply(game, s, lists->moves[(unsigned char)path[i] % n]);
    }
}

/* ---- files and plays ------------------------------------------------------------------------*/

static hra_err give(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    const fuzz_file *file = self;
    if (file->size > most)
        return hra_fail(why, HRA_ELIMIT, -1, "'%s' is longer than %zu bytes", name, most);
    hra_text_add_bytes(out, (const char *)file->bytes, file->size);
    return out->err ? hra_fail(why, out->err, -1, "%s", hra_err_text(out->err)) : HRA_OK;
}

hra_host fuzz_host(fuzz_file *file) {
    return (hra_host){.size = sizeof(hra_host), .read = give, .self = file};
}

void fuzz_plays(const hra_game *game, int plays, int deepest, fuzz_lists *lists) {
    void *state = malloc(game->state_size); /* of exact size, so that a read past its end is found */
    hra_rng rng;
    if (state == NULL)
        return;
    hra_rng_init(&rng, 1);
    for (int play = 0; play < plays; play++) {
        game->rules->init(game, state);
        int n = fuzz_check_state(game, state, lists);
        for (int ply = 0; ply < deepest && n > 0; ply++) {
            game->rules->apply(game, state, lists->moves[hra_rng_below(&rng, (uint32_t)n)]);
            n = fuzz_check_state(game, state, lists);
        }
    }
    free(state);
}

bool fuzz_has(const uint8_t *line, size_t length, const char *word) {
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= length; i++)
        if (memcmp(line + i, word, n) == 0)
            return true;
    return false;
}
