import { writeGlb, type GltfScene } from '../gltf'
import { decodePicture, encodePicture, type Deflate, type PictureEnding, type Raster } from '../picture'
import { meshChanges, writtenParts } from './mesh-changes'
import { objText } from './obj-text'
import { fromText } from './text-bytes'

interface Functions {
  encodePicture: (ending: PictureEnding, raster: Raster) => Uint8Array
  decodePicture: typeof decodePicture
  writeGlb: typeof writeGlb
  writeObj: (name: string, scene: GltfScene) => Uint8Array
  meshChanges: typeof meshChanges
}

export type WorkName = keyof Functions
export type WorkArguments<Name extends WorkName> = Parameters<Functions[Name]>
export type WorkResult<Name extends WorkName> = ReturnType<Functions[Name]>

/** The slow parts of conversions, which a thread can do: their arguments and results are plain data. */
const workBy = (
  deflate?: Deflate,
): { readonly [Name in WorkName]: (...given: WorkArguments<Name>) => WorkResult<Name> } => ({
  encodePicture: (ending, raster) => encodePicture(ending, raster, deflate),
  decodePicture,
  writeGlb,
  writeObj: (name, scene) => fromText(objText(name, writtenParts(scene))),
  meshChanges,
})

/** Does a slow part of a conversion, in a thread or here. */
export type Work = <Name extends WorkName>(name: Name, ...given: WorkArguments<Name>) => Promise<WorkResult<Name>>

/** Does it in this thread. `deflate`: a faster way than that of core, where the host has one. */
export const workHere = <Name extends WorkName>(
  name: Name,
  given: WorkArguments<Name>,
  deflate?: Deflate,
): WorkResult<Name> => workBy(deflate)[name](...given)
