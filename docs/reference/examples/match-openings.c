/* Openings: a position on each line, in a random order that a seed gives. */
#include <hra/hra.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "# two openings\nX../.../...\n.../.X./...\n";

int main(void) {
    hra_game *game;
    hra_openings *openings;
    hra_text out;
    hra_error why;
    if (hra_game_open(&game, NULL, "tictactoe", &why) != 0 ||
        hra_openings_read(&openings, game, text, strlen(text), &why) != 0)
        return 1;
    hra_openings_shuffle(openings, 2);
    hra_text_init(&out);
    for (uint64_t number = 0; number < 3; number++) { /* after the last one the first comes again */
        hra_openings_write(openings, number, &out);
        hra_text_add(&out, "\n");
    }
    printf("%d openings:\n%s", (int)hra_openings_count(openings), hra_text_string(&out));
    hra_text_release(&out);
    hra_openings_close(openings);
    hra_game_close(game);
    return 0;
}

/* It prints:

2 openings:
.../.X./...
X../.../...
.../.X./...
*/
