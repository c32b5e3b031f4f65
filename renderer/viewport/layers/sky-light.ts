import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import { Color3 } from '@babylonjs/core/Maths/math.color'
import { Vector2 } from '@babylonjs/core/Maths/math.vector'
import { SKY_DIRECTIONS, type SkyLight } from '@areal-studio/core/format'
import type { Frame } from './frame'

/** Uniforms of `SKY_LIGHT`. */
export const SKY_UNIFORMS = ['uSunlight', 'uShadeColour', 'uFog', 'uFogColour']

/** Light of a sky in a shader, where SKY is defined. Shares of direct and other light stay those of the theme. */
export const SKY_LIGHT = /* glsl */ `
#ifdef SKY
uniform vec3 uSunlight;
uniform vec3 uShadeColour;
/** Distances at which fog begins and hides everything; equal: no fog. */
uniform vec2 uFog;
uniform vec3 uFogColour;
vec3 skyLight(float shade, float direct) {
  return uShadeColour * shade + uSunlight * direct;
}
float fogAt(float far) {
  return uFog.y > uFog.x ? clamp((far - uFog.x) / (uFog.y - uFog.x), 0.0, 1.0) : 0.0;
}
#endif`

/** Sets the light of the sky for one frame. In a parallel view nothing is far away, and there is no fog. */
export function setSkyLight(material: ShaderMaterial, { options: { sky }, lens }: Frame): void {
  material.setDefine('SKY', sky !== undefined)
  if (!sky) return
  const [start, end] = (lens.view.isOrtho ? undefined : sky.fog) ?? [0, 0]
  material.setColor3('uSunlight', colourOf(sky.sunlight))
  material.setColor3('uShadeColour', colourOf(sky.shade))
  material.setVector2('uFog', new Vector2(start, end))
  material.setColor3('uFogColour', colourOf(horizonOf(sky)))
}

const colourOf = ([red = 0, green = 0, blue = 0]: readonly number[]): Color3 => new Color3(red, green, blue)

/** Mean colour of the horizon: fog has no colour of its own that is known. */
const horizonOf = ({ rings }: SkyLight): readonly number[] =>
  [0, 1, 2].map(part => {
    let sum = 0
    for (let direction = 0; direction < SKY_DIRECTIONS; direction++) sum += rings[3 * direction + part] ?? 0
    return sum / SKY_DIRECTIONS
  })
