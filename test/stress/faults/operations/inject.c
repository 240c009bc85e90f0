/* Counts the file operations of a process below a folder, and lets the n-th fail. For LD_PRELOAD. See inject.ts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN, READ, WRITE, FSYNC, RENAME, UNLINK, TRUNCATE, STAT, OPS };
/* The file that the test and the process share. The offsets are those of inject.ts. */
struct control {
  uint64_t at;     /* the number of the operation that fails, from 1; 0: none */
  int64_t error;   /* the errno; -1: a short write, and EIO for other operations */
  uint64_t count;  /* the operations so far */
  uint64_t fired;  /* the kind of the operation that has failed, plus 1 */
  uint64_t of[OPS];
  char folder[PATH_MAX];
  char path[PATH_MAX];
};
static struct control *control;
static char marked[65536];

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("SPECMILL_TEST_CONTROL");
  if (path == NULL) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped != MAP_FAILED) control = mapped;
}

static int is_inside(const char *path) {
  if (control == NULL || path == NULL || control->folder[0] == 0) return 0;
  /* The working folder of the process is the folder. */
  if (path[0] != '/') return path[0] != 0;
  return strncmp(path, control->folder, strlen(control->folder)) == 0;
}
static int is_marked(int fd) { return control != NULL && fd >= 0 && fd < 65536 && marked[fd]; }

/* Returns the error with which this operation fails; 0: it does not. */
static int64_t fails(int op, const char *path, int fd) {
  uint64_t number = __atomic_add_fetch(&control->count, 1, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&control->of[op], 1, __ATOMIC_SEQ_CST);
  if (control->at == 0 || number != control->at) return 0;
  control->fired = (uint64_t)op + 1;
  if (path != NULL) snprintf(control->path, PATH_MAX, "%s", path);
  else {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, control->path, PATH_MAX - 1);
    control->path[length < 0 ? 0 : length] = 0;
  }
  return control->error;
}
static int fail(int64_t error) {
  errno = error < 0 ? EIO : (int)error;
  return -1;
}
#define REAL(name) static __typeof__(name) *real; if (real == NULL) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int after_open(int fd, int inside) {
  if (fd >= 0 && fd < 65536) marked[fd] = inside;
  return fd;
}
#define OPENER(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
    int inside = is_inside(path) && !(flags & O_DIRECTORY); \
    int64_t error = inside ? fails(OPEN, path, -1) : 0; \
    return error ? fail(error) : after_open(real(path, flags, mode), inside); \
  }
OPENER(open)
OPENER(open64)

#define ON_FD(result, name, op, parameters, arguments) \
  result name parameters { \
    REAL(name); int64_t error = is_marked(fd) ? fails(op, NULL, fd) : 0; \
    return error ? fail(error) : real arguments; \
  }
ON_FD(ssize_t, read, READ, (int fd, void *to, size_t size), (fd, to, size))
ON_FD(ssize_t, pread, READ, (int fd, void *to, size_t size, off_t at), (fd, to, size, at))
ON_FD(ssize_t, pread64, READ, (int fd, void *to, size_t size, off64_t at), (fd, to, size, at))
ON_FD(int, fsync, FSYNC, (int fd), (fd))
ON_FD(int, fdatasync, FSYNC, (int fd), (fd))
ON_FD(int, ftruncate, TRUNCATE, (int fd, off_t size), (fd, size))
ON_FD(int, ftruncate64, TRUNCATE, (int fd, off64_t size), (fd, size))

/* A short write writes the first half. */
#define WRITER(name, parameters, arguments, half) \
  ssize_t name parameters { \
    REAL(name); int64_t error = is_marked(fd) ? fails(WRITE, NULL, fd) : 0; \
    if (error == -1 && size > 1) { size /= 2; return real half; } \
    return error ? fail(error) : real arguments; \
  }
WRITER(write, (int fd, const void *from, size_t size), (fd, from, size), (fd, from, size))
WRITER(pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at), (fd, from, size, at))
WRITER(pwrite64, (int fd, const void *from, size_t size, off64_t at), (fd, from, size, at), (fd, from, size, at))
ON_FD(ssize_t, writev, WRITE, (int fd, const struct iovec *parts, int count), (fd, parts, count))
ON_FD(ssize_t, pwritev, WRITE, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at))
ON_FD(ssize_t, pwritev64, WRITE, (int fd, const struct iovec *parts, int count, off64_t at), (fd, parts, count, at))

#define ON_PATH(name, op, parameters, arguments) \
  int name parameters { \
    REAL(name); int64_t error = is_inside(path) ? fails(op, path, -1) : 0; \
    return error ? fail(error) : real arguments; \
  }
ON_PATH(rename, RENAME, (const char *path, const char *to), (path, to))
ON_PATH(link, RENAME, (const char *path, const char *to), (path, to))
ON_PATH(unlink, UNLINK, (const char *path), (path))
ON_PATH(stat, STAT, (const char *path, struct stat *found), (path, found))
ON_PATH(stat64, STAT, (const char *path, struct stat64 *found), (path, found))
int statx(int folder, const char *path, int flags, unsigned mask, struct statx *found) {
  REAL(statx);
  int64_t error = is_inside(path) ? fails(STAT, path, -1) : 0;
  return error ? fail(error) : real(folder, path, flags, mask, found);
}
int close(int fd) {
  REAL(close);
  if (fd >= 0 && fd < 65536) marked[fd] = 0;
  return real(fd);
}
