import type { EntryPath } from '../../edit'
import { rowPath } from '../../format'
import type { Bytes } from '../../layout'
import type { Host } from '../api/host'
import { attributesText, type States } from './states'

/** Digests of everything that is changed, as text per path; the dirty state is computed from them. */
export type Marks = ReadonlyMap<EntryPath, string>

const hashes = new WeakMap<Bytes, string>()

/** The hash of an image, computed once per image. */
export function hashOnce(hash: (bytes: Bytes) => string, bytes: Bytes): string {
  let known = hashes.get(bytes)
  if (known === undefined) hashes.set(bytes, (known = hash(bytes)))
  return known
}

/** Bytes that are hashed in one go: more would hold up other work of the process. */
const SMALL = 1024 * 1024

/** Hashes a large image for `hashOnce`, with other work of the process between the pieces. */
export async function hashInPieces(host: Pick<Host, 'hashInPieces'>, bytes: Bytes): Promise<void> {
  if (bytes.length <= SMALL || hashes.has(bytes) || !host.hashInPieces) return
  hashes.set(bytes, await host.hashInPieces(bytes))
}

/** Computes the digests of large edited entries in the same way. */
export async function hashStates(
  host: Pick<Host, 'hashInPieces'>,
  states: States,
  edits: readonly { readonly entry: EntryPath }[],
): Promise<void> {
  for (const { entry } of edits) {
    const bytes = states.get(entry)?.bytes
    if (bytes) await hashInPieces(host, bytes)
  }
}

/** Digests of one file: of each changed entry, each removed row, and each archive with a changed order of rows. */
export function marksOf(
  states: States,
  file: string,
  hash: (bytes: Bytes) => string,
  pristineRows: (archive: EntryPath) => readonly string[],
): Marks {
  const marks = new Map<EntryPath, string>()
  for (const path of states.pathsOf(file)) {
    const state = states.get(path)
    if (state)
      marks.set(
        path,
        `${state.bytes ? hashOnce(hash, state.bytes) : ''} ${state.attributes ? attributesText(state.attributes) : ''}`,
      )
    const order = states.order(path)
    if (!order) continue
    const present = new Set(order)
    const pristine = pristineRows(path)
    for (const id of pristine) if (!present.has(id)) marks.set(rowPath(path, id), 'removed')
    const kept = order.filter(id => !id.startsWith('+'))
    const isMoved = kept.some((id, i) => i > 0 && Number(id) < Number(kept[i - 1]))
    const text = `order ${order.join(' ')}`
    if (isMoved) marks.set(path, `${marks.get(path) ?? ''} ${text}`)
    for (const [place, id] of order.entries())
      if (id.startsWith('+')) noteplace(marks, states, rowPath(path, id), place, hash)
  }
  return marks
}

function noteplace(
  marks: Map<EntryPath, string>,
  states: States,
  path: EntryPath,
  place: number,
  hash: (bytes: Bytes) => string,
): void {
  const state = states.get(path)
  const bytes = state?.bytes ? hashOnce(hash, state.bytes) : ''
  marks.set(path, `added ${place} ${bytes} ${state?.attributes ? attributesText(state.attributes) : ''}`)
}

/** Paths whose content differs between two moments. */
export function differing(a: Marks, b: Marks): readonly EntryPath[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter(path => a.get(path) !== b.get(path))
}
