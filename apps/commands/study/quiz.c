/* Exercises in the terminal. Who judges is the library; here is only the talk. */
#include "quiz.h"

#include <stdlib.h>
#include <string.h>

#include "speech/print.h"

/* Where a person stands with an exercise. */
typedef struct asking {
    const hra_exercise *x;
    input *in;
    int hints;      /* that were given */
    unsigned given; /* which ones, a bit each */
    int misses;     /* wrong tries */
    bool ended;     /* there is no more input */
} asking;

static void print_and_release(hra_text *text) {
    print_drawing(text);
    if (text->length && text->data[text->length - 1] != '\n')
        print("\n");
    hra_text_release(text);
}

/* Reads a line. What was typed is not seen in a pipe, so what follows begins a line of its own. */
static input_kind read_line(input *in, const char *prompt, const char **line) {
    const input_kind kind = input_read(in, prompt, line);
    print("%s", print_terminal() ? "" : "\n");
    return kind;
}

/* A hint about this item comes first; NULL: from the first hint on. */
static int next_hint(const asking *a, const char *item) {
    const int about = item ? hra_exercise_item_hint(a->x, item) : 0;
    int number = 1;
    if (about && !(a->given >> about & 1))
        return about;
    while (a->given >> number & 1)
        number++;
    return number;
}

static void give_hint(asking *a, const char *item) {
    const int all = hra_exercise_info_of(a->x)->hints, number = next_hint(a, item);
    hra_text text;
    hra_text_init(&text);
    if (number <= all && !hra_exercise_hint(a->x, number, &text)) {
        a->hints++;
        a->given |= 1U << number;
        print_lines(hra_text_string(&text));
    } else {
        print("  %s\n", _("There are no more hints; '!' shows the answer."));
    }
    hra_text_release(&text);
}

static void show_answer(const asking *a, const char *attempt) {
    hra_text text;
    hra_text_init(&text);
    (void)hra_exercise_answer(a->x, attempt, &text);
    print_and_release(&text);
}

/* ---- a move -------------------------------------------------------------------------------------*/

static void show_board(const hra_exercise *x) {
    const void *state;
    const hra_game *game = hra_exercise_game(x, &state);
    const int seat = game->rules->to_move(game, state);
    const hra_board_style style = print_style(seat);
    hra_text text;
    hra_text_init(&text);
    game->rules->text->show(game, state, &style, &text);
    print_and_release(&text);
    print(_("%s to move: find the best move."), hra_game_seat_name(game, seat));
    print("\n");
}

/* False: it was no move, which was said. */
static bool judge_move(asking *a, const char *line, bool *right) {
    hra_exercise_verdict verdict = {0};
    hra_error why;
    hra_err err = hra_exercise_judge(a->x, line, &verdict, &why);
    if (err)
        print("  %s\n", why.text);
    for (int i = 0; i < verdict.count; i++)
        print_lines(verdict.items[i].why);
    *right = verdict.points >= 1;
    hra_exercise_verdict_release(&verdict);
    return !err;
}

/* A wrong try counts even if nothing follows it. */
static quiz_outcome without_answer(const asking *a, quiz_outcome outcome) {
    return a->misses ? QUIZ_WRONG : outcome;
}

/* On a terminal the answer would scroll away. */
static void wait_for_enter(input *in) {
    const char *line;
    if (print_terminal())
        (void)input_read(in, _("Enter: next "), &line);
}

void quiz_print_heading(size_t number, size_t of, const hra_exercise *x) {
    const char *title = hra_exercise_info_of(x)->title;
    if (of)
        print(_("%zu of %zu"), number, of);
    print("%s%s%s", of && *title ? ": " : "", title, of || *title ? "\n" : "");
}

quiz_outcome quiz_move(input *in, const hra_exercise *x, bool again, bool *ended) {
    asking a = {.x = x, .in = in};
    const char *line;
    bool right = false;
    *ended = false;
    show_board(x);
    for (;;) {
        const input_kind kind = read_line(in,
                                          again ? _("move, ? hint, ! answer, Enter later, - never again: ")
                                                : _("move, ? hint, ! answer, Enter next: "),
                                          &line);
        *ended = kind != INPUT_LINE;
        if (kind == INPUT_FAILED)
            return QUIZ_FAILED;
        if (*ended || !*line)
            return without_answer(&a, QUIZ_SKIPPED);
        if (again && strcmp(line, "-") == 0)
            return QUIZ_NEVER;
        if (strcmp(line, "?") == 0) {
            give_hint(&a, NULL);
        } else if (strcmp(line, "!") == 0) {
            show_answer(&a, NULL);
            wait_for_enter(in);
            return QUIZ_WRONG;
        } else if (judge_move(&a, line, &right)) {
            if (right)
                return a.misses ? QUIZ_WRONG : a.hints ? QUIZ_HINTED : QUIZ_RIGHT;
            a.misses++;
        }
    }
}

/* ---- a tree -------------------------------------------------------------------------------------*/

/* The item of a verdict; NULL: it is not judged, since the search does not come there. */
static const hra_exercise_verdict_item *find_item(const hra_exercise_verdict *verdict, const char *name) {
    for (int i = 0; i < verdict->count; i++)
        if (strcmp(verdict->items[i].name, name) == 0)
            return &verdict->items[i];
    return NULL;
}

/* Judges the attempt with this answer, which is taken back if it cannot be read. */
static bool judge_item(const hra_exercise *x, const char *name, const char *line, hra_text *attempt) {
    const size_t before = attempt->length;
    hra_exercise_verdict verdict = {0};
    hra_error why;
    hra_text_addf(attempt, " %s=%s", name, line);
    const bool bad = strpbrk(line, " \t;") != NULL;
    if (bad || hra_exercise_judge(x, hra_text_string(attempt), &verdict, &why)) {
        print("  %s\n", bad ? _("One number, or the label of a node.") : why.text);
        attempt->length = before;
        if (attempt->data)
            attempt->data[before] = '\0';
        return false;
    }
    const hra_exercise_verdict_item *item = find_item(&verdict, name);
    if (item && item->right)
        print("  %s\n", *item->why ? item->why : _("Right."));
    else if (item)
        print_lines(item->why);
    else
        print("  %s\n", _("Noted."));
    hra_exercise_verdict_release(&verdict);
    return true;
}

/* False: the person has had enough. */
static bool ask_item(asking *a, const char *name, hra_text *attempt, int *status) {
    char prompt[HRA_EXERCISE_ITEM + 40];
    const char *line;
    (void)hra_snprintf(prompt, sizeof prompt, "%.*s.%s: ", (int)strcspn(name, "."), name,
                       hra_exercise_item_word(name));
    for (;;) {
        const input_kind kind = read_line(a->in, prompt, &line);
        if (kind == INPUT_FAILED)
            *status = EXIT_FAILED;
        a->ended = kind != INPUT_LINE;
        if (a->ended)
            return false;
        if (!*line)
            return true;
        if (strcmp(line, "!") == 0)
            return false;
        if (strcmp(line, "?") == 0)
            give_hint(a, name);
        else if (judge_item(a->x, name, line, attempt))
            return true;
    }
}

static int print_points(const hra_exercise *x, const hra_text *attempt, double *points) {
    hra_exercise_verdict verdict = {0};
    hra_error why;
    int right = 0;
    if (hra_exercise_judge(x, hra_text_string(attempt), &verdict, &why)) {
        print_error("%s", why.text);
        return EXIT_FAILED;
    }
    for (int i = 0; i < verdict.count; i++)
        right += verdict.items[i].right;
    print(_("%d of %d right"), right, verdict.count + verdict.unanswered);
    print("\n");
    *points = verdict.points;
    hra_exercise_verdict_release(&verdict);
    return EXIT_DONE;
}

static bool asks_for(const hra_exercise *x, const char *field) {
    char name[HRA_EXERCISE_ITEM];
    for (int i = 0; hra_exercise_item(x, i, name); i++)
        if (strcmp(strchr(name, '.') + 1, field) == 0)
            return true;
    return false;
}

/* The form of a value, as the tree has them. */
static const char *value_usage(const hra_exercise *x) {
    hra_exercise_node root = {.size = sizeof root};
    (void)hra_exercise_tree_node(x, 0, &root);
    if (strcmp(root.role, "or") == 0 || strcmp(root.role, "and") == 0)
        return _("Type solved or unsolved.");
    if (root.numbers == 1)
        return _("Type a value such as 7, 22/3 or, rounded, 7.33.");
    return root.numbers ? _("Type a number for each player, such as 3:-3:1.")
                        : _("Type a set of vectors, such as 3:-3:1|1:4:0, in any order.");
}

/* What can be typed, as far as it is asked for. */
static void print_usage(const hra_exercise *x) {
    if (asks_for(x, "value"))
        print_lines(value_usage(x));
    if (asks_for(x, "alpha"))
        print_lines(_("Alpha and beta are those when the search enters the node: a number, inf or -inf."));
    if (asks_for(x, "cut"))
        print_lines(_("For a cut, type the last child that is searched, or - if nothing is cut."));
    if (asks_for(x, "path"))
        print_lines(
            _("A path is its moves with - between them, such as a-b; UCB and means have three digits."));
    if (asks_for(x, "order"))
        print_lines(_("The order is the number of the visit, from 1 for the root; - if there is none."));
    print_lines(_("? hint   ! all answers, and the end   Enter leaves one out"));
}

/* A tree that is longer scrolls away while its items are asked. */
enum { SHORT_TREE = 20 };

/* The part of a long tree that is about the next item, with what is known of it. */
static void show_part(const asking *a, const hra_text *attempt, const char *name, bool unicode) {
    hra_text text;
    hra_text_init(&text);
    if (!hra_exercise_item_question(a->x, hra_text_string(attempt), name, unicode, &text)) {
        print("\n");
        print_and_release(&text);
    } else {
        hra_text_release(&text);
    }
}

/* Asks what the search reaches by the answers so far, until the person has had enough. */
static void ask_items(asking *a, bool unicode, bool is_long, hra_text *attempt, int *status) {
    char name[HRA_EXERCISE_ITEM], node[HRA_EXERCISE_ITEM] = "";
    for (int i = 0; hra_exercise_item(a->x, i, name); i++) {
        if (!hra_exercise_reaches(a->x, hra_text_string(attempt), name))
            continue;
        const size_t label = strcspn(name, ".");
        if (is_long && strncmp(node, name, label + 1) != 0) /* another node */
            show_part(a, attempt, name, unicode);
        memcpy(node, name, sizeof node);
        if (!ask_item(a, name, attempt, status))
            return;
    }
}

int quiz_tree(input *in, const hra_exercise *x, bool unicode, double *points, bool *ended) {
    asking a = {.x = x, .in = in};
    int status = EXIT_DONE, lines = 0;
    hra_text text, attempt;
    *points = 0;
    hra_text_init(&text);
    hra_text_init(&attempt);
    (void)hra_exercise_question(x, unicode, &text);
    for (const char *at = hra_text_string(&text); (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    print_and_release(&text);
    print_usage(x);
    ask_items(&a, unicode, lines > SHORT_TREE, &attempt, &status);
    if (!status) {
        show_answer(&a, hra_text_string(&attempt));
        status = print_points(x, &attempt, points);
    }
    *ended = a.ended;
    hra_text_release(&attempt);
    return status;
}

/* ---- a player -----------------------------------------------------------------------------------*/

static void show_question(const hra_exercise *x) {
    hra_text text;
    hra_text_init(&text);
    (void)hra_exercise_question(x, false, &text);
    print_and_release(&text);
}

int quiz_player(input *in, const hra_exercise *x, const hra_work_setup *how, int threads, double *points,
                bool *ended) {
    hra_exercise_verdict verdict = {0};
    hra_error why;
    *points = 0;
    show_question(x);
    for (;;) {
        const char *line;
        const input_kind kind = read_line(in, _("player, Enter next: "), &line);
        *ended = kind != INPUT_LINE;
        if (*ended || !*line)
            return kind == INPUT_FAILED ? EXIT_FAILED : EXIT_DONE;
        const hra_err err = hra_exercise_run(x, line, how, threads, print_progress(), &verdict, &why);
        print_progress_done();
        if (err == HRA_ESTOPPED || err == HRA_ENOMEM)
            return print_failure(&why, NULL);
        if (!err)
            break;
        print("  %s\n", why.text);
    }
    for (int i = 0; i < verdict.count; i++)
        print_lines(verdict.items[i].why);
    *points = verdict.points;
    hra_exercise_verdict_release(&verdict);
    return EXIT_DONE;
}

/* ---- several ------------------------------------------------------------------------------------*/

hra_err quiz_add(quiz *q, hra_exercise *x) {
    if (!(q->count & (q->count - 1))) {
        const size_t capacity = q->count ? 2 * q->count : 1;
        hra_exercise **exercises = realloc(q->exercises, capacity * sizeof *exercises);
        if (!exercises) {
            hra_exercise_close(x);
            return HRA_ENOMEM;
        }
        q->exercises = exercises;
    }
    q->exercises[q->count++] = x;
    return HRA_OK;
}

void quiz_release(quiz *q) {
    for (size_t i = 0; i < q->count; i++)
        hra_exercise_close(q->exercises[i]);
    free(q->exercises);
    *q = (quiz){0};
}

bool quiz_is_person(const hra_play_info *info, int seat) {
    return hra_spec_equal(info->specs[seat], "human", HRA_NAME_PLAYER, info->game->rules, NULL);
}

bool quiz_has_person(const hra_play_info *info) {
    for (int seat = 0; seat < info->game->seats; seat++)
        if (quiz_is_person(info, seat))
            return true;
    return false;
}

/* Whether a person made this mistake; of games without persons all are asked. `only`: a seat from 1, 0: all. */
static bool is_asked(const hra_record *record, const hra_review_move *at, int only) {
    const hra_play_info *info = hra_record_info(record);
    if (only)
        return at->mistake && at->mover == only - 1;
    return at->mistake && at->mover >= 0 && (!quiz_has_person(info) || quiz_is_person(info, at->mover));
}

int quiz_add_review(quiz *q, const hra_review *review, const hra_record *record, hra_agent *analyst,
                    const hra_limits *limits, const char *const *players, int only) {
    hra_exercise_setup how = {.size = sizeof how, .limits = *limits};
    hra_exercise *x;
    hra_error why;
    for (int ply = 0; ply < hra_review_snapshot(review)->done; ply++) {
        const hra_review_move *at = hra_review_ply(review, ply);
        if (!is_asked(record, at, only))
            continue;
        hra_text heading;
        hra_text_init(&heading);
        hra_text_addf(&heading, _("%s, turn %d, %s"), _(hra_record_info(record)->game->rules->text->title),
                      at->turn, players[at->mover]);
        how.title = hra_text_string(&heading);
        hra_err err = hra_exercise_from_review(&x, review, ply, analyst, &how, print_progress()->stop, &why);
        int status = err == HRA_EFIT  ? EXIT_DONE /* the analyst does not decide which moves are as good */
                     : err            ? print_failure(&why, NULL)
                     : quiz_add(q, x) ? print_no_memory()
                                      : EXIT_DONE;
        hra_text_release(&heading);
        if (status)
            return status;
    }
    return EXIT_DONE;
}

int quiz_run(const quiz *q) {
    input *in;
    size_t found = 0, asked = 0;
    quiz_outcome outcome = QUIZ_SKIPPED;
    bool ended = false;
    if (!q->count) {
        print("%s\n", _("These games have no mistakes to practise."));
        return EXIT_DONE;
    }
    if (input_open(&in))
        return print_no_memory();
    for (size_t i = 0; i < q->count && !ended; i++) {
        print("%s", i ? "\n" : "");
        quiz_print_heading(i + 1, q->count, q->exercises[i]);
        outcome = quiz_move(in, q->exercises[i], false, &ended);
        asked += outcome < QUIZ_SKIPPED || (outcome == QUIZ_SKIPPED && !ended);
        found += outcome == QUIZ_RIGHT || outcome == QUIZ_HINTED;
    }
    input_close(in);
    if (asked) {
        print("\n");
        print(_("found at the first try: %zu of %zu"), found, asked);
        print("\n");
    }
    return outcome == QUIZ_FAILED ? EXIT_FAILED : EXIT_DONE;
}
