/** Reads a record's two texels: colour and loudness, pattern and state. */
const RECORD = /* glsl */`
uniform highp sampler2D uRecords;
vec4 texel(float record, int which) {
  int at = int(record + 0.5) * 2 + which;
  return texelFetch(uRecords, ivec2(at % 512, at / 512), 0);
}`

/** Towards the eye by \`units\`: the place on the screen stays, only the depth changes. */
const LIFT = /* glsl */`
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

export const AREAL_VERTEX = /* glsl */`
precision highp float;
attribute vec3 position;
attribute vec4 ground;
uniform mat4 uViewProjection;
uniform float uHovered;
${RECORD}
${LIFT}
uniform vec4 uLight;
uniform vec4 uFill;
varying float vLight;
varying float vDepth;
flat varying vec4 vColour;
flat varying vec3 vState;

void main() {
  float record = ground.w;
  vColour = texel(record, 0);
  vec4 state = texel(record, 1);
  int bits = int(state.g * 255.0 + 0.5);
  vState = vec3(state.r * 255.0, float((bits >> 1) & 1), abs(record - uHovered) < 0.5 ? 1.0 : 0.0);
  vec3 up = vec3(ground.xy, sqrt(max(0.0, 1.0 - dot(ground.xy, ground.xy))));
  float light = uLight.w + (1.0 - uLight.w) * clamp(dot(up, normalize(uLight.xyz)), 0.0, 1.0) / max(uLight.z, 0.2);
  vLight = clamp(0.4 + 0.6 * light, 0.7, 1.2);
  // What would be all but clear is not drawn: most of every map is of the quiet class.
  bool isClear = vColour.a < 0.5 && uFill.y <= 0.0 && uFill.z < 0.5 && vState.y + vState.z < 0.5;
  vec4 place = uViewProjection * vec4(lifted(position, ground.z), 1.0);
  vDepth = uEye.w > 0.5 ? uEye.w : distance(position, uEye.xyz);
  gl_Position = (bits & 1) == 1 || isClear ? vec4(2.0, 2.0, 2.0, 1.0) : place;
}`

export const AREAL_FRAGMENT = /* glsl */`
precision highp float;
varying float vLight;
varying float vDepth;
flat varying vec4 vColour;
flat varying vec3 vState;
uniform vec4 uFill;
uniform vec4 uPattern;
uniform vec3 uSelection;
uniform vec3 uScreen;

float stripe(float at, float width) { return 1.0 - smoothstep(width - 0.5, width + 0.5, abs(at)); }
float saw(float at, float period) { return abs(mod(at + period * 0.5, period) - period * 0.5); }
float ring(vec2 at, float radius, float width) { return stripe(length(at) - radius, width); }
/** The cell of a staggered field of marks, from its middle. */
vec2 mark(vec2 p, vec2 period) {
  float row = floor(p.y / period.y);
  return vec2(mod(p.x + mod(row, 2.0) * period.x * 0.5, period.x) - period.x * 0.5, mod(p.y, period.y) - period.y * 0.5);
}

/** How much of a pattern's stroke lies in this pixel. \`p\` in CSS pixels of the screen. */
float pattern(int id, vec2 p, float tight) {
  float diagonal = 0.70710678;
  if (id == 1) return stripe(saw((p.x - p.y) * diagonal, 8.0 * tight), 0.7);
  if (id == 2) return 1.0 - smoothstep(0.7, 1.7, length(mark(p, vec2(8.0, 6.0) * tight)));
  if (id == 3) return stripe(saw(p.x, 6.0 * tight), 0.6);
  if (id == 4) return stripe(saw(p.y + 1.6 * sin(p.x * 0.55), 8.0 * tight), 0.7);
  if (id == 5) return max(stripe(saw((p.x - p.y) * diagonal, 9.0 * tight), 0.6), stripe(saw((p.x + p.y) * diagonal, 9.0 * tight), 0.6));
  if (id == 6) return stripe(saw((p.x + p.y) * diagonal, 8.0 * tight), 0.7);
  if (id == 7) return max(stripe(saw(p.x, 8.0 * tight), 0.6), stripe(saw(p.y, 8.0 * tight), 0.6));
  if (id == 8) { vec2 m = mark(p, vec2(11.0, 6.0) * tight); return stripe(m.y, 0.7) * stripe(m.x, 3.0); }
  if (id == 9) return ring(mark(p, vec2(10.0, 8.0) * tight), 2.4, 0.6);
  if (id == 10) { vec2 m = mark(p, vec2(9.0, 8.0) * tight); return stripe(max(abs(m.x) * 1.5 + m.y, -m.y * 1.4), 2.0); }
  if (id == 11) { vec2 m = mark(p, vec2(9.0, 8.0) * tight);
    return max(stripe(m.x, 0.6) * stripe(m.y, 2.4), stripe(m.y, 0.6) * stripe(m.x, 2.4)); }
  if (id == 12) return stripe(saw(p.y + abs(mod(p.x, 8.0) - 4.0), 8.0 * tight), 0.7);
  return 0.0;
}

void main() {
  if (uFill.z > 0.5) { gl_FragColor = vec4(vColour.rgb, 1.0); return; }
  float loud = step(0.5, vColour.a);
  int id = int(vState.x + 0.5);
  float tight = (id & 16) == 16 ? 0.6 : 1.0;
  vec2 p = vec2(gl_FragCoord.x, uScreen.y - gl_FragCoord.y) / uScreen.z;
  float size = uPattern.z / max(vDepth, 1.0);
  float strength = uPattern.y * smoothstep(7.0, 20.0, size);
  float drawn = uFill.w > 0.5 && strength > 0.0 ? pattern(id & 15, p, tight) * strength : 0.0;
  vec3 ink = vec3(uPattern.x);
  vec3 colour = vColour.rgb * vLight;
  float alpha = mix(uFill.y, uFill.x, loud);
  alpha = mix(alpha, max(alpha, 0.55), drawn);
  colour = mix(colour, ink, drawn * 0.42);
  float over = vState.y * 0.22;
  colour = mix(colour * alpha, uSelection, over);
  alpha = alpha * (1.0 - over) + over;
  colour += vState.z * 0.10 * (1.0 - colour);
  alpha = min(1.0, alpha + vState.z * 0.10);
  gl_FragColor = vec4(colour, alpha);
}`

/** Outlines: one quad per shared edge, thickened on the screen, fading as areals grow small; selected and edited ones stand out. */
export const OUTLINE_VERTEX = /* glsl */`
precision highp float;
attribute vec3 position;
attribute vec4 edgeFrom;
attribute vec4 edgeTo;
uniform mat4 uViewProjection;
uniform vec3 uScreen;
uniform vec3 uShow;
${RECORD}
${LIFT}
varying vec3 vAcross;
varying float vDepth;
flat varying float vKind;

int stateOf(float record) { return record < 0.0 ? 1 : int(texel(record, 1).g * 255.0 + 0.5); }

void main() {
  int one = stateOf(edgeFrom.w);
  int other = stateOf(edgeTo.w);
  int seen = ((one & 1) == 1 ? 0 : one) | ((other & 1) == 1 ? 0 : other);
  vKind = (seen & 2) != 0 ? 2.0 : (seen & 8) != 0 ? 1.4 : (seen & 4) != 0 && uShow.y > 0.5 ? 1.0 : 0.0;
  float more = 0.3 + vKind * 0.3;
  vec4 a = uViewProjection * vec4(lifted(edgeFrom.xyz, position.z + more), 1.0);
  vec4 b = uViewProjection * vec4(lifted(edgeTo.xyz, position.z + more), 1.0);
  float least = 0.05;
  bool isGone = (a.w < least && b.w < least) || ((one & 1) == 1 && (other & 1) == 1) || (vKind < 0.5 && uShow.x < 0.5);
  if (a.w < least) a = mix(a, b, (least - a.w) / (b.w - a.w));
  if (b.w < least) b = mix(b, a, (least - b.w) / (a.w - b.w));
  vec2 along = (b.xy / b.w - a.xy / a.w) * uScreen.xy * 0.5;
  float far = length(along);
  vec2 direction = far > 1e-6 ? along / far : vec2(1.0, 0.0);
  vec2 across = vec2(-direction.y, direction.x);
  vec4 place = position.x < 0.5 ? a : b;
  float wide = vKind > 1.5 ? 3.2 : vKind > 0.5 ? 2.6 : 2.0;
  float cap = vKind > 0.5 ? 1.2 : 0.4;
  vec2 offset = (across * position.y * wide + direction * (position.x * 2.0 - 1.0) * cap) * uScreen.z;
  place.xy += offset * 2.0 / uScreen.xy * place.w;
  // Carried without the perspective's share, so that dashes are even on the screen.
  vAcross = vec3(position.y * wide, (position.x * far) / uScreen.z, 1.0) * place.w;
  vDepth = uEye.w > 0.5 ? uEye.w : distance(mix(edgeFrom.xyz, edgeTo.xyz, position.x), uEye.xyz);
  gl_Position = isGone ? vec4(2.0, 2.0, 2.0, 1.0) : place;
}`

export const OUTLINE_FRAGMENT = /* glsl */`
precision highp float;
varying vec3 vAcross;
varying float vDepth;
flat varying float vKind;
uniform vec4 uCore;
uniform vec4 uUnder;
uniform vec3 uFade;
uniform vec4 uPattern;
uniform vec3 uShow;
uniform vec3 uSelection;
uniform vec3 uEdited;

vec4 over(vec3 core, float coreAlpha, vec3 under, float underAlpha) {
  return vec4(core * coreAlpha + under * underAlpha * (1.0 - coreAlpha), coreAlpha + underAlpha * (1.0 - coreAlpha));
}

void main() {
  float off = abs(vAcross.x / vAcross.z);
  if (vKind > 1.5) {
    float thin = uShow.z;
    gl_FragColor = over(vec3(1.0), 1.0 - smoothstep(0.5 * thin, 1.0 * thin + 0.4, off), uSelection, 1.0 - smoothstep(2.0 * thin, 2.0 * thin + 1.0, off));
    return;
  }
  if (vKind > 1.2) {
    float dash = 1.0 - smoothstep(2.4, 3.2, abs(mod(vAcross.y / vAcross.z, 8.0) - 4.0));
    gl_FragColor = over(vec3(1.0), dash * (1.0 - smoothstep(0.6, 1.3, off)), uSelection, 0.9 * (1.0 - smoothstep(1.6, 2.4, off)));
    return;
  }
  if (vKind > 0.5) {
    float dash = 1.0 - smoothstep(2.2, 3.0, abs(mod(vAcross.y / vAcross.z, 9.0) - 4.5));
    gl_FragColor = over(uEdited, dash * (1.0 - smoothstep(0.6, 1.3, off)), vec3(0.06, 0.07, 0.085), 0.9 * (1.0 - smoothstep(1.6, 2.4, off)));
    return;
  }
  float size = uPattern.z / max(vDepth, 1.0);
  float fade = size > 60.0 ? uFade.x : size > 24.0 ? mix(uFade.y, uFade.x, (size - 24.0) / 36.0)
    : size > 9.0 ? mix(uFade.z, uFade.y, (size - 9.0) / 15.0) : uFade.z * smoothstep(2.0, 9.0, size);
  float core = (1.0 - smoothstep(0.25, 0.95, off)) * fade;
  float under = (1.0 - smoothstep(0.8, 1.7, off)) * uUnder.a * fade / max(uFade.x, 1e-3);
  gl_FragColor = over(uCore.rgb, core, uUnder.rgb, under);
}`
