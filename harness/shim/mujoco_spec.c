// Models that a script builds: one call of MuJoCo's spec interface a line, words separated by blanks, `-` for nothing.
//
// `simulator/script.rs` plays the same scripts on the engine. An error names the line. The interface is that of 3.2.6.

#if mjVERSION_HEADER == 326

#define MOST_SPECS 8
#define MOST_WORDS 64

static struct {
  char key[32];
  mjSpec* spec;
} specs[MOST_SPECS];
static int spec_count;
static char* words[MOST_WORDS];
static int word_count;
static char reason[1000];

static void forget_specs(void) {
  while (spec_count) mj_deleteSpec(specs[--spec_count].spec);
}

static int fail(const char* why) {
  snprintf(reason, sizeof reason, "%s", why ? why : "refused");
  return 0;
}

static const char* word(int i) { return i < word_count && strcmp(words[i], "-") ? words[i] : ""; }
static double number(int i) { return i < word_count ? strtod(words[i], NULL) : 0; }

static void numbers(double* to, int from, int count) {
  for (int i = 0; i < count; i++) to[i] = number(from + i);
}

static mjSpec* spec_of(int i) {
  for (int k = 0; k < spec_count; k++) {
    if (!strcmp(specs[k].key, word(i))) return specs[k].spec;
  }
  return NULL;
}

static int add_spec(int i, mjSpec* spec) {
  if (!spec) return fail("no spec");
  if (spec_count == MOST_SPECS) return fail("too many specs");
  snprintf(specs[spec_count].key, sizeof specs[0].key, "%s", word(i));
  specs[spec_count++].spec = spec;
  return 1;
}

static const char* name_of(mjsElement* element, mjtObj kind) {
  mjString* name = NULL;
  switch (kind) {
    case mjOBJ_BODY: name = mjs_asBody(element)->name; break;
    case mjOBJ_FRAME: name = mjs_asFrame(element)->name; break;
    case mjOBJ_JOINT: name = mjs_asJoint(element)->name; break;
    case mjOBJ_GEOM: name = mjs_asGeom(element)->name; break;
    case mjOBJ_SITE: name = mjs_asSite(element)->name; break;
    case mjOBJ_ACTUATOR: name = mjs_asActuator(element)->name; break;
    case mjOBJ_SENSOR: name = mjs_asSensor(element)->name; break;
    case mjOBJ_TENDON: name = mjs_asTendon(element)->name; break;
    case mjOBJ_KEY: name = mjs_asKey(element)->name; break;
    default: return "";
  }
  return mjs_getString(name);
}

// The element of a kind and name; MuJoCo's own search by name does not find what was added to a compiled spec.
static mjsElement* find(mjSpec* spec, mjtObj kind, const char* name) {
  for (mjsElement* at = mjs_firstElement(spec, kind); at; at = mjs_nextElement(spec, at)) {
    if (!strcmp(name_of(at, kind), name)) return at;
  }
  return NULL;
}

static mjsBody* body_of(mjSpec* spec, int i) { return mjs_asBody(find(spec, mjOBJ_BODY, word(i))); }

static mjsFrame* frame_of(mjSpec* spec, int i) {
  return *word(i) ? mjs_asFrame(find(spec, mjOBJ_FRAME, word(i))) : NULL;
}

static const mjsDefault* class_of(mjSpec* spec, int i) { return mjs_findDefault(spec, *word(i) ? word(i) : "main"); }

static void euler(mjsOrientation* alt, int from) {
  alt->type = mjORIENTATION_EULER;
  numbers(alt->euler, from, 3);
}

static int add_body(mjSpec* s) {
  mjsBody* parent = body_of(s, 2);
  if (!parent) return fail("no body");
  mjsBody* body = mjs_addBody(parent, NULL);
  mjs_setString(body->name, word(3));
  numbers(body->pos, 4, 3);
  euler(&body->alt, 7);
  body->mocap = (mjtByte)number(10);
  return 1;
}

static int add_frame(mjSpec* s) {
  mjsBody* body = body_of(s, 2);
  if (!body) return fail("no body");
  mjsFrame* frame = mjs_addFrame(body, frame_of(s, 4));
  mjs_setString(frame->name, word(3));
  numbers(frame->pos, 5, 3);
  euler(&frame->alt, 8);
  return 1;
}

static int add_joint(mjSpec* s) {
  mjsBody* body = body_of(s, 2);
  if (!body) return fail("no body");
  int type = (int)number(4);
  mjsJoint* joint = type == mjJNT_FREE ? mjs_addFreeJoint(body) : mjs_addJoint(body, class_of(s, 5));
  mjs_setString(joint->name, word(3));
  if (type != mjJNT_FREE) {
    joint->type = type;
    numbers(joint->axis, 6, 3);
    joint->ref = number(9);
    joint->range[0] = number(10);
    joint->range[1] = number(11);
    mjs_setFrame(joint->element, frame_of(s, 12));
  }
  return 1;
}

static int add_geom(mjSpec* s) {
  mjsBody* body = body_of(s, 2);
  if (!body) return fail("no body");
  mjsGeom* geom = mjs_addGeom(body, class_of(s, 5));
  mjs_setString(geom->name, word(3));
  geom->type = (int)number(4);
  numbers(geom->size, 6, 3);
  numbers(geom->pos, 9, 3);
  euler(&geom->alt, 12);
  mjs_setFrame(geom->element, frame_of(s, 15));
  return 1;
}

static int add_site(mjSpec* s) {
  mjsBody* body = body_of(s, 2);
  if (!body) return fail("no body");
  mjsSite* site = mjs_addSite(body, NULL);
  mjs_setString(site->name, word(3));
  numbers(site->pos, 4, 3);
  euler(&site->alt, 7);
  mjs_setFrame(site->element, frame_of(s, 10));
  return 1;
}

static int add_class(mjSpec* s) {
  mjsDefault* class = mjs_addDefault(s, word(2), class_of(s, 3));
  if (!class) return fail("a second class");
  class->geom->density = number(4);
  class->joint->damping = number(5);
  class->geom->margin = number(6);
  return 1;
}

static int add_motor(mjSpec* s) {
  mjsActuator* actuator = mjs_addActuator(s, class_of(s, 4));
  mjs_setString(actuator->name, word(2));
  mjs_setString(actuator->target, word(3));
  actuator->trntype = mjTRN_JOINT;
  actuator->gear[0] = number(5);
  actuator->dyntype = number(6) ? mjDYN_INTEGRATOR : mjDYN_NONE;
  return 1;
}

static int add_tendon(mjSpec* s) {
  mjsTendon* tendon = mjs_addTendon(s, class_of(s, 3));
  mjs_setString(tendon->name, word(2));
  for (int i = 4; i + 1 < word_count; i += 2) mjs_wrapJoint(tendon, word(i), number(i + 1));
  return 1;
}

static int add_sensor(mjSpec* s) {
  mjsSensor* sensor = mjs_addSensor(s);
  mjs_setString(sensor->name, word(2));
  mjs_setString(sensor->objname, word(3));
  sensor->type = mjSENS_JOINTPOS;
  sensor->objtype = mjOBJ_JOINT;
  return 1;
}

static int add_exclude(mjSpec* s) {
  mjsExclude* exclude = mjs_addExclude(s);
  mjs_setString(exclude->name, word(2));
  mjs_setString(exclude->bodyname1, word(3));
  mjs_setString(exclude->bodyname2, word(4));
  return 1;
}

static int add_key(mjSpec* s) {
  mjsKey* key = mjs_addKey(s);
  mjs_setString(key->name, word(2));
  key->time = number(3);
  double values[MOST_WORDS];
  numbers(values, 4, word_count - 4);
  mjs_setDouble(key->qpos, values, word_count - 4);
  return 1;
}

static int delete_element(mjSpec* s) {
  static const struct {
    const char* word;
    mjtObj kind;
  } kinds[] = {{"geom", mjOBJ_GEOM},         {"site", mjOBJ_SITE},     {"joint", mjOBJ_JOINT}, {"key", mjOBJ_KEY},
               {"actuator", mjOBJ_ACTUATOR}, {"sensor", mjOBJ_SENSOR}, {"tendon", mjOBJ_TENDON}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strcmp(kinds[i].word, word(2))) continue;
    mjsElement* element = find(s, kinds[i].kind, word(3));
    if (!element) return fail("no element");
    mjs_delete(element);
    return 1;
  }
  return fail("no kind");
}

static int attach(mjSpec* s) {
  mjSpec* child = !strcmp(word(0), "attach-own") ? s : spec_of(3);
  if (!child) return fail("no child");
  int failed;
  if (!strcmp(word(0), "attach-frame")) {
    mjsBody* body = body_of(s, 2);
    mjsFrame* frame = frame_of(child, 4);
    if (!body || !frame) return fail("no body or frame");
    failed = !mjs_attachFrame(body, frame, word(5), word(6));
  } else {
    mjsBody* body = body_of(child, 4);
    if (!body) return fail("no body");
    if (!strcmp(word(0), "attach-site")) {
      mjsSite* site = mjs_asSite(find(s, mjOBJ_SITE, word(2)));
      if (!site) return fail("no site");
      failed = !mjs_attachToSite(site, body, word(5), word(6));
    } else {
      mjsFrame* frame = frame_of(s, 2);
      if (!frame) return fail("no frame");
      failed = !mjs_attachBody(frame, body, word(5), word(6));
    }
  }
  return failed ? fail(mjs_getError(s)) : 1;
}

static int detach(mjSpec* s) {
  mjsBody* body = body_of(s, 2);
  if (!body) return fail("no body");
  return mjs_detachBody(s, body) ? fail(mjs_getError(s)) : 1;
}

static int to_frame(mjSpec* s) {
  mjsBody* body = body_of(s, 2);
  if (!body) return fail("no body");
  mjs_bodyToFrame(&body);
  return 1;
}

static int move_body(mjSpec* s) {
  mjsBody* body = body_of(s, 2);
  if (!body) return fail("no body");
  numbers(body->pos, 3, 3);
  return 1;
}

// What was asked, as a text of the model.
static int answer(mjSpec* s, const char* what) {
  mjsText* text = mjs_addText(s);
  mjs_setString(text->name, word(2));
  mjs_setString(text->data, what && *what ? what : "none");
  return 1;
}

static mjtObj kind_of(int i) { return (mjtObj)mju_str2Type(word(i)); }

static int ask_children(mjSpec* s) {
  mjsBody* body = body_of(s, 3);
  if (!body) return fail("no body");
  mjtObj kind = kind_of(4);
  char names[4096] = "";
  for (mjsElement* at = mjs_firstChild(body, kind, 1); at; at = mjs_nextChild(body, at, 1)) {
    size_t used = strlen(names);
    snprintf(names + used, sizeof names - used, "%s,", name_of(at, kind));
  }
  return answer(s, names);
}

static int ask_child(mjSpec* s) {
  mjsBody* body = body_of(s, 3);
  if (!body) return fail("no body");
  mjsBody* child = mjs_findChild(body, word(4));
  return answer(s, child ? mjs_getString(child->name) : NULL);
}

static int ask_id(mjSpec* s) {
  mjsElement* element = find(s, kind_of(3), word(4));
  if (!element) return fail("no element");
  char id[32];
  snprintf(id, sizeof id, "%d", mjs_getId(element));
  return answer(s, id);
}

static int ask_attached(mjSpec* s) {
  mjSpec* found = mjs_findSpec(s, word(3));
  return answer(s, found ? mjs_getString(found->modelname) : NULL);
}

// A new density for geoms that are added from now on.
static int change_main(mjSpec* s) {
  mjs_getSpecDefault(s)->geom->density = number(2);
  return 1;
}

static int compile_spec(mjSpec* s) {
  pl_unload();
  model = mj_compile(s, NULL);
  if (!model) return fail(mjs_getError(s));
  data = mj_makeData(model);
  return data != NULL;
}

// A state from a few numbers.
static int set_state(mjSpec* s) {
  (void)s;
  if (!data) return fail("nothing is compiled");
  double scale = number(2);
  for (int i = 0; i < model->nq; i++) data->qpos[i] = scale * (i + 1);
  for (int i = 0; i < model->nv; i++) data->qvel[i] = scale * (i + 2);
  for (int i = 0; i < model->na; i++) data->act[i] = scale * (i + 3);
  for (int i = 0; i < model->nu; i++) data->ctrl[i] = scale * (i + 4);
  for (int i = 0; i < 3 * model->nmocap; i++) data->mocap_pos[i] = scale * (i + 5);
  for (int i = 0; i < 4 * model->nmocap; i++) data->mocap_quat[i] = scale * (i + 6);
  data->time = scale;
  return 1;
}

// MuJoCo knows which element a state belongs to when it recompiles.
static int keep_state(mjSpec* s) {
  (void)s;
  return data ? 1 : fail("nothing is compiled");
}

static int recompile_spec(mjSpec* s) {
  if (!data) return fail("nothing is compiled");
  if (!mj_recompile(s, NULL, model, data)) return 1;
  model = NULL;
  data = NULL;
  return fail(mjs_getError(s));
}

static const struct {
  const char* word;
  int (*play)(mjSpec*);
} plays[] = {{"body", add_body},
             {"frame", add_frame},
             {"joint", add_joint},
             {"geom", add_geom},
             {"site", add_site},
             {"class", add_class},
             {"motor", add_motor},
             {"tendon", add_tendon},
             {"sensor", add_sensor},
             {"exclude", add_exclude},
             {"key", add_key},
             {"delete", delete_element},
             {"attach-body", attach},
             {"attach-site", attach},
             {"attach-frame", attach},
             {"attach-own", attach},
             {"detach", detach},
             {"to-frame", to_frame},
             {"move", move_body},
             {"children", ask_children},
             {"child", ask_child},
             {"id", ask_id},
             {"attached", ask_attached},
             {"main", change_main},
             {"compile", compile_spec},
             {"state", set_state},
             {"keep", keep_state},
             {"recompile", recompile_spec}};

// A spec from text that is in memory.
static mjSpec* parse_text(const char* path) {
  static char text[65536];
  FILE* file = fopen(path, "r");
  if (!file) return NULL;
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  return mj_parseXMLString(text, NULL, reason, sizeof reason);
}

static int play_line(void) {
  if (!strcmp(word(0), "spec")) {
    mjSpec* spec = mj_makeSpec();
    mjs_setString(spec->modelname, word(2));
    spec->compiler.degree = (mjtByte)number(3);
    return add_spec(1, spec);
  }
  if (!strcmp(word(0), "parse")) return add_spec(1, mj_parseXML(word(2), NULL, reason, sizeof reason));
  if (!strcmp(word(0), "parse-text")) return add_spec(1, parse_text(word(2)));
  mjSpec* spec = spec_of(1);
  if (!strcmp(word(0), "copy")) return spec_of(2) ? add_spec(1, mj_copySpec(spec_of(2))) : fail("no spec");
  if (!spec) return fail("no spec");
  for (size_t i = 0; i < sizeof plays / sizeof *plays; i++) {
    if (!strcmp(plays[i].word, word(0))) return plays[i].play(spec);
  }
  return fail("no such call");
}

static int play(FILE* script) {
  char text[4096];
  forget_specs();
  for (int line = 1; fgets(text, sizeof text, script); line++) {
    word_count = 0;
    for (char* at = strtok(text, " \n"); at && word_count < MOST_WORDS; at = strtok(NULL, " \n")) {
      words[word_count++] = at;
    }
    reason[0] = 0;
    if (word_count && *words[0] != '#' && !play_line()) {
      snprintf(message, sizeof message, "line %d: %s", line, reason);
      return PL_REJECTED;
    }
  }
  return model && data ? PL_OK : PL_REJECTED;
}

static int outcome_of_play;

static int play_guarded(FILE* script) { GUARDED(outcome_of_play = play(script)); }

static int is_script(const char* path) {
  size_t length = strlen(path);
  return length > 5 && !strcmp(path + length - 5, ".spec");
}

static int load_script(const char* path) {
  FILE* script = fopen(path, "r");
  if (!script) {
    snprintf(message, sizeof message, "cannot read %s", path);
    return PL_REJECTED;
  }
  int raised = play_guarded(script);
  fclose(script);
  return raised ? raised : outcome_of_play;
}

#else

static int is_script(const char* path) {
  (void)path;
  return 0;
}

static int load_script(const char* path) {
  (void)path;
  return PL_MISUSED;
}

#endif
