/* A board as shapes, and as a picture. */
#include <hra/author.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    hra_game *game;
    hra_scene *scene;
    hra_error why;
    if (hra_game_open(&game, NULL, "tictactoe", &why) != 0 || hra_scene_open(&scene, game, &why) != 0)
        return 1;
    void *state = malloc(game->state_size);
    double width, height;
    hra_text svg;
    hra_text_init(&svg);
    if (!state || hra_game_read_position(game, "X../.O./...", state, &why) != 0)
        return 1;
    const hra_scene_view view = {.state = state, .seat = -1};
    if (hra_scene_set(scene, &view) != 0)
        return 1;
    width = hra_scene_snapshot(scene)->width;
    height = hra_scene_snapshot(scene)->height;
    hra_scene_svg(scene, NULL, &svg);
    printf("%g by %g cells; a picture: %s\n", width, height,
           strncmp(svg.data, "<svg", 4) == 0 ? "yes" : "no");
    hra_text_release(&svg);
    free(state);
    hra_scene_close(scene);
    hra_game_close(game);
    return 0;
}

/* It prints:

4.5 by 5.62 cells; a picture: yes
*/
