/* A host lets specs read files: here by a function that has one maze itself. */
#include <hra/hra.h>
#include <stdio.h>
#include <string.h>

static hra_err read_file(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    if (strcmp(name, "small.lay") != 0)
        return hra_host_read_file(self, name, most, out, why);
    hra_text_add(out, "%%%%%\n%P.G%\n%%%%%\n");
    return out->err;
}

int main(void) {
    static const char *const specs[] = {"pacman:layout=small.lay", "pacman:layout=large.lay"};
    const hra_host host = {.size = sizeof host, .read = read_file};
    for (int i = 0; i < 2; i++) {
        hra_game *game;
        hra_error why;
        if (hra_game_open(&game, &host, specs[i], &why) != 0) {
            printf("%s\n", why.text);
            continue;
        }
        printf("%s: %d seats\n", game->spec, game->seats);
        hra_game_close(game);
    }
    return 0;
}

/* It prints:

pacman:layout=small.lay: 2 seats
game pacman: layout 'large.lay': file not found
*/
