/** Reads a record's two texels: colour and loudness, pattern and state. */
export const RECORD = /* glsl */ `
uniform highp sampler2D uRecords;
vec4 texel(float record, int which) {
  int at = int(record + 0.5) * 2 + which;
  return texelFetch(uRecords, ivec2(at % 512, at / 512), 0);
}`

/**
 * A segment on the screen, from its ends `a` and `b` in clip space: cut off in front of the eye, divided, with its length
 * in pixels and its direction. Sets `isGone` where it is behind the eye as a whole.
 */
export const SEGMENT_ON_SCREEN = /* glsl */ `  float least = 0.05;
  isGone = isGone || (a.w < least && b.w < least);
  if (a.w < least) a = mix(a, b, (least - a.w) / (b.w - a.w));
  if (b.w < least) b = mix(b, a, (least - b.w) / (a.w - b.w));
  vec3 from = a.xyz / a.w;
  vec3 to = b.xyz / b.w;
  vec2 along = (to.xy - from.xy) * uScreen.xy * 0.5;
  float far = length(along);
  vec2 direction = far > 1e-6 ? along / far : vec2(1.0, 0.0);
`

/** Towards the eye by \`units\`: the place on the screen stays, only the depth changes. */
export const LIFT = /* glsl */ `
uniform vec4 uEye;
uniform vec3 uForward;
uniform float uLift;
vec3 lifted(vec3 place, float units) {
  vec3 to = uEye.w > 0.5 ? -uForward : uEye.xyz - place;
  float far = length(to);
  vec3 direction = to / max(far, 1e-4);
  float lift = uLift * units / max(0.22, abs(direction.z));
  return place + direction * (uEye.w > 0.5 ? lift : min(lift, far * 0.4));
}`

/**
 * Fills: everything that is constant over a pixel is passed per corner; a pixel reads whether a stroke of the pattern
 * covers it, and mixes.
 */
export const REGION_VERTEX = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec4 ground;
uniform mat4 uViewProjection;
uniform float uHovered;
${RECORD}
${LIFT}
uniform vec4 uLight;
uniform vec4 uFill;
uniform vec4 uPattern;
uniform vec3 uSelection;
flat varying vec4 vPlain;
flat varying vec4 vStroke;
flat varying float vLayer;
varying float vLight;

vec4 marked(vec3 colour, float alpha, float isSelected, float isHovered) {
  float over = isSelected * 0.22;
  vec4 found = vec4(mix(colour * alpha, uSelection, over), alpha * (1.0 - over) + over);
  found.rgb += isHovered * 0.10 * (1.0 - found.rgb);
  found.a = min(1.0, found.a + isHovered * 0.10);
  return found;
}

void main() {
  float record = ground.w;
  vec4 own = texel(record, 0);
  vec4 state = texel(record, 1);
  int bits = int(state.g * 255.0 + 0.5);
  float isSelected = float((bits >> 1) & 1);
  float isHovered = abs(record - uHovered) < 0.5 ? 1.0 : 0.0;
  vLayer = floor(state.r * 255.0 + 0.5);
  vec3 up = vec3(ground.xy, sqrt(max(0.0, 1.0 - dot(ground.xy, ground.xy))));
  float light = uLight.w + (1.0 - uLight.w) * clamp(dot(up, normalize(uLight.xyz)), 0.0, 1.0) / max(uLight.z, 0.2);
  vLight = uFill.z > 0.5 ? 1.0 : clamp(0.4 + 0.6 * light, 0.7, 1.2);
  float alpha = mix(uFill.y, uFill.x, step(0.5, own.a));
  float depth = uEye.w > 0.5 ? uEye.w : distance(position, uEye.xyz);
  float strength = uPattern.y * smoothstep(7.0, 20.0, uPattern.z / max(depth, 1.0));
  vPlain = marked(own.rgb, alpha, isSelected, isHovered);
  vStroke = marked(mix(own.rgb, vec3(uPattern.x), strength * 0.42), mix(alpha, max(alpha, 0.55), strength), isSelected, isHovered);
  if (uFill.z > 0.5) vPlain = vStroke = vec4(own.rgb, 1.0);
  gl_Position = uViewProjection * vec4(lifted(position, ground.z), 1.0);
}`

export const REGION_FRAGMENT = /* glsl */ `
precision highp float;
flat varying vec4 vPlain;
flat varying vec4 vStroke;
flat varying float vLayer;
varying float vLight;
#ifdef PATTERNED
uniform highp sampler2D uPatterns;
uniform vec2 uTile;
#endif

void main() {
#ifdef PATTERNED
  vec2 at = fract(gl_FragCoord.xy * uTile.y) * uTile.x;
  vec4 colour = mix(vPlain, vStroke, texelFetch(uPatterns, ivec2(at.x, at.y + vLayer * uTile.x), 0).r);
#else
  vec4 colour = vPlain;
#endif
  gl_FragColor = vec4(colour.rgb * vLight, colour.a);
}`

/** What a line's corners carry to its pixels. */
const CARRIED = /* glsl */ `
#ifdef MARKED
/** CSS pixels across and along the line. */
varying vec2 vPlace;
flat varying vec4 vCore;
flat varying vec4 vUnder;
/** Where core and under line end, each with how steeply. */
flat varying vec4 vEdges;
/** Dashes for each pixel, how much of a dash is drawn, how steeply it ends. */
flat varying vec3 vDash;
#else
/** CSS pixels across the line. */
varying float vAcross;
/** How strong core and under line are. */
flat varying vec2 vAlpha;
#endif`

/**
 * Outlines: one quad for each shared edge, thickened on the screen. MARKED: of selected, previewed and edited regions
 * alone, which are highlighted.
 */
export const OUTLINE_VERTEX = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec4 edgeFrom;
attribute vec4 edgeTo;
uniform mat4 uViewProjection;
uniform vec3 uScreen;
uniform vec3 uShow;
uniform vec4 uCore;
uniform vec4 uUnder;
uniform vec3 uFade;
uniform vec4 uPattern;
uniform vec3 uSelection;
uniform vec3 uEdited;
${RECORD}
${LIFT}
${CARRIED}

#ifdef MARKED
int stateOf(float record) { return record < 0.0 ? 1 : int(texel(record, 1).g * 255.0 + 0.5); }
vec4 ending(vec2 core, vec2 under) { return vec4(core.y, 1.0 / (core.y - core.x), under.y, 1.0 / (under.y - under.x)); }

/** Line of a selected, previewed or edited region; returns how far it reaches to each side. */
float look(float kind) {
  if (kind > 1.5) {
    vCore = vec4(1.0);
    vUnder = vec4(uSelection, 1.0);
    vEdges = ending(vec2(0.5, 1.0) * uShow.z + vec2(0.0, 0.4), vec2(2.0 * uShow.z) + vec2(0.0, 1.0));
    vDash = vec3(0.0, 2.0, 1.0);
    return 3.2;
  }
  bool isGhost = kind > 1.2;
  vCore = isGhost ? vec4(1.0) : vec4(uEdited, 1.0);
  vUnder = isGhost ? vec4(uSelection, 0.9) : vec4(0.06, 0.07, 0.085, 0.9);
  vEdges = ending(vec2(0.6, 1.3), vec2(1.6, 2.4));
  vDash = vec3(1.0 / 8.5, 0.36, 10.0);
  return 2.6;
}
#else
/** Lines fade as regions grow small on the screen; returns how far they reach to each side. */
float look(float size) {
  float fade = size > 60.0 ? uFade.x : size > 24.0 ? mix(uFade.y, uFade.x, (size - 24.0) / 36.0)
    : size > 9.0 ? mix(uFade.z, uFade.y, (size - 9.0) / 15.0) : uFade.z * smoothstep(2.0, 9.0, size);
  float under = smoothstep(18.0, 40.0, size);
  vAlpha = vec2(fade, uUnder.a * under * fade / max(uFade.x, 1e-3));
  return mix(0.95, 1.7, under);
}
#endif

void main() {
#ifdef MARKED
  int one = stateOf(edgeFrom.w);
  int other = stateOf(edgeTo.w);
  int seen = ((one & 1) == 1 ? 0 : one) | ((other & 1) == 1 ? 0 : other);
  float kind = (seen & 2) != 0 ? 2.0 : (seen & 8) != 0 ? 1.4 : (seen & 4) != 0 && uShow.y > 0.5 ? 1.0 : 0.0;
  bool isGone = kind < 0.5;
#else
  float kind = 0.0;
  bool isGone = false;
#endif
  float more = 0.3 + kind * 0.3;
  vec4 a = uViewProjection * vec4(lifted(edgeFrom.xyz, position.z + more), 1.0);
  vec4 b = uViewProjection * vec4(lifted(edgeTo.xyz, position.z + more), 1.0);
${SEGMENT_ON_SCREEN}#ifdef MARKED
  float wide = look(kind);
  float cap = 1.2;
#else
  float depth = uEye.w > 0.5 ? uEye.w : distance((edgeFrom.xyz + edgeTo.xyz) * 0.5, uEye.xyz);
  float wide = look(uPattern.z / max(depth, 1.0));
  float cap = 0.4;
#endif
  vec2 offset = (vec2(-direction.y, direction.x) * position.y * wide + direction * (position.x * 2.0 - 1.0) * cap) * uScreen.z;
  vec3 place = position.x < 0.5 ? from : to;
#ifdef MARKED
  vPlace = vec2(position.y * wide, (position.x * far) / uScreen.z);
#else
  vAcross = position.y * wide;
#endif
  // Divided here: what is carried to the pixels is even on the screen.
  gl_Position = isGone ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(place.xy + offset * 2.0 / uScreen.xy, place.z, 1.0);
}`

export const OUTLINE_FRAGMENT = /* glsl */ `
precision highp float;
${CARRIED}
#ifdef MARKED
void main() {
  vec2 drawn = clamp((vEdges.xz - abs(vPlace.x)) * vEdges.yw, 0.0, 1.0);
  float dash = clamp((vDash.y - abs(fract(vPlace.y * vDash.x) - 0.5)) * vDash.z, 0.0, 1.0);
  float core = vCore.a * drawn.x * dash;
  float under = vUnder.a * drawn.y * (1.0 - core);
  gl_FragColor = vec4(vCore.rgb * core + vUnder.rgb * under, core + under);
}
#else
uniform vec4 uCore;
uniform vec4 uUnder;

void main() {
  float off = abs(vAcross);
  float core = vAlpha.x * clamp((0.95 - off) * 1.43, 0.0, 1.0);
  float under = vAlpha.y * clamp((1.7 - off) * 1.11, 0.0, 1.0) * (1.0 - core);
  gl_FragColor = vec4(uCore.rgb * core + uUnder.rgb * under, core + under);
}
#endif`
