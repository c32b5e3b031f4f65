/** The ground: light, height and slope tint, level of detail by tile, and lines drawn over it by place. */
export const TERRAIN_VERTEX = /* glsl */`
precision highp float;
attribute vec3 position;
attribute vec3 normal;
attribute vec4 tile;
attribute vec4 paint;
attribute vec2 uv;
uniform mat4 uViewProjection;
uniform vec3 uLod;
uniform vec4 uEye;
uniform vec3 uForward;
varying vec3 vWorld;
varying vec3 vNormal;
varying vec3 vBary;
flat varying float vTint;
uniform vec2 uPaint;
flat varying vec3 vPaint;
varying vec3 vUv;

void main() {
  vec2 away = tile.xy - uLod.yz;
  float wanted = uLod.x < 0.0 ? (dot(away, away) > 8.0 ? 1.0 : 0.0) : uLod.x;
  int corner = gl_VertexID % 3;
  vBary = vec3(corner == 0, corner == 1, corner == 2);
  vWorld = position;
  vNormal = normal;
  vTint = tile.w;
  vPaint = vec3(paint.x, paint.y, paint.w);
  vUv = vec3(uv, paint.z);
  // Water is drawn in a pass of its own where it lets the ground shine through.
  bool isOtherPass = uPaint.y > -0.5 && abs(paint.w - uPaint.y) > 0.5;
  bool isWanted = abs(tile.z - wanted) < 0.5;
  // Under near tiles the far level lies a little deeper, at the same place of the screen: it shows only in the cracks.
  bool isLining = uLod.x < 0.0 && tile.z > 0.5 && uPaint.y < 0.5;
  vec3 away3 = uEye.w > 0.5 ? uForward : normalize(position - uEye.xyz);
  vec3 place = isWanted ? position : position + away3 * 40.0;
  gl_Position = !isOtherPass && (isWanted || isLining) ? uViewProjection * vec4(place, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}`

export const TERRAIN_FRAGMENT = /* glsl */`
precision highp float;
precision highp sampler2DArray;
varying vec3 vWorld;
varying vec3 vNormal;
varying vec3 vBary;
flat varying float vTint;
uniform vec4 uEye;
uniform vec3 uBackground;
uniform vec3 uRamp[4];
uniform vec4 uLight;
uniform vec2 uHeights;
uniform float uRadius;
uniform vec4 uGround;
uniform vec4 uTiles;
uniform vec4 uCells;
uniform vec4 uLine;
uniform sampler2D uGrain;
uniform vec2 uPaint;
uniform sampler2DArray uPaints;
flat varying vec3 vPaint;
varying vec3 vUv;

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
vec3 falseColour(float value) {
  float hue = fract(0.11 + value * 0.381966);
  return 0.35 + 0.3 * cos(6.28318 * (hue + vec3(0.0, 0.33, 0.67)));
}

void main() {
  vec3 n = normalize(vNormal);
  float depth = distance(vWorld, uEye.xyz);
  vec3 coarse = texture2D(uGrain, vWorld.xy * 0.0016).rgb;
  vec3 near = texture2D(uGrain, vWorld.xy * 0.011 + 0.37).rgb;
  float big = coarse.r * 0.65 + coarse.g * 0.35;
  float fine = (near.g - 0.5) * 0.5 + (near.b - 0.5) * 0.7;
  float height = clamp((vWorld.z - uHeights.x) / max(uHeights.y - uHeights.x, 1e-3), 0.0, 1.0);
  float tone = clamp(height + (big - 0.5) * 0.22, 0.0, 1.0) * 3.0;
  vec3 albedo = tone < 1.0 ? mix(uRamp[0], uRamp[1], tone) : tone < 2.0 ? mix(uRamp[1], uRamp[2], tone - 1.0)
    : mix(uRamp[2], uRamp[3], tone - 2.0);
  float steep = smoothstep(0.10, 0.45, 1.0 - n.z);
  albedo = mix(albedo, vec3(dot(albedo, vec3(0.333))) * 0.86, steep * 0.55);
  bool isPainted = uPaint.x > 0.5 && vPaint.x > -0.5;
  float alpha = 1.0;
  // Read outside of branches: the size of a pixel on the texture is known only where neighbours read too.
  vec4 base = texture(uPaints, vec3(vUv.xy, max(vPaint.x, 0.0)));
  vec4 over = texture(uPaints, vec3(vUv.xy, max(vPaint.y, 0.0)));
  if (isPainted) {
    albedo = vPaint.y > -0.5 ? mix(base.rgb, over.rgb, clamp(vUv.z, 0.0, 1.0)) : base.rgb;
    fine *= 0.25;
    coarse.b = 0.5;
  }
  if (uPaint.y > 0.5) {
    float grazing = uEye.w > 0.5 ? 0.0 : pow(1.0 - clamp(dot(n, normalize(uEye.xyz - vWorld)), 0.0, 1.0), 4.0);
    alpha = clamp(min(base.a, 0.86) + grazing * 0.4, 0.0, 0.96);
    albedo = mix(albedo, vec3(0.72, 0.79, 0.86), grazing * 0.45);
  }
  if (uGround.x > 0.5) albedo = mix(albedo, falseColour(vTint), 0.75);
  albedo *= 1.0 + fine * 0.32 + (coarse.b - 0.5) * 0.20;
  vec3 toLight = normalize(uLight.xyz);
  float lambert = dot(n, toLight);
  float level = max(toLight.z, 0.2);
  float light = uLight.w + (1.0 - uLight.w) * clamp(lambert, 0.0, 1.0) / level;
  light *= 0.92 + 0.08 * n.z;
  vec3 colour = albedo * clamp(light, 0.0, 1.55);
  colour = mix(colour, uBackground, 0.35 * smoothstep(0.9, 3.2, depth / uRadius));
  float ink = 0.0;
  if (uGround.z > 0.0) ink = max(ink, contours(vWorld.z, uGround.z) * 0.5);
  ink = max(ink, lines(uCells, vWorld.xy, 0.5) * 0.35);
  ink = max(ink, lines(uTiles, vWorld.xy, 1.0) * 0.75);
  if (uGround.y > 0.5) {
    vec3 w = fwidth(vBary);
    vec3 e = smoothstep(vec3(0.0), w * 1.1, vBary);
    ink = max(ink, (1.0 - min(e.x, min(e.y, e.z))) * 0.7);
  }
  gl_FragColor = vec4(mix(colour, uLine.rgb, ink * uLine.a), max(alpha, ink * uLine.a));
}`
