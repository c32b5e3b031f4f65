import { encode, write, type Bytes } from '../../../layout'
import { AREAL_MAP_TYPE, arealMap } from '../areal-map/areal-map'
import { writeArchive } from '../nres/nres-pack'
import { CHUNK_ORDER, landChunk, STRIDES } from '../terrain/land-mesh'
import type { ArealMapValues } from './areals'
import type { TerrainValues } from './terrain'

/** Land.map: one row, its areals counted in the directory (parkan 4.1). */
export function arealMapFile(values: ArealMapValues): Bytes {
  const { bytes, attributes } = write(arealMap(values.areals.length), values)
  return writeArchive([
    {
      attributes: { name: 'ArealMapGeometry', type_id: AREAL_MAP_TYPE, attr2: 0, attr3: 0, ...attributes },
      payload: bytes,
    },
  ])
}

/** Land.msh: nine rows in the retail order (parkan 3.1, 3.2). */
export function terrainFile(terrain: TerrainValues): Bytes {
  const { tilesX, nodes, header, slots, positions, normals, uvs, micro, aux_14, face_list, faces } = terrain
  const chunks: Readonly<Record<number, object>> = {
    1: { nodes },
    2: { header, slots },
    3: { positions },
    4: { normals },
    5: { uvs },
    18: { micro },
    14: { aux_14 },
    11: { face_list },
    21: { faces },
  }
  return writeArchive(
    CHUNK_ORDER.map(type => {
      const layout = landChunk(type, 0)
      if (!layout) throw new TypeError(`terrain has no chunk ${type}`)
      const { bytes, attributes } = encode(layout, chunks[type], '')
      const row = { name: `Res${type}`, type_id: type, attr2: type === 1 ? tilesX : 0, attr3: STRIDES[type] ?? 0 }
      return { attributes: { ...row, ...attributes }, payload: bytes }
    }),
  )
}
