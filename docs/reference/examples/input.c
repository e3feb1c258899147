/* The text of a file in Latin-1, which comes out as UTF-8. */
#include <hra/input.h>
#include <stdio.h>

int main(void) {
    static const char bytes[] = "[White \"Ren\xe9\"]\n1. 11-15 *\n"; /* hra_input_open takes a path, or "-" */
    hra_input *input;
    hra_text text;
    hra_error why;
    if (hra_input_open_bytes(&input, bytes, sizeof bytes - 1, NULL, &why) != 0)
        return 1;
    hra_text_init(&text);
    if (hra_input_read_all(input, 1 << 20, &text, &why) != 0)
        printf("%s\n", why.text);
    printf("%s", hra_text_string(&text));
    printf("%s, %s\n", hra_input_encoding(input), hra_input_guessed(input) ? "guessed" : "sure");
    hra_text_release(&text);
    hra_input_close(input);
    if (hra_input_open_bytes(&input, bytes, sizeof bytes - 1, "windows-1251", &why) != 0)
        printf("%s\n", why.text);
    return 0;
}

/* It prints:

[White "René"]
1. 11-15 *
windows-1252, guessed
unknown encoding 'windows-1251'; there are utf-8, utf-16, windows-1252, windows-1250, iso-8859-1, iso-8859-2, cp437, cp852; did you mean 'windows-1252'?
*/
