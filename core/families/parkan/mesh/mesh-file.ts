import { meshConversions, type Conversion, type Meshed, type Opened } from '../../../format'
import type { Bytes } from '../../../layout'
import { AREAL_MAP_TYPE } from '../areal-map/areal-map'
import { arealMesh } from '../areal-map/areal-mesh'
import { changeModel, modelMesh } from '../model/model-mesh'
import { hasType, typeIdOf } from '../nres/directory'
import { openArchive } from '../nres/nres'
import { changeGround, groundMesh } from '../terrain/ground-mesh'
import { withMaterials } from './mesh-materials'
import type { ChunkSplices } from './vertex-splices'

/** First chunk of that type in an archive. */
async function chunkOf(entry: Opened, type: number): Promise<Opened | undefined> {
  return (await entry.entries()).find(row => hasType(type)(row.attributes))
}

/** Terrains and models: whole archives, whose chunks are one mesh (parkan 3, 6). */
const MESHES: Meshed = {
  isFor: entry => /\.msh$/i.test(entry.name) || entry.attributes['type_id'] === typeIdOf('MESH'),
  async read(entry) {
    const faces = await chunkOf(entry, 21)
    if (faces) return groundMesh(faces, entry.name)
    const positions = await chunkOf(entry, 3)
    return positions && modelMesh(positions, entry.name)
  },
  async dressed(entry, scene, work) {
    const chunk = (await chunkOf(entry, 21)) ?? (await chunkOf(entry, 3))
    return chunk ? withMaterials(chunk, scene, work) : scene
  },
  async write(entry, changed) {
    const faces = await chunkOf(entry, 21)
    const positions = faces ?? (await chunkOf(entry, 3))
    if (!positions) return entry.bytes
    return spliced(entry, faces ? await changeGround(faces, changed) : await changeModel(positions, changed))
  },
}

/** Maps of areals, whose shape hangs on their links and on the cells: a file with other vertices is refused (parkan 4). */
const MAPS: Meshed = {
  isFor: ({ name }) => /\.map$/i.test(name),
  async read(entry) {
    const areals = await chunkOf(entry, AREAL_MAP_TYPE)
    return areals && arealMesh(areals, entry.name)
  },
}

export const MESH_CONVERSIONS: readonly Conversion[] = [MESHES, MAPS].flatMap(meshConversions)

/** The bytes of an archive with other bytes of the same size in its chunks. */
function spliced(entry: Opened, splices: ChunkSplices): Bytes {
  const bytes = entry.bytes.slice()
  for (const [type, own] of splices) {
    const row = openArchive(entry.bytes).rows.find(({ attributes }) => hasType(type)(attributes))
    for (const { offset, inserted } of own) if (row) bytes.set(inserted, row.offset + offset)
  }
  return bytes
}
