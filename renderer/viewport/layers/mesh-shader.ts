import { SKY_LIGHT } from './sky-light'

/** Reads the matrix of a node: three texels, a row each. */
const NODE = /* glsl */ `
uniform highp sampler2D uNodes;
vec4 nodeRow(float node, int row) {
  int at = int(node + 0.5) * 3 + row;
  return texelFetch(uNodes, ivec2(at % NODE_WIDTH, at / NODE_WIDTH), 0);
}
vec3 posed(float node, vec4 place) {
  return vec3(dot(nodeRow(node, 0), place), dot(nodeRow(node, 1), place), dot(nodeRow(node, 2), place));
}`

/** Reads the matrix of an instance; a model that is placed in the world has no nodes of its own. */
const INSTANCE = /* glsl */ `
attribute vec4 world0;
attribute vec4 world1;
attribute vec4 world2;
attribute vec4 world3;
/** Colour of the record, its state: 1 under the pointer, 2 selected. */
attribute vec4 look;
vec3 posed(float node, vec4 place) {
  return (mat4(world0, world1, world2, world3) * place).xyz;
}`

/** Triangles in the space of their nodes, or of the instances. `part` is node, record, and of the paint `4 * layer + mode` (-1 none). */
export const MESH_VERTEX = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec3 normal;
attribute vec2 uv;
attribute vec3 part;
/** Colour of the material, opacity of the paint. */
attribute vec4 tint;
uniform mat4 uViewProjection;
/** Selected node, record, hovered node (a record r is -2 - r); world units of a pixel at depth 1. */
uniform vec4 uChosen;
uniform vec3 uScreen;
uniform vec4 uEye;
uniform vec3 uForward;
#ifdef PLACED
${INSTANCE}
#else
${NODE}
#endif
varying vec3 vWorld;
varying vec3 vNormal;
varying vec2 vUv;
flat varying vec4 vTint;
flat varying float vPaint;
flat varying float vMark;
#ifdef PLACED
flat varying vec3 vLook;
#endif
#ifdef LIGHTMAPPED
/** Coordinates and layer of the light map; -1: none. */
attribute vec3 light;
varying vec3 vLight;
#endif

void main() {
  vWorld = posed(part.x, vec4(position, 1.0));
  vNormal = posed(part.x, vec4(normal, 0.0));
  vUv = uv;
  vPaint = part.z;
#ifdef LIGHTMAPPED
  vLight = light;
#endif
#ifdef PLACED
  // Without textures: the colour of the record, lighter and darker by material, so that no other hue is taken for a value.
  vTint = vec4(mix(vec3(dot(tint.rgb, vec3(0.333))), look.rgb, 0.62), tint.a);
  vLook = look.rgb;
  vMark = look.a;
#else
  vTint = tint;
  bool isChosen = uChosen.y >= 0.0 ? abs(part.y - uChosen.y) < 0.5 : abs(part.x - uChosen.x) < 0.5;
  bool isHovered = uChosen.z < -1.5 ? abs(part.y + 2.0 + uChosen.z) < 0.5 : abs(part.x - uChosen.z) < 0.5;
  vMark = isChosen ? 2.0 : isHovered ? 1.0 : 0.0;
#endif
  gl_Position = uViewProjection * vec4(vWorld, 1.0);
#ifdef OUTLINE
  // Away from the eye by some pixels, so that only what reaches out beside its own triangle is seen.
  float pixel = uChosen.w * gl_Position.w;
  vec3 away = uEye.w > 0.5 ? uForward : normalize(vWorld - uEye.xyz);
  vec3 behind = vWorld + away * pixel * 12.0;
  vec4 ahead = uViewProjection * vec4(behind + normalize(vNormal + vec3(1e-6)) * pixel, 1.0);
  gl_Position = uViewProjection * vec4(behind, 1.0);
  vec2 way = (ahead.xy / ahead.w - gl_Position.xy / gl_Position.w) * uScreen.xy;
  float far2 = dot(way, way);
  if (far2 > 1e-12) gl_Position.xy += way * inversesqrt(far2) * (3.2 * uScreen.z / uScreen.xy) * gl_Position.w;
#endif
}`

export const MESH_FRAGMENT = /* glsl */ `
precision highp float;
precision highp sampler2DArray;
uniform sampler2DArray uPaints;
uniform vec4 uLight;
${SKY_LIGHT}
uniform vec4 uEye;
uniform vec3 uForward;
uniform vec3 uSelection;
/** x: 0 plain, 1 colours of materials, 2 textures; y: 1 where vertices have normals. */
uniform vec2 uShade;
varying vec3 vWorld;
varying vec3 vNormal;
varying vec2 vUv;
flat varying vec4 vTint;
flat varying float vPaint;
flat varying float vMark;
#ifdef PLACED
flat varying vec3 vLook;
#endif
#ifdef LIGHTMAPPED
varying vec3 vLight;
#endif

void main() {
#ifdef OUTLINE
  gl_FragColor = vec4(uSelection, 1.0);
#else
  vec3 face = cross(dFdx(vWorld), dFdy(vWorld));
  vec3 toEye = uEye.w > 0.5 ? -uForward : uEye.xyz - vWorld;
  vec3 up = uShade.y > 0.5 && dot(vNormal, vNormal) > 1e-8 ? vNormal : face;
  up = normalize(dot(up, up) > 1e-20 ? up : vec3(0.0, 0.0, 1.0));
  if (dot(up, toEye) < 0.0) up = -up;
  vec3 colour = vec3(0.72, 0.73, 0.75);
  if (uShade.x > 0.5) colour = vTint.rgb;
  float opacity = 1.0;
  float mode = 0.0;
  if (uShade.x > 1.5 && vPaint >= 0.0) {
    float layer = floor(vPaint / 4.0);
    mode = vPaint - 4.0 * layer;
    vec4 paint = texture(uPaints, vec3(vUv, layer));
    if (mode > 0.5 && paint.a < 0.004) discard;
    colour = paint.rgb;
    opacity = paint.a * vTint.a;
#ifdef PLACED
    colour = mix(colour, vLook * (0.3 + dot(colour, vec3(0.333))), 0.3);
#endif
  }
  float sun = clamp(dot(up, normalize(uLight.xyz)), 0.0, 1.0);
  float head = clamp(dot(up, normalize(toEye)), 0.0, 1.0);
  // What is added to the picture is light itself.
  bool isLit = mode > 2.5;
#ifdef LIGHTMAPPED
  vec3 light = texture(uPaints, vec3(vLight.xy, max(vLight.z, 0.0))).rgb;
  if (!isLit && vLight.z > -0.5) {
    colour *= light;
    isLit = true;
  }
#endif
#ifdef SKY
  if (!isLit) colour *= skyLight(uLight.w, (1.0 - uLight.w) * (0.6 * sun + 0.75 * head));
  float fog = fogAt(distance(uEye.xyz, vWorld));
  colour = mix(colour, mode > 2.5 ? vec3(0.0) : uFogColour, fog);
#else
  if (!isLit) colour *= uLight.w + (1.0 - uLight.w) * (0.6 * sun + 0.75 * head);
#endif
  if (vMark > 1.5) colour = mix(colour, uSelection, 0.26);
  else if (vMark > 0.5) colour = mix(colour, vec3(1.0), 0.12);
#ifdef TRANSLUCENT
  gl_FragColor = vec4(colour * opacity, mode > 2.5 ? 0.0 : opacity);
#else
  gl_FragColor = vec4(colour, 1.0);
#endif
#endif
}`

/** The plane z = 0 with lines at steps and at tens of them, fading away from the model. */
export const FLOOR_VERTEX = /* glsl */ `
precision highp float;
attribute vec3 position;
uniform mat4 uViewProjection;
uniform vec4 uFloor;
varying vec2 vPlace;
void main() {
  vPlace = uFloor.xy + position.xy * uFloor.z;
  gl_Position = uViewProjection * vec4(vPlace, 0.0, 1.0);
}`

export const FLOOR_FRAGMENT = /* glsl */ `
precision highp float;
uniform vec4 uFloor;
uniform vec4 uLine;
varying vec2 vPlace;
float lines(float step) {
  vec2 at = vPlace / step;
  vec2 off = abs(fract(at - 0.5) - 0.5) / max(fwidth(at), vec2(1e-6));
  return 1.0 - min(min(off.x, off.y), 1.0);
}
void main() {
  float far = length(vPlace - uFloor.xy) / uFloor.z;
  float shown = max(lines(uFloor.w) * 0.45, lines(uFloor.w * 10.0));
  float alpha = shown * uLine.a * (1.0 - smoothstep(0.35, 1.0, far));
  gl_FragColor = vec4(uLine.rgb * alpha, alpha);
}`
