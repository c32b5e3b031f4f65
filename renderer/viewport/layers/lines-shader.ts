import { LIFT, RECORD, SEGMENT_ON_SCREEN } from './region-shader'

/** What a line's corners carry to its pixels. */
const CARRIED = /* glsl */ `
/** CSS pixels across and along the line. */
varying vec2 vPlace;
flat varying vec4 vCore;
flat varying vec4 vUnder;
/** Where core and under line end. */
flat varying vec2 vHalf;`

/**
 * Lines: one quad for each segment, thickened on the screen. COLOURED: by the texels of their records; else they are
 * dashes of one colour.
 */
export const LINES_VERTEX = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec3 lineFrom;
attribute vec4 lineTo;
uniform mat4 uViewProjection;
uniform vec3 uScreen;
uniform vec4 uPlain;
uniform vec4 uBelow;
uniform vec3 uSelection;
uniform float uUnits;
${RECORD}
${LIFT}
${CARRIED}

void main() {
  vec4 a = uViewProjection * vec4(lifted(lineFrom, uUnits), 1.0);
  vec4 b = uViewProjection * vec4(lifted(lineTo.xyz, uUnits), 1.0);
  bool isGone = false;
${SEGMENT_ON_SCREEN}#ifdef COLOURED
  vec4 own = texel(lineTo.w, 0);
  int bits = int(texel(lineTo.w, 1).g * 255.0 + 0.5);
  isGone = isGone || (bits & 1) == 1;
  bool isSelected = (bits & 2) == 2;
  float loud = step(0.5, own.a);
  /** Quiet lines fade as they grow small on the screen. */
  float fade = max(loud, 0.75 * smoothstep(4.0, 30.0, far / uScreen.z));
  vCore = isSelected ? vec4(1.0) : vec4(own.rgb, fade);
  vUnder = isSelected ? vec4(uSelection, 1.0) : vec4(uBelow.rgb, uBelow.a * fade);
  vHalf = isSelected ? vec2(1.0, 3.0) : mix(vec2(0.6, 1.2), vec2(1.1, 2.0), loud);
#else
  vCore = uPlain;
  vUnder = uBelow;
  vHalf = vec2(1.0, 2.0);
#endif
  float wide = vHalf.y + 0.7;
  vec2 offset = (vec2(-direction.y, direction.x) * position.y * wide + direction * (position.x * 2.0 - 1.0) * 0.5) * uScreen.z;
  vec3 place = position.x < 0.5 ? from : to;
  vPlace = vec2(position.y * wide, (position.x * far) / uScreen.z);
  // Divided here: what is carried to the pixels is even on the screen.
  gl_Position = isGone ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(place.xy + offset * 2.0 / uScreen.xy, place.z, 1.0);
}`

export const LINES_FRAGMENT = /* glsl */ `
precision highp float;
${CARRIED}

void main() {
  vec2 drawn = clamp(vHalf + 0.5 - abs(vPlace.x), 0.0, 1.0);
#ifdef COLOURED
  float dash = 1.0;
#else
  float dash = clamp((0.28 - abs(fract(vPlace.y * 0.1) - 0.5)) * 10.0, 0.0, 1.0);
#endif
  float core = vCore.a * drawn.x * dash;
  float under = vUnder.a * drawn.y * (1.0 - core);
  gl_FragColor = vec4(vCore.rgb * core + vUnder.rgb * under, core + under);
}`
