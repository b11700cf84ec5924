// Functions of MuJoCo by their names: arguments come as arrays of numbers, results go out as named arrays.
//
// `mujoco_calls.inc` has one line for each function. Their signatures are those of 3.2.6, so other versions have none of them;
// those of `mujoco_stages.inc` every version has.
// An argument of the wrong size raises an error like MuJoCo's own.

typedef struct {
  const char* name;
  const char* type;  // "f64", "i32", "u8"
  uint64_t count;
  uint64_t size;     // bytes of all elements
  const char* at;
} pl_result;

#define MOST_ARGUMENTS 16
#define MOST_RESULTS 16

static const double* argument_at[MOST_ARGUMENTS];
static size_t argument_length[MOST_ARGUMENTS];
static int argument_count;
static pl_result results[MOST_RESULTS];
static int result_count;

// The argument at this place, which must have so many values.
static const double* argument(int i, size_t count) {
  if (i >= argument_count) mju_error("argument %d is missing", i);
  if (argument_length[i] != count) {
    mju_error("argument %d has %d values instead of %d", i, (int)argument_length[i], (int)count);
  }
  return argument_at[i];
}

static size_t length(int i) {
  if (i >= argument_count) mju_error("argument %d is missing", i);
  return argument_length[i];
}

// Memory for a result, zero; it lives until the next call.
static void* add_result(const char* name, const char* type, size_t count, size_t size) {
  if (result_count == MOST_RESULTS) mju_error("too many results");
  void* memory = calloc(count ? count : 1, size);
  if (!memory) mju_error("could not allocate the result %s", name);
  results[result_count++] = (pl_result){name, type, count, count * size, memory};
  return memory;
}

// So many numbers from an argument, from its front again after the last; they live until the next call.
static const double* cycled(int i, int count) {
  static double* numbers;
  numbers = realloc(numbers, (size_t)(count ? count : 1) * sizeof *numbers);
  for (int at = 0; at < count; at++) numbers[at] = argument_at[i][(size_t)at % length(i)];
  return numbers;
}

// Formats for numbers, by their number.
static const char* const formats[] = {"% -9.2g", "%.17g", "%+12.5e", "%.3f", "%#.0E"};
#define FORMAT(i) formats[I(i) % (int)(sizeof formats / sizeof *formats)]

// Cuts a line out of a text, from its first words on.
static void cut(char* text, const char* words, const char* from) {
  char* line = strstr(text, words);
  char* start = line ? strstr(line, from) : NULL;
  char* end = start ? strchr(start + 1, '\n') : NULL;
  if (end) memmove(start, end, strlen(end) + 1);
}

// Takes signs and blanks from before a word.
static void unsign(char* text, const char* word) {
  for (char* at = text; (at = strstr(at, word)); at++) {
    char* start = at;
    while (start > text && strchr(" +-", start[-1])) start--;
    memmove(start, at, strlen(at) + 1);
    at = start;
  }
}

// The text of a file.
static char* text_of(int file) {
  off_t end = lseek(file, 0, SEEK_END);
  char* text = calloc((size_t)end + 1, 1);
  lseek(file, 0, SEEK_SET);
  if (!text || read(file, text, (size_t)end) != (ssize_t)end) mju_error("the file cannot be read");
  return text;
}

// What a function wrote into a file, as a result.
static void add_written(int file) {
  char* text = text_of(file);
  size_t size = strlen(text);
  memcpy(add_result("text", "u8", size, 1), text, size);
  free(text);
}

// What a function printed, as a result. Left out is what is no result of MuJoCo's computations: the sign of a number
// that is none, which its compiler chose, and how much of its own memory was in use.
static void add_printed(int file) {
  char* text = text_of(file);
  unsign(text, "nan");
  unsign(text, "NAN");
  if (!strncmp(text, "MEMORY\n", 7)) {
    cut(text, "\n  arena ", ", used");
    cut(text, "\n  maxuse_stack", "\n  maxuse_stack");
    cut(text, "\n  maxuse_arena", "\n  maxuse_arena");
  }
  size_t size = strlen(text);
  memcpy(add_result("text", "u8", size, 1), text, size);
  free(text);
}

// Prints into a file, which takes its name from `path`, and adds what is in it.
#define INTO_FILE(print, add)                \
  char path[] = "/tmp/plumbline-XXXXXX";     \
  int file = mkstemp(path);                  \
  if (file < 0) mju_error("no file to print to"); \
  print;                                     \
  add(file);                                 \
  close(file);                               \
  unlink(path)
#define PRINTED(print) INTO_FILE(print, add_printed)

// Prints to the standard output, which is a file meanwhile.
#define SHOWN(print)                         \
  char path[] = "/tmp/plumbline-XXXXXX";     \
  int file = mkstemp(path);                  \
  fflush(stdout);                            \
  int screen = dup(1);                       \
  if (file < 0 || screen < 0) mju_error("no file to print to"); \
  dup2(file, 1);                             \
  print;                                     \
  fflush(stdout);                            \
  dup2(screen, 1);                           \
  close(screen);                             \
  add_printed(file);                         \
  close(file);                               \
  unlink(path)

// A function of model and data alone.
#define STAGE(name) CALL(name, name(model, data))
// What an argument is: a vector of a known length, a number, an integer, the sample `s` of a row of vectors.
#define V(i, count) argument(i, (size_t)(count))
#define F(i) (*argument(i, 1))
#define I(i) ((int)*argument(i, 1))
#define LENGTH(i) length(i)
// Results.
#define OUT(name, count) mjtNum* name = add_result(#name, "f64", (size_t)(count), sizeof(mjtNum))
#define OUTI(name, count) int* name = add_result(#name, "i32", (size_t)(count), sizeof(int))
#define OUTB(name, count) char* name = add_result(#name, "u8", (size_t)(count), 1)
#define RETURN(value) *(mjtNum*)add_result("value", "f64", 1, sizeof(mjtNum)) = (value)
#define RETURNI(value) *(int*)add_result("value", "i32", 1, sizeof(int)) = (value)
#define TEXT(what)                       \
  const char* said = (what);             \
  size_t size = said ? strlen(said) : 0; \
  OUTB(text, size);                      \
  memcpy(text, said ? said : "", size)
// A copy of an argument that the function changes, as a result.
#define INOUT(name, i, count) \
  OUT(name, count);           \
  memcpy(name, V(i, count), (size_t)(count) * sizeof(mjtNum))
// Functions that need no model are called for many samples at once; the first argument has their number.
#define SAMPLES(i, width) size_t n = length(i) / (size_t)(width)
#define EACH for (size_t s = 0; s < n; s++)
#define S(i, width) (argument(i, (size_t)(width) * n) + (size_t)(width) * s)
#define SF(i) (*S(i, 1))
#define SI(i) ((int)*S(i, 1))
#define AT(name, width) (name + (size_t)(width) * s)

// Tendons have inertia from 3.3.1 on. What they add to the bias is computed by no function of its own.
#if mjVERSION_HEADER >= 331
#define WITHOUT_TENDON_INERTIA                                                                        \
  for (int i = 0; i < model->ntendon; i++) {                                                          \
    if (model->tendon_armature[i]) mju_error("stages of a model with inertia of tendons cannot be called"); \
  }
#else
#define WITHOUT_TENDON_INERTIA
#endif
#if mjVERSION_HEADER >= 336
#define ISLANDS 1
#else
#define ISLANDS (model->opt.enableflags & mjENBL_ISLAND)
#endif
// From 3.5.0 on data remember what was computed for the present state.
#if mjVERSION_HEADER >= 350
#define FORGET data->flg_energypos = data->flg_energyvel = data->flg_subtreevel = data->flg_rnepost = 0
#else
#define FORGET (void)0
#endif
// An energy that is not asked for is zero, or in older versions whatever it was.
#if mjVERSION_HEADER >= 330
#define NO_ENERGY data->energy[0] = data->energy[1] = 0
#else
#define NO_ENERGY (void)0
#endif
#if mjVERSION_HEADER >= 333
#define MAKE_INERTIA mj_makeM
#else
#define MAKE_INERTIA mj_crb
#endif

#define CALL(name, ...) \
  static void call_##name(void) { __VA_ARGS__; }
#include "mujoco_stages.inc"
#if mjVERSION_HEADER == 326
#include "mujoco_calls.inc"
#endif
#undef CALL

typedef struct {
  const char* name;
  void (*make)(void);
} pl_function;

static const pl_function functions[] = {
#define CALL(name, ...) {#name, call_##name},
#include "mujoco_stages.inc"
#if mjVERSION_HEADER == 326
#include "mujoco_calls.inc"
#endif
#undef CALL
    {NULL, NULL},
};

int pl_can_call(void) { return mjVERSION_HEADER == 326; }

void pl_clear_arguments(void) { argument_count = 0; }

int pl_add_argument(const double* values, size_t count) {
  if (argument_count == MOST_ARGUMENTS) return PL_MISUSED;
  argument_at[argument_count] = values;
  argument_length[argument_count++] = count;
  return PL_OK;
}

const pl_result* pl_results(size_t* count) {
  *count = (size_t)result_count;
  return results;
}

static int make(const pl_function* function) { GUARDED(function->make()); }

// Calls with the arguments that were added; they are gone afterwards, the results stay until the next call.
int pl_call(const char* name) {
  while (result_count) free((void*)results[--result_count].at);
  for (const pl_function* function = functions; data && function->name; function++) {
    if (!strcmp(function->name, name)) return unwound(make(function));
  }
  return PL_MISUSED;
}
