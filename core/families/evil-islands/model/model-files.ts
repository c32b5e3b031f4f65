import type { Opened } from '../../../format'
import { records, textOf } from '../../../format/fields'
import { column, document, RecordView } from '../../../layout'
import { nameKey, sameName, stem } from '../names'
import { TrackHead } from './anm'
import { isMesh, meshLayout } from './fig'
import { LNK } from './lnk'

/** A model as the entries beside it find it: a MOD archive, or loose entries with the name of the model before that of the part. */
export interface Model {
  /** Names of its parts, in order. */
  readonly parts: readonly string[]
  mesh(part: string): Opened | undefined
}

/** The model that an entry of `figures.res` belongs to by its name; undefined where there is none, or its link is damaged. */
export async function modelBeside(entry: Opened): Promise<Model | undefined> {
  const name = stem(entry.name)
  const archive = await entry.beside(`${name}.mod`)
  const rows = archive ? await archive.entries() : undefined
  const link = rows ? rows.find(row => sameName(row.name, name)) : await entry.beside(`${name}.lnk`)
  if (!link) return undefined
  const opened = document(LNK, link.bytes)
  if (!opened.isWhole) return undefined
  const parts = records(opened, 'parts').map(part => textOf(part, 'name'))
  const around = rows ?? (await link.entries())
  const meshes = new Map(around.map(row => [nameKey(row.name), row]))
  return { parts, mesh: part => meshes.get(nameKey(rows ? part : `${name}${part}.fig`)) }
}

/** How many vectors of each frame of a track a mesh needs: one more than the last that its morph map names. */
export function morphVectors(mesh: Opened): number | undefined {
  if (!isMesh(mesh.head)) return undefined
  const opened = document(meshLayout(mesh.head), mesh.bytes)
  if (!opened.isWhole) return undefined
  return column(opened, 'morph_map', 'morph', 'u16').reduce((most, morph) => Math.max(most, morph + 1), 0)
}

/** Keys of the tracks of a clip: of the first that has any. */
export async function framesOf(clip: Opened): Promise<number | undefined> {
  for (const { head } of await clip.entries()) {
    const keys = keysOf(head)
    if (keys > 0) return keys
  }
  return undefined
}

/** Number of rotations of a track, from its first bytes. */
export const keysOf = (head: Opened['head']): number =>
  head.length >= 4 ? new RecordView(TrackHead, head).number(0, 'rotation_count') : 0
