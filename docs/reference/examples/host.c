/* What there is by name, and a host that lets specs read files and use at most 64 MB. */
#include <hra/hra.h>
#include <stdio.h>

int main(void) {
    for (int i = 0; i < 3; i++)
        printf("game %s\n", hra_registry_game(NULL, i)->name);
    const hra_player_kind *kind;
    for (int i = 0; (kind = hra_registry_player(NULL, i)) != NULL; i++)
        if (kind->title && i < 6)
            printf("method %s: %s\n", kind->name, kind->title);

    const hra_host host = {.size = sizeof host, .read = hra_host_read_file, .caps = {.memory = 64 << 20}};
    hra_game *game;
    hra_error why;
    if (hra_game_open(&game, &host, "tree:file=missing.tree", &why) != 0)
        printf("%s\n", why.text);
    if (hra_game_open(&game, NULL, "tree:file=missing.tree", &why) != 0) /* reads no files */
        printf("%s\n", why.code == HRA_EDENIED ? "denied" : why.text);
    return 0;
}

/* It prints:

game checkers
game backgammon
game yahtzee
method minimax: Minimax
game tree: file 'missing.tree': file not found
denied
*/
