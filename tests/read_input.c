/* Prints a file as the library reads it (hra/input.h), for tests/input.py:
 *
 *     read_input [-e ENCODING] [-m MOST] [-b] [-t TIMES] FILE
 *
 * -m: read at most MOST bytes a call; -b: read the file first and pass its bytes; -t: read it TIMES times, and print the speed
 * instead of the text. "-" is standard input. After the text, a line on standard error has the encoding, "guessed" or "sure",
 * the number of replaced bytes, and the error. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <hra/hra.h>

static void read_bytes(const char *path, hra_text *out) {
    char part[4096];
    size_t n;
    FILE *file = fopen(path, "rb");
    while (file && (n = fread(part, 1, sizeof part, file)) > 0)
        hra_text_add_bytes(out, part, n);
    if (file)
        fclose(file);
}

/* Reads it to its end; prints what was read where `print` is set. *length: its bytes. */
static hra_err read_all(hra_input *input, size_t most, bool print, double *length, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_err err;
    do {
        hra_text_clear(&text);
        err = hra_input_read(input, most, &text, why);
        if (text.length > 3 * (most < 4 ? 4 : most))
            err = hra_fail(why, HRA_EINPUT, -1, "%zu bytes were read", text.length);
        if (print)
            fwrite(hra_text_string(&text), 1, text.length, stdout);
        *length += (double)text.length;
    } while ((!err && text.length > 0) || err == HRA_ESTOPPED);
    hra_text_release(&text);
    return err;
}

static hra_err open_input(hra_input **out, const char *path, const hra_text *bytes, const char *encoding,
                          hra_error *why) {
    return bytes ? hra_input_open_bytes(out, bytes->data, bytes->length, encoding, why)
                 : hra_input_open(out, path, encoding, why);
}

int main(int argc, char **argv) {
    const char *encoding = NULL;
    size_t most = 1 << 16;
    bool as_bytes = false;
    int times = 0;
    for (int option; (option = getopt(argc, argv, "e:m:bt:")) != -1;)
        if (option == 'e')
            encoding = optarg;
        else if (option == 'm')
            most = (size_t)strtoul(optarg, NULL, 10);
        else if (option == 't')
            times = (int)strtol(optarg, NULL, 10);
        else
            as_bytes = true;
    const char *path = argv[optind];
    hra_text bytes;
    hra_text_init(&bytes);
    if (as_bytes)
        read_bytes(path, &bytes);
    hra_error why = {.text = ""};
    hra_input *input = NULL;
    double length = 0;
    double begun = hra_clock();
    hra_err err = HRA_OK;
    for (int i = 0; !err && i <= times; i++) {
        hra_input_close(input);
        input = NULL;
        err = open_input(&input, path, as_bytes ? &bytes : NULL, encoding, &why);
        if (!err)
            err = read_all(input, most, times == 0, &length, &why);
    }
    if (times && !err)
        printf("%.0f MB/s\n", length / (hra_clock() - begun) / 1e6);
    const char *name = input ? hra_input_encoding(input) : NULL;
    fprintf(stderr, "%s %s %llu %s\n", name ? name : "-",
            input && hra_input_guessed(input) ? "guessed" : "sure",
            input ? (unsigned long long)hra_input_replaced(input) : 0ULL, err ? why.text : "");
    hra_input_close(input);
    hra_text_release(&bytes);
    return err ? 1 : 0;
}
