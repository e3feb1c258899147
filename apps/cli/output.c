/* Writing what a command made. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "output.h"

int output_write(const char *file_name, const hra_text *text) {
    if (text->err) {
        say_error("%s", hra_err_text(text->err));
        return EXIT_FAILED;
    }
    if (!file_name) {
        say("%s", hra_text_string(text));
        return EXIT_DONE;
    }
    errno = 0;
    FILE *file = fopen(file_name, "w");
    bool ok = file && fwrite(hra_text_string(text), 1, text->length, file) == text->length;
    ok = file && fclose(file) == 0 && ok;
    if (ok)
        return EXIT_DONE;
    say_error(_("%s: the picture could not be written: %s"), file_name, strerror(errno ? errno : EIO));
    return EXIT_FAILED;
}
