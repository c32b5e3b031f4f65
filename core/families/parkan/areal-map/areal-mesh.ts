import type { Opened } from '../../../format'
import type { GltfScene } from '../../../gltf'
import { numberAttribute } from './areal-map'
import { arealScene } from './areal-scene'
import { arealTable, openAreals } from './areal-table'

/** A node for each areal with its number, class and flags, a material for each class. */
export function arealMesh(entry: Opened, name: string): GltfScene | undefined {
  const table = arealTable(openAreals(entry.bytes, numberAttribute(entry, 'attr1')))
  const [surface] = arealScene(table, entry.path)
  if (surface?.kind !== 'surface') return undefined
  const corners = Array.from({ length: table.count }, (): number[] => [])
  surface.records.forEach((areal, triangle) => {
    for (const vertex of surface.indices.subarray(3 * triangle, 3 * triangle + 3)) corners[areal]?.push(vertex)
  })
  const classOf = (areal: number): number => table.class_id[areal] ?? 0
  return {
    name,
    positions: surface.positions,
    nodes: corners.map((_, areal) => ({
      name: `areal ${areal}`,
      parent: -1,
      extras: { areal, class_id: classOf(areal), logic_flag: table.logic_flag[areal] ?? 0 },
    })),
    parts: corners.map((own, areal) => ({
      node: areal,
      material: `class ${classOf(areal)}`,
      indices: Uint32Array.from(own),
    })),
  }
}
