import { SKY_LIGHT } from './sky-light'

/**
 * The ground: light, height and slope tint, level of detail by tile, and lines drawn over it by place. Code of hidden
 * parts is not compiled.
 */
export const TERRAIN_VERTEX = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec3 normal;
attribute vec3 tile;
uniform mat4 uViewProjection;
uniform vec3 uLod;
uniform vec4 uEye;
uniform vec3 uForward;
#ifdef LINED
varying vec3 vWorld;
#endif
#ifdef TINTED
attribute vec4 tint;
#endif
#ifdef WIRES
varying vec3 vBary;
#endif
uniform vec4 uLight;
uniform float uRadius;
uniform float uFine;
#ifdef BLENDED
/** How much the fine grain shows. */
varying float vFine;
#else
/** Colour of bare ground, lit, with haze; how much the fine grain shows. */
varying vec4 vGround;
uniform vec3 uBackground;
uniform vec3 uRamp[4];
uniform vec2 uHeights;
uniform highp sampler2D uGrain;
#endif
${SKY_LIGHT}
#ifdef GRAINED
varying vec2 vGrain;
#endif
#ifdef PAINTED
#ifdef TINTED
varying vec4 vTint;
#endif
/** Light without haze; haze. */
varying vec2 vLit;
#ifdef SKY
varying vec3 vSky;
#endif
attribute vec3 uv;
varying vec3 vUv;
#ifdef BLENDED
attribute vec3 blend;
attribute vec4 shade;
flat varying float vRecord;
varying vec2 vBlend;
varying vec3 vShade;
#else
attribute vec4 paint;
flat varying vec4 vPaint;
#endif
#ifdef DETAILED
attribute vec2 detail;
varying vec2 vDetail;
#endif
#endif

void main() {
  vec2 away = tile.xy - uLod.yz;
  float wanted = uLod.x < 0.0 ? (dot(away, away) > 8.0 ? 1.0 : 0.0) : uLod.x;
  bool isWanted = abs(tile.z - wanted) < 0.5;
  // Under near tiles the far level lies a little deeper, at the same place of the screen: it shows only in the cracks.
  bool isLining = uLod.x < 0.0 && tile.z > 0.5;
  if (!(isWanted || isLining)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
#ifdef WIRES
  int corner = gl_VertexID % 3;
  vBary = vec3(corner == 0, corner == 1, corner == 2);
#endif
#ifdef LINED
  vWorld = position;
#endif
  // Corners lie closer together than light and tone change: what can be told of them is not told of every pixel.
  vec3 toLight = normalize(uLight.xyz);
  float direct = (1.0 - uLight.w) * clamp(dot(normal, toLight), 0.0, 1.0) / max(toLight.z, 0.2);
  float light = uLight.w + direct;
#ifdef SKY
  vec3 sky = skyLight(uLight.w, direct) / light;
#endif
  light = clamp(light * (0.92 + 0.08 * normal.z), 0.0, 1.55);
  float far = distance(position, uEye.xyz);
#ifdef SKY
  float haze = fogAt(far);
#else
  float haze = 0.35 * smoothstep(0.9, 3.2, far / uRadius);
#endif
  float fine = 1.0 - smoothstep(0.5, 1.0, (uEye.w > 0.5 ? uEye.w : far) * uFine);
#ifdef BLENDED
  // All of it is painted, and by several pictures: no colour of its own, and no unevenness but theirs.
  float uneven = 1.0;
#else
  vec4 coarse = textureLod(uGrain, position.xy * 0.0016, 0.0);
  float uneven = 0.9 + coarse.b * 0.2;
#endif
  light *= uneven;
#ifdef TINTED
  // A false colour is read as a value: no grain, nothing brighter than it.
  light = mix(light, min(light / uneven, 1.0), tint.a);
  fine *= 1.0 - tint.a;
#ifdef SKY
  sky = mix(sky, vec3(1.0), tint.a);
#endif
#endif
#ifdef BLENDED
  vFine = fine;
#else
  float height = (position.z - uHeights.x) / max(uHeights.y - uHeights.x, 1e-3);
  float tone = clamp(height + coarse.r * 0.143 + coarse.g * 0.077 - 0.11, 0.0, 1.0) * 3.0;
  vec3 albedo = mix(mix(mix(uRamp[0], uRamp[1], min(tone, 1.0)), uRamp[2], clamp(tone - 1.0, 0.0, 1.0)), uRamp[3], max(tone - 2.0, 0.0));
  albedo = mix(albedo, vec3(dot(albedo, vec3(0.333))) * 0.86, 0.55 * smoothstep(0.10, 0.45, 1.0 - normal.z));
#ifdef TINTED
  albedo = mix(albedo, tint.rgb, tint.a);
#endif
#ifdef SKY
  vGround = vec4(mix(albedo * light * sky, uFogColour, haze), fine);
#else
  vGround = vec4(mix(albedo * light, uBackground, haze), fine);
#endif
#endif
#ifdef GRAINED
  vGrain = position.xy * 0.011 + 0.37;
#endif
#ifdef PAINTED
  vLit = vec2(light, haze);
#ifdef SKY
  vSky = sky;
#endif
#ifdef TINTED
  vTint = tint;
#endif
#endif
#ifdef PAINTED
#ifdef BLENDED
  vRecord = blend.z;
  vBlend = blend.xy;
  vShade = shade.rgb;
#else
  vPaint = paint;
#endif
  vUv = uv;
#ifdef DETAILED
  vDetail = detail;
#endif
#endif
  vec3 away3 = uEye.w > 0.5 ? uForward : normalize(position - uEye.xyz);
  vec3 place = isWanted ? position : position + away3 * 40.0;
  gl_Position = uViewProjection * vec4(place, 1.0);
}`

export const TERRAIN_FRAGMENT = /* glsl */ `
precision highp float;
precision highp sampler2DArray;
#ifdef LINED
varying vec3 vWorld;
#endif
#ifdef BLENDED
varying float vFine;
#else
varying vec4 vGround;
#endif
#ifdef GRAINED
uniform highp sampler2D uGrain;
varying vec2 vGrain;
#endif
#ifdef PAINTED
uniform vec3 uBackground;
uniform sampler2DArray uPaints;
varying vec2 vLit;
#ifdef SKY
uniform vec3 uFogColour;
varying vec3 vSky;
#endif
varying vec3 vUv;
#ifdef BLENDED
/** Shares of the layers of all records, see BlendSet: four layers per picture, a square per record. */
uniform sampler2DArray uShares;
uniform highp sampler2D uBlend;
/** Columns of squares, pixels along the side of one. */
uniform vec2 uSquares;
flat varying float vRecord;
varying vec2 vBlend;
varying vec3 vShade;

/** The layers of the record by their shares, divided by the sum; the first layer alone where all are 0. */
vec3 blended() {
  float record = floor(vRecord + 0.5);
  vec2 square = vec2(mod(record, uSquares.x), floor(record / uSquares.x));
  // Half a pixel from the border: beyond it is the square of another record.
  vec2 inside = clamp(vBlend * uSquares.y, vec2(0.5), vec2(uSquares.y - 0.5));
  vec2 at = (square * uSquares.y + inside) / (uSquares.x * uSquares.y);
  vec2 dx = dFdx(vUv.xy);
  vec2 dy = dFdy(vUv.xy);
  vec3 sum = vec3(0.0);
  float total = 0.0;
  for (int map = 0; map < 2; map++) {
    vec4 shares = textureLod(uShares, vec3(at, float(map)), 0.0);
    vec4 layers = texelFetch(uBlend, ivec2(map, int(record)), 0);
    for (int k = 0; k < 4; k++) {
      float share = layers[k] < -0.5 ? 0.0 : shares[k];
      if (share < 0.003) continue;
      vec3 tint = texelFetch(uBlend, ivec2(2 + 4 * map + k, int(record)), 0).rgb;
      sum += share * tint * textureGrad(uPaints, vec3(vUv.xy, layers[k]), dx, dy).rgb;
      total += share;
    }
  }
  if (total > 0.0) return sum / total;
  float first = texelFetch(uBlend, ivec2(0, int(record)), 0).x;
  return first < -0.5 ? vec3(0.5) : textureGrad(uPaints, vec3(vUv.xy, first), dx, dy).rgb;
}
#else
flat varying vec4 vPaint;
#endif
#ifdef TINTED
varying vec4 vTint;
#endif
#ifdef DETAILED
varying vec2 vDetail;
/** A colour with the detail of that layer: twice their product. */
vec3 detailed(vec3 colour, float layer) {
  vec3 fine = texture(uPaints, vec3(vDetail, max(layer, 0.0))).rgb;
  return layer < -0.5 ? colour : min(2.0 * colour * fine, 1.0);
}
#endif
#endif
#ifdef LINED
uniform vec4 uGround;
uniform vec4 uTiles;
uniform vec4 uCells;
uniform vec4 uLine;
#ifdef WIRES
varying vec3 vBary;
#endif

/** How much of a line of a grid lies in this pixel. */
float lines(vec4 grid, vec2 place, float width) {
  if (grid.z <= 0.0) return 0.0;
  vec2 at = (place - grid.xy) / grid.zw;
  vec2 pixel = fwidth(at);
  vec2 near = abs(fract(at - 0.5) - 0.5) / max(pixel, vec2(1e-6));
  float line = 1.0 - smoothstep(width - 0.6, width + 0.6, min(near.x, near.y));
  return line * clamp(1.6 - max(pixel.x, pixel.y) * 4.0, 0.0, 1.0);
}
float contours(float height, float step) {
  float at = height / step;
  float pixel = max(fwidth(at), 1e-6);
  return (1.0 - smoothstep(0.4, 1.4, (abs(fract(at - 0.5) - 0.5)) / pixel)) * clamp(1.5 - pixel * 3.0, 0.0, 1.0);
}
#endif

void main() {
#ifdef BLENDED
  vec3 colour = vec3(0.0);
  float grain = vFine;
#else
  vec3 colour = vGround.rgb;
  float grain = vGround.a;
#endif
#ifdef GRAINED
  vec4 near = texture2D(uGrain, vGrain);
  float fine = (near.g * 0.16 + near.b * 0.224 - 0.192) * grain;
#else
  float fine = 0.0;
#endif
#ifdef PAINTED
#ifdef BLENDED
  vec3 albedo = blended() * vShade;
  bool isPainted = true;
#else
  bool isPainted = vPaint.x > -0.5;
  // Read outside of branches: the size of a pixel on the texture is known only where neighbours read too.
  vec4 base = texture(uPaints, vec3(vUv.xy, max(vPaint.x, 0.0)));
  vec3 albedo = base.rgb;
#ifdef DETAILED
  albedo = detailed(albedo, vPaint.z);
#endif
#ifdef LAYERED
  vec3 over = texture(uPaints, vec3(vUv.xy, max(vPaint.y, 0.0))).rgb;
#ifdef DETAILED
  over = detailed(over, vPaint.w);
#endif
  if (vPaint.y > -0.5) albedo = mix(albedo, over, clamp(vUv.z, 0.0, 1.0));
#endif
#endif
#ifdef TINTED
  albedo = mix(albedo, vTint.rgb, vTint.a);
#endif
  if (isPainted) {
#ifdef SKY
    colour = mix(albedo * vLit.x * vSky, uFogColour, vLit.y);
#else
    colour = mix(albedo * vLit.x, uBackground, vLit.y);
#endif
    fine *= 0.25;
  }
#endif
  colour *= 1.0 + fine;
#ifdef LINED
  float ink = 0.0;
  if (uGround.z > 0.0) ink = max(ink, contours(vWorld.z, uGround.z) * 0.5);
  ink = max(ink, lines(uCells, vWorld.xy, 0.5) * 0.35);
  ink = max(ink, lines(uTiles, vWorld.xy, 1.0) * 0.75);
#ifdef WIRES
  vec3 w = fwidth(vBary);
  vec3 e = smoothstep(vec3(0.0), w * 1.1, vBary);
  ink = max(ink, (1.0 - min(e.x, min(e.y, e.z))) * 0.7);
#endif
  gl_FragColor = vec4(mix(colour, uLine.rgb, ink * uLine.a), 1.0);
#else
  gl_FragColor = vec4(colour, 1.0);
#endif
}`
