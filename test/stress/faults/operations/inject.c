/* Counts the file operations of a process below a folder, and lets the n-th fail. For LD_PRELOAD. See inject.ts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN, READ, WRITE, FSYNC, RENAME, UNLINK, TRUNCATE, STAT, OPS };
/* The file that the test and the process share. The offsets are those of inject.ts. */
struct control {
  uint64_t at;     /* the number of the operation that fails, from 1; 0: none */
  int64_t error;   /* the errno; -1: a short write, and EIO for other operations; -2: the power fails */
  uint64_t count;  /* the operations so far */
  uint64_t fired;  /* the kind of the operation that has failed, plus 1 */
  uint64_t of[OPS];
  char folder[PATH_MAX];
  char path[PATH_MAX];
};
static struct control *control;
static char marked[65536];
enum { SHORT = -1, POWER = -2 };

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
  if (control->error == POWER) kill(getpid(), SIGKILL);
  return control->error;
}

/* The copy of what is flushed of a file, in the folder of SPECMILL_TEST_FLUSHED: its path with % for each /. */
static int name_copy(const char *path, char *copy) {
  const char *folder = getenv("SPECMILL_TEST_FLUSHED");
  if (control == NULL || control->error != POWER || folder == NULL || !is_inside(path)) return 0;
  int length = snprintf(copy, PATH_MAX, "%s/%s", folder, path[0] == '/' ? path + strlen(control->folder) : path);
  if (length < 0 || length >= PATH_MAX) return 0;
  for (char *at = copy + strlen(folder) + 1; *at != 0; at++) if (*at == '/') *at = '%';
  return 1;
}
/* Copies a file that was flushed. After a power failure, the test restores it. */
static void keep_flushed(int fd) {
  char link[64], path[PATH_MAX], copy[PATH_MAX], bytes[65536];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return;
  path[length] = 0;
  struct stat found;
  if (syscall(SYS_fstat, fd, &found) != 0 || !S_ISREG(found.st_mode) || !name_copy(path, copy)) return;
  int from = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  int to = (int)syscall(SYS_openat, AT_FDCWD, copy, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  for (off_t at = 0; from >= 0 && to >= 0;) {
    ssize_t size = (ssize_t)syscall(SYS_pread64, from, bytes, sizeof bytes, at);
    if (size <= 0 || syscall(SYS_pwrite64, to, bytes, size, at) != size) break;
    at += size;
  }
  if (from >= 0) syscall(SYS_close, from);
  if (to >= 0) syscall(SYS_close, to);
}
static void rename_copy(const char *path, const char *to) {
  char from_copy[PATH_MAX], to_copy[PATH_MAX];
  if (name_copy(path, from_copy) && name_copy(to, to_copy))
    syscall(SYS_renameat2, AT_FDCWD, from_copy, AT_FDCWD, to_copy, 0);
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
#define FLUSHER(name) \
  int name(int fd) { \
    REAL(name); int64_t error = is_marked(fd) ? fails(FSYNC, NULL, fd) : 0; \
    if (error) return fail(error); \
    int result = real(fd); \
    if (result == 0 && is_marked(fd)) keep_flushed(fd); \
    return result; \
  }
FLUSHER(fsync)
FLUSHER(fdatasync)
ON_FD(int, ftruncate, TRUNCATE, (int fd, off_t size), (fd, size))
ON_FD(int, ftruncate64, TRUNCATE, (int fd, off64_t size), (fd, size))

/* A short write writes the first half. */
#define WRITER(name, parameters, arguments, half) \
  ssize_t name parameters { \
    REAL(name); int64_t error = is_marked(fd) ? fails(WRITE, NULL, fd) : 0; \
    if (error == SHORT && size > 1) { size /= 2; return real half; } \
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
int rename(const char *path, const char *to) {
  REAL(rename);
  int64_t error = is_inside(path) ? fails(RENAME, path, -1) : 0;
  if (error) return fail(error);
  int result = real(path, to);
  if (result == 0) rename_copy(path, to);
  return result;
}
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
