/* Maps of empire: any bytes as the file of a grid. If it opens, the game keeps its promises along
 * some plays, and every position on the way reads back as it was written. */
#include "hra/scene.h"
#include "target.h"

enum { PLAYS = 2, DEEPEST = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_file file = {data, size};
    const hra_host host = fuzz_host(&file);
    hra_game *game = NULL;
    hra_error why;
    hra_err err = hra_game_open(&game, &host, "empire:map=it", &why);
    if (err != 0) {
        fuzz_expect_words(err, &why, size);
        fuzz_expect(err == HRA_ENOMEM || err == HRA_ELIMIT || fuzz_names_place(&why),
                    "an error in a map names a line, or a byte of packed data", why.text);
        return 0;
    }
    hra_scene *scene = NULL;
    if (hra_scene_open(&scene, game, NULL) == 0) /* draws the map */
        hra_scene_close(scene);
    fuzz_lists lists;
    fuzz_lists_init(&lists, game);
    fuzz_lists_evaluate(&lists, game);
    fuzz_plays(game, PLAYS, DEEPEST, &lists);
    fuzz_lists_release(&lists);
    hra_game_close(game);
    return 0;
}
