/* Finding a maze by its name, or reading the file of one. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "maze.h"
#include "rules/host.h"

/* More than any maze that can be opened: its signs, ends of lines, some blanks. */
enum { MOST_BYTES = 4 * PAC_SIDE * PAC_SIDE };

static hra_err open_file(const hra_game *game, pac_maze **out, const char *file, int ghosts, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_game_read_text(game, file, N_("game pacman: layout"), MOST_BYTES, &text, why);
    if (!err)
        err = pac_maze_open(out, file, hra_text_string(&text), text.length, ghosts, why);
    hra_text_release(&text);
    return err;
}

static hra_err unknown(const char *name, hra_error *why) {
    const char *names[64];
    int n = 0;
    for (; pac_layouts[n].name && n < 63; n++)
        names[n] = pac_layouts[n].name;
    names[n] = NULL;
    return hra_fail_unknown(why, -1, name, names,
                            "game pacman: unknown maze '%.40s' (a path contains . or /); mazes are", name);
}

hra_err pac_maze_by_name(const hra_game *game, pac_maze **out, const char *layout, int ghosts,
                         hra_error *why) {
    for (const pac_named_layout *l = pac_layouts; l->name; l++)
        if (strcmp(l->name, layout) == 0)
            return pac_maze_open(out, l->name, l->text, strlen(l->text), ghosts, why);
    if (strpbrk(layout, "./\\"))
        return open_file(game, out, layout, ghosts, why);
    return unknown(layout, why);
}
