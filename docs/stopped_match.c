/* A match that goes on where it was stopped. Run it, end it by Ctrl-C or kill it, and run it again. */
#include <hra/hra.h>
#include <hra/work.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char spec[] = "work match\n"
                           "game tictactoe\n"
                           "player random\n"
                           "player alphabeta:depth=2\n"
                           "games 2000\n"
                           "rotate yes\n"
                           "seed 1\n";

static hra_stop stop;

static void interrupt(int signal) {
    hra_stop_set(&stop);
}

static hra_err save(void *self, const char *bytes, size_t length) {
    FILE *file = self;
    return fwrite(bytes, 1, length, file) == length && fflush(file) == 0 ? HRA_OK : HRA_EIO;
}

/* Takes in what an earlier run has saved, and cuts away what it has not saved whole. */
static hra_err restore(hra_work *work, FILE *file, hra_error *why) {
    hra_text saved;
    char bytes[4096];
    size_t length, used = 0;
    hra_text_init(&saved);
    while ((length = fread(bytes, 1, sizeof bytes, file)) > 0)
        hra_text_add_bytes(&saved, bytes, length);
    hra_err err = hra_work_restore(work, hra_text_string(&saved), saved.length, &used, why);
    hra_text_release(&saved);
    if (!err && (fseek(file, (long)used, SEEK_SET) != 0 || ftruncate(fileno(file), (off_t)used) != 0))
        err = hra_fail(why, HRA_EIO, -1, "the file cannot be written");
    hra_work_return_task(work, NULL); /* the earlier run is over */
    return err;
}

int main(int argc, char **argv) {
    hra_work *work;
    hra_error why = {0};
    hra_work_status status;
    hra_progress progress = {.stop = &stop};
    FILE *file = fopen(argc > 1 ? argv[1] : "stopped_match.saved", "a+b");
    if (!file)
        return EXIT_FAILURE;
    rewind(file);
    signal(SIGINT, interrupt);

    hra_work_setup setup = {.size = sizeof setup, .save = save, .save_self = file};
    hra_err err = hra_work_open(&work, NULL, spec, &setup, &why);
    if (err) {
        fprintf(stderr, "%s\n", why.text);
        return EXIT_FAILURE;
    }
    err = restore(work, file, &why);
    hra_work_snapshot(work, &status);
    if (!err)
        printf("resuming behind %llu games\n", (unsigned long long)status.done);
    if (!err)
        err = hra_work_run(work, 2, &progress, &why);

    hra_text report;
    hra_text_init(&report);
    hra_json json = hra_json_begin(&report);
    if (!err)
        err = hra_work_report(work, &json, NULL, &why);
    if (err)
        fprintf(stderr, "%s\n", why.text);
    else
        printf("%s\n%s\n", hra_text_string(&report),
               hra_work_is_finished(work) ? "finished" : "stopped; run it again");
    hra_text_release(&report);
    hra_work_close(work);
    return fclose(file) == 0 && !err ? EXIT_SUCCESS : EXIT_FAILURE;
}
