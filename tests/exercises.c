/* Makes exercises and judges attempts, for tests/exercises.py: a line in, lines out, each answer closed by a line ".".
 *
 *     random METHOD SEED DIFFICULTY ASKED    the text of an exercise
 *     tree GAME METHOD DEPTH ASKED           the same, of the first state of a game; DEPTH 0: that of the method
 *     judge ATTEMPT                          the verdict about the exercise that was made last, as JSON
 *     again                                  reads the text of it, and writes it again
 *     key                                    what is asked, and the answer, as JSON in two lines
 * An error is a line "error TEXT". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hra/exercise.h>
#include <hra/game.h>

static hra_exercise *made;

static void say_error(const hra_error *why) {
    printf("error %s\n", why->text);
}

static void write_made(void) {
    hra_text text;
    hra_text_init(&text);
    if (!hra_exercise_write(made, &text))
        fputs(hra_text_string(&text), stdout);
    hra_text_release(&text);
}

static void take(hra_exercise *next, hra_err err, const hra_error *why) {
    hra_exercise_close(made);
    made = next;
    if (err)
        say_error(why);
    else
        write_made();
}

static void make_random(char *words) {
    char method[200];
    unsigned long long seed;
    int difficulty;
    unsigned asked;
    hra_error why;
    hra_exercise *next = NULL;
    if (sscanf(words, "%199s %llu %d %u", method, &seed, &difficulty, &asked) != 4)
        abort();
    hra_err err = hra_exercise_random_tree(&next, method, seed, difficulty, asked, NULL, &why);
    take(next, err, &why);
}

static void make_tree(char *words) {
    char spec[200], method[200];
    int depth;
    unsigned asked;
    hra_error why;
    hra_exercise *next = NULL;
    hra_game *game = NULL;
    hra_agent *agent = NULL;
    if (sscanf(words, "%199s %199s %d %u", spec, method, &depth, &asked) != 4)
        abort();
    const hra_host host = {.size = sizeof host, .read = hra_host_read_file};
    hra_err err = hra_game_open(&game, &host, spec, &why);
    if (!err)
        err = hra_agent_open_spec(&agent, game, method, &why);
    if (!err) {
        void *state = calloc(1, game->state_size);
        if (!state)
            abort();
        game->rules->init(game, state);
        const hra_exercise_setup setup = {.size = sizeof setup, .limits = {.depth = depth}};
        const hra_question question = {.state = state, .want = HRA_WANT_ALL};
        err = hra_exercise_from_tree(&next, agent, &question, asked, &setup, &why);
        free(state);
    }
    hra_agent_close(agent);
    hra_game_close(game);
    take(next, err, &why);
}

static void judge(const char *attempt) {
    hra_exercise_verdict verdict = {0};
    hra_error why;
    hra_text text;
    hra_text_init(&text);
    if (hra_exercise_judge(made, attempt, &verdict, &why)) {
        say_error(&why);
    } else {
        hra_json json = hra_json_begin(&text);
        hra_json_exercise_verdict(&json, NULL, &verdict);
        puts(hra_text_string(&text));
    }
    hra_exercise_verdict_release(&verdict);
    hra_text_release(&text);
}

static void again(void) {
    hra_text text;
    hra_error why;
    hra_exercise *next = NULL;
    hra_text_init(&text);
    hra_err err = hra_exercise_write(made, &text);
    if (!err)
        err = hra_exercise_open(&next, NULL, hra_text_string(&text), text.length, &why);
    take(next, err, &why);
    hra_text_release(&text);
}

static void show_key(void) {
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_exercise(&json, NULL, made);
    hra_text_add_char(&text, '\n');
    json = hra_json_begin(&text);
    hra_json_exercise_answer(&json, NULL, made);
    puts(hra_text_string(&text));
    hra_text_release(&text);
}

int main(void) {
    static char line[1 << 18];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "random ", 7) == 0)
            make_random(line + 7);
        else if (strncmp(line, "tree ", 5) == 0)
            make_tree(line + 5);
        else if (strncmp(line, "judge", 5) == 0 && made)
            judge(line + 5 + (line[5] == ' '));
        else if (strcmp(line, "again") == 0 && made)
            again();
        else if (strcmp(line, "key") == 0 && made)
            show_key();
        puts(".");
        fflush(stdout);
    }
    hra_exercise_close(made);
    return 0;
}
