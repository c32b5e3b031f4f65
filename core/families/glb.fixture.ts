import { WebIO, type Accessor, type Document as GltfDocument, type Primitive } from '@gltf-transform/core'
import type { Bytes } from '../layout'

/** GLB files by another program. */
export const glbIo = new WebIO()

/** The file by another program: read and written again, its vertices and triangles in another order. */
export async function shuffledGlb(glb: Bytes, seed: number): Promise<Bytes> {
  const file = await glbIo.readBinary(glb)
  let state = seed >>> 0
  const below = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % n
  }
  const order = (n: number): number[] => {
    const places = Array.from({ length: n }, (_, at) => at)
    for (let at = n - 1; at > 0; at--) {
      const other = below(at + 1)
      ;[places[at], places[other]] = [places[other] ?? 0, places[at] ?? 0]
    }
    return places
  }
  for (const mesh of file.getRoot().listMeshes())
    for (const primitive of mesh.listPrimitives()) {
      const from = order(primitive.getAttribute('POSITION')?.getCount() ?? 0)
      const to = from.reduce<number[]>((places, old, at) => {
        places[old] = at
        return places
      }, [])
      for (const attribute of primitive.listAttributes()) rewrite(attribute, from)
      const indices = primitive.getIndices()
      const old = Array.from(indices?.getArray() ?? [])
      const made = order(old.length / 3).flatMap(triangle => {
        const corners = [0, 1, 2].map(k => to[old[3 * triangle + k] ?? 0] ?? 0)
        const turn = below(3)
        return [...corners.slice(turn), ...corners.slice(0, turn)]
      })
      indices?.setArray(Uint16Array.from(made))
    }
  return glbIo.writeBinary(file)
}

function rewrite(attribute: Accessor, from: readonly number[]): void {
  const [data, width] = [attribute.getArray() ?? [], attribute.getElementSize()]
  attribute.setArray(Float32Array.from(from.flatMap(old => Array.from(data.slice(width * old, width * (old + 1))))))
}

/** The file with three vertices of its own for each triangle, as programs write it that know no indices. */
export function unweldedGlb(glb: Bytes): Promise<Bytes> {
  return changedGlb(glb, file => {
    for (const primitive of primitivesOf(file)) {
      const from = Array.from(primitive.getIndices()?.getArray() ?? [])
      for (const attribute of primitive.listAttributes()) rewrite(attribute, from)
      primitive.setIndices(null)
    }
  })
}

const primitivesOf = (file: GltfDocument): readonly Primitive[] =>
  file
    .getRoot()
    .listMeshes()
    .flatMap(mesh => mesh.listPrimitives())

/** The file with another position at a vertex of a number, everywhere. */
export async function movedInGlb(glb: Bytes, number: number, by: readonly [number, number, number]): Promise<Bytes> {
  const file = await glbIo.readBinary(glb)
  for (const mesh of file.getRoot().listMeshes())
    for (const primitive of mesh.listPrimitives()) {
      const numbers = Array.from(primitive.getAttribute('_VERTEX')?.getArray() ?? [])
      const positions = primitive.getAttribute('POSITION')
      const data = Float32Array.from(positions?.getArray() ?? [])
      numbers.forEach((own, at) => {
        if (own === number) by.forEach((step, k) => (data[3 * at + k] = (data[3 * at + k] ?? 0) + step))
      })
      positions?.setArray(data)
    }
  return glbIo.writeBinary(file)
}

/** The file after a change. */
export async function changedGlb(glb: Bytes, change: (file: GltfDocument) => void): Promise<Bytes> {
  const file = await glbIo.readBinary(glb)
  change(file)
  return glbIo.writeBinary(file)
}
