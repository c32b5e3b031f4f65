import '@babylonjs/core/Engines/Extensions/engine.rawTexture'
import { Constants } from '@babylonjs/core/Engines/constants'
import { RawTexture2DArray } from '@babylonjs/core/Materials/Textures/rawTexture2DArray'
import type { Scene } from '@babylonjs/core/scene'
import { MOST_LAYERS } from '../geometry/terrain-paint'
import { isSoftware } from '../scene/software'

/** Pictures of one size as the layers of one texture that repeats. */
export function pictureTexture(layers: readonly Uint8Array[], size: number, scene: Scene): RawTexture2DArray {
  const depth = Math.max(1, Math.min(layers.length, MOST_LAYERS))
  const data = new Uint8Array(4 * size * size * depth)
  layers.slice(0, depth).forEach((layer, k) => data.set(layer, 4 * size * size * k))
  const texture = new RawTexture2DArray(
    data,
    size,
    size,
    depth,
    Constants.TEXTUREFORMAT_RGBA,
    scene,
    size > 1,
    false,
    Constants.TEXTURE_TRILINEAR_SAMPLINGMODE,
  )
  texture.wrapU = texture.wrapV = Constants.TEXTURE_WRAP_ADDRESSMODE
  texture.anisotropicFilteringLevel = isSoftware() ? 1 : 4
  return texture
}

/** Pictures with shares of layers as the layers of one texture: between pixels, but not between levels or across its sides. */
export function sharesTexture(pictures: readonly Uint8Array[], side: number, scene: Scene): RawTexture2DArray {
  const data = new Uint8Array(4 * side * side * pictures.length)
  pictures.forEach((picture, k) => data.set(picture, 4 * side * side * k))
  const texture = new RawTexture2DArray(
    data,
    side,
    side,
    pictures.length,
    Constants.TEXTUREFORMAT_RGBA,
    scene,
    false,
    false,
    Constants.TEXTURE_BILINEAR_SAMPLINGMODE,
  )
  texture.wrapU = texture.wrapV = Constants.TEXTURE_CLAMP_ADDRESSMODE
  return texture
}
