import type { MeshPoints, Opened } from '../../../format'
import { numberOf, numbersOf, plainText, records } from '../../../format/fields'
import { document, locate } from '../../../layout'
import { besideModel } from '../mesh/beside-model'
import { CONTROL_POINTS } from '../parts/parts'

/** The control points beside a model, in the space of the nodes that carry them (parkan 9.5); those of other nodes are left out. */
export async function modelPoints(chunk: Opened, nodes: number): Promise<MeshPoints | undefined> {
  const entry = await besideModel(chunk, '.cpt')
  if (!entry) return undefined
  const opened = document(CONTROL_POINTS, entry.bytes)
  const names = locate(opened, 'names')
  const nameAt = (at: number): string => {
    const name = at < (names?.childCount ?? 0) ? names?.child(at) : undefined
    return name?.isWhole ? plainText(name.value) : ''
  }
  const found = records(opened, 'points').flatMap((point, at) => {
    const carrier = numberOf(point, 'carrier')
    const numbers = [...numbersOf(point, 'position'), ...numbersOf(point, 'vector')]
    const isPlaced = carrier >= 0 && carrier < nodes && numbers.length === 6 && numbers.every(Number.isFinite)
    return isPlaced ? [{ carrier, numbers, label: nameAt(at) }] : []
  })
  if (found.length === 0) return undefined
  return {
    nodes: Uint32Array.from(found, ({ carrier }) => carrier),
    positions: Float32Array.from(found.flatMap(({ numbers }) => numbers.slice(0, 3))),
    vectors: Float32Array.from(found.flatMap(({ numbers }) => numbers.slice(3))),
    labels: found.map(({ label }) => label),
  }
}
