/* Folders whose files have UTF-8 names. */
#ifndef HRA_WINDOWS_DIRENT_H
#define HRA_WINDOWS_DIRENT_H

struct dirent {
    char d_name[1024];
};
typedef struct posix_folder DIR;

DIR *opendir(const char *path);
DIR *fdopendir(int folder);
int dirfd(DIR *folder);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);
/* The names that are chosen, in order; as of POSIX, the caller frees each and the list. */
int scandir(const char *path, struct dirent ***out, int (*choose)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **a, const struct dirent **b);

#endif
