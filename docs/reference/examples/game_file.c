/* The games of a file: what can be read, and what is wrong. */
#include <stdio.h>
#include <string.h>

#include <hra/hra.h>

int main(void) {
    const char *text = "[White \"Ann\"]\n1. 11-15 23-19 2. 8-11 1-0\n\n[White \"Bo\"]\n1. 9-13 21-18 *\n";
    hra_game_file *file;
    const hra_game_found *found;
    hra_error why;
    const hra_game_file_setup setup = {.size = sizeof setup, .text = text, .length = strlen(text)};
    if (hra_game_file_open(&file, &setup, &why) != 0)
        return 1;
    while (hra_game_file_next(file, &found, &why) == 0 && found) {
        if (found->record)
            printf("game %d: %d moves\n", found->index + 1, hra_record_info(found->record)->plies);
        for (int i = 0; i < found->fault_count; i++)
            printf("line %d, character %d: %.23s\n", found->faults[i].line, found->faults[i].column,
                   found->faults[i].text);
    }
    hra_game_file_close(file);
    return 0;
}

/* It prints:

game 1: 3 moves
game 2: 1 moves
line 5, character 9: illegal move '21-18'; l
*/
