/* A text with JSON in it, numbers that are the same on every machine, and an error. */
#include <hra/base.h>
#include <stdio.h>

int main(void) {
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_object(&json, NULL);
    hra_json_text(&json, "game", "nim");
    hra_json_list(&json, "dice");
    hra_rng rng;
    hra_rng_init(&rng, 7);
    for (int i = 0; i < 5; i++)
        hra_json_count(&json, NULL, 1 + hra_rng_below(&rng, 6));
    hra_json_end(&json);
    hra_json_end(&json);
    printf("%s\n", hra_text_string(&text)); /* never NULL */
    if (text.err != 0)                      /* one check at the end is enough */
        return 1;
    hra_text_release(&text);

    static const char *const games[] = {"nim", "race", NULL};
    hra_error why;
    hra_err err = hra_fail_unknown(&why, 0, "nimm", games, "unknown game '%s'; choose one of", "nimm");
    printf("%d: %s\n", err, why.text);
    return 0;
}

/* It prints:

{"game":"nim","dice":[5,2,6,6,6]}
-2: unknown game 'nimm'; choose one of nim, race; did you mean 'nim'?
*/
