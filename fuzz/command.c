/* Command lines. The first line of an input holds the words, with blanks between them; inside double quotes a
 * blank belongs to the word, and '@' stands for the folder of the program's files. A byte from 128 on, with
 * the one after it, is an option of the command's table with a value of its kind, good or bad. The other
 * lines are what the program reads, from standard input and from the file `@in`. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "program.h"

/* Values by what an option calls its value; the last row is for all others. Blanks between them. */
static const struct {
    const char *called, *values;
} grammar[] = {
    {"N", "0 1 2 3 7 40 100000 18446744073709551616 -1 0x1 x"},
    {"S", "0 1 18446744073709551615 -1"},
    {"T", "1 2 3 0 10ms 0s 1s 200ms -1s 1e9s ms"},
    {"D", "0 1 2 5 99"},
    {"B", "0 1 2 3"},
    {"F", "text dot svg json png"},
    {"P", "- X........ 1-2-3 9,9 @in W:W1:B32"},
    {"M", "a1 b2 1 #1 keep end"},
    {"I/N", "1/1 1/2 2/2 3/2 0/0 1/ /"},
    {"SEAT", "0 1 7 8 -1 table watch all"},
    {"SIZE", "1M 64K 0 512 1T -1"},
    {"NAME", "perft nim x wwb 1-1 2-0"},
    {"manual", "manual auto own"},
    {"auto|manual", "manual auto own"},
    {"FILE", "@in @out @out.svg @out.pdn @out.dot @none/x @ - /dev/full /dev/null .."},
    {"[FILE]", "@in @out @out.pdn @none/x @ - .."},
    {"FILE.svg", "@out.svg @in @none/x.svg @ - /dev/full"},
    {"[FILE.svg]", "@out.svg @in @none/x.svg @ - /dev/full"},
    {"DIR", "@data @in @none/x @ /dev/null"},
    {"PLAYER",
     "random greedy human minimax:depth=2 alphabeta:depth=3 alphabeta mcts:playouts=20 mcts montecarlo "
     "expectimax "
     "expectiminimax:depth=1 maxn:depth=1 softmaxn:depth=1 andor exact expert heuristic optimal nobody"},
    {NULL, "1 x"},
};

static void add_value(program_line *line, const char *called, unsigned choice) {
    int row = 0;
    unsigned count = 1;
    while (grammar[row].called && strcmp(grammar[row].called, called) != 0)
        row++;
    const char *value = grammar[row].values;
    for (const char *c = value; *c; c++)
        count += *c == ' ';
    for (unsigned skip = choice % count; skip > 0; skip--)
        value = strchr(value, ' ') + 1;
    program_line_add(line, value, strcspn(value, " "));
}

static const args_command *find_command(const program_line *line) {
    return line->count > 1 ? command_find(line->word[1]) : NULL;
}

/* --name VALUE, as the command's table has it; of those that take many values two. */
static void add_option(program_line *line, const args_command *command, unsigned which, unsigned choice) {
    hra_text text;
    unsigned count = 0;
    while (command->options && command->options[count].name)
        count++;
    if (!count)
        return;
    const args_option *o = &command->options[which % count];
    hra_text_init(&text);
    hra_text_addf(&text, "--%s", o->name);
    program_line_add(line, hra_text_string(&text), text.length);
    hra_text_release(&text);
    if (o->value)
        add_value(line, o->value, choice);
    if (o->many && choice & 64)
        add_value(line, o->value, choice / 3);
}

/* A '/' leads out of the folder, but in "1/4". */
static void add_literal(program_line *line, hra_text *word) {
    size_t digits = strspn(hra_text_string(word), "0123456789");
    for (size_t i = 0; i < word->length; i++)
        if (word->data[i] == '/' &&
            !(i == digits && i + 1 + strspn(word->data + i + 1, "0123456789") == word->length))
            word->data[i] = ':';
    program_line_add(line, hra_text_string(word), word->length);
    hra_text_clear(word);
}

static void read_words(program_line *line, const char *text, size_t length) {
    hra_text word;
    bool quoted = false, begun = false;
    const args_command *command = NULL;
    hra_text_init(&word);
    for (size_t i = 0; i <= length; i++) {
        unsigned char c = i < length ? (unsigned char)text[i] : ' ';
        if (begun && (c >= 128 || (c == ' ' && (!quoted || i == length)))) {
            add_literal(line, &word);
            begun = false;
        }
        if (!command && line->count > 1)
            command = find_command(line);
        if (c >= 128 && command)
            add_option(line, command, c - 128u, ++i < length ? (unsigned char)text[i] : 0u);
        else if (c == '"')
            quoted = !quoted, begun = true;
        else if ((c != ' ' || quoted) && c < 128 && i < length)
            hra_text_add_char(&word, (char)c), begun = true;
    }
    hra_text_release(&word);
}

/* Where no seed is named the program would draw one, and no two runs were alike. */
static void add_seed(program_line *line, const args_command *command) {
    bool takes = false;
    for (int i = 0; command && command->options && command->options[i].name; i++)
        takes = takes || strcmp(command->options[i].name, "seed") == 0;
    for (int i = 2; i < line->count; i++)
        takes = takes && strcmp(line->word[i], "--") != 0 && strncmp(line->word[i], "--seed", 6) != 0 &&
                strncmp(line->word[i], "--resume", 8) != 0;
    if (takes && line->count + 2 <= PROGRAM_WORDS) {
        program_line_add(line, "--seed", 6);
        program_line_add(line, "1", 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_string(data, size);
    size_t length = strcspn(text, "\n");
    const char *rest = text + length + (text[length] == '\n');
    program_line line;
    program_line_init(&line);
    program_put("in", rest, strlen(rest));
    read_words(&line, text, length);
    add_seed(&line, find_command(&line));
    (void)program_run(&line, rest, strlen(rest));
    program_line_release(&line);
    program_clear();
    free(text);
    return 0;
}
