import { Constants } from '@babylonjs/core/Engines/constants'
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture'
import type { Scene } from '@babylonjs/core/scene'
import type { RecordLook } from './record-look'

/** The look of records as the texture that shaders read by record number. */
export const recordTexture = ({ pixels, width, height }: RecordLook, scene: Scene): RawTexture =>
  RawTexture.CreateRGBATexture(pixels, width, height, scene, false, false, Constants.TEXTURE_NEAREST_SAMPLINGMODE)
