import type { Opened } from '../../../format'
import type { GltfScene } from '../../../gltf'
import { numberAttribute } from './areal-map'
import { arealScene } from './areal-scene'
import { arealTable, openAreals } from './areal-table'

/** All areals as one mesh, a part for each class. */
export function arealMesh(entry: Opened, name: string): GltfScene | undefined {
  const table = arealTable(openAreals(entry.bytes, numberAttribute(entry, 'attr1')))
  const [surface] = arealScene(table, entry.path)
  if (surface?.kind !== 'surface') return undefined
  const classes = new Map<number, number[]>()
  surface.records.forEach((record, triangle) => {
    const of = table.class_id[record] ?? 0
    const own = classes.get(of) ?? []
    for (const vertex of surface.indices.subarray(3 * triangle, 3 * triangle + 3)) own.push(vertex)
    classes.set(of, own)
  })
  const parts = Array.from(classes, ([of, own]) => ({
    node: 0,
    material: `class ${of}`,
    indices: Uint32Array.from(own),
  }))
  return { name, positions: surface.positions, nodes: [{ name: 'areals', parent: -1 }], parts }
}
