/* A dialogue in the Universal Game Interface, by which programs of two-player games play each other. */
#include <hra/author.h>
#include <stdio.h>
#include <string.h>

static void send(void *self, const char *line, size_t length) {
    if (strncmp(line, "bestmove", 8) == 0 || strncmp(line, "ugiok", 5) == 0)
        fwrite(line, 1, length, stdout);
}

int main(void) {
    hra_protocol *dialogue;
    hra_error why;
    const hra_protocol_setup setup = {.size = sizeof setup,
                                      .kind = hra_protocol_find("ugi"),
                                      .game = "tictactoe",
                                      .player = "alphabeta",
                                      .sink = send};
    if (hra_protocol_open(&dialogue, &setup, &why) != 0)
        return 1;
    static const char *const lines[] = {"ugi", "isready", "uginewgame", "position startpos", "go depth 9"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        hra_protocol_line(dialogue, lines[i], strlen(lines[i]));
        while (hra_protocol_status(dialogue).working)
            hra_protocol_step(dialogue);
    }
    hra_protocol_close(dialogue);
    return 0;
}

/* It prints:

ugiok
bestmove a1
*/
