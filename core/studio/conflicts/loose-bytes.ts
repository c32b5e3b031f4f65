import type { Bytes } from '../../layout'
import type { EntryEdited, Hash, PatchSplice } from '../../patch'

/** An entry on one side, and the patch that makes it from the original. */
export interface Edited {
  readonly bytes: Bytes
  readonly edited: EntryEdited | undefined
}

const LOCAL = 1
const EXTERNAL = 2
const DEPLOYED = 4
const EQUAL = 8

/**
 * Changed bytes without a field, as splices cut where the changes of the two sides begin and end, none in both: of
 * bytes that both changed differently `choose` selects a side, or leaves both out. An external byte equal to the
 * deployed one is no change. Undefined where a side has another length, or other records: their bytes have other places.
 */
export function looseSplices(
  before: Bytes,
  { local, external, deployed }: { readonly local: Edited; readonly external: Edited; readonly deployed?: Edited },
  hash: Hash,
  choose: (local: PatchSplice, external: PatchSplice) => 'local' | 'external' | undefined,
): { readonly local: readonly PatchSplice[]; readonly external: readonly PatchSplice[] } | undefined {
  const isMoved = (side: Edited | undefined): boolean =>
    side !== undefined && (side.bytes.length !== before.length || side.edited?.records !== undefined)
  if ([local, external, deployed].some(isMoved)) return undefined
  const flags = new Uint8Array(before.length)
  mark(flags, before, local, LOCAL)
  mark(flags, before, external, EXTERNAL)
  if (deployed) mark(flags, before, deployed, DEPLOYED)
  for (let at = 0; at < flags.length; at++) {
    const flag = flags[at] ?? 0
    const isDeployed = (flag & DEPLOYED) !== 0 && deployed?.bytes[at] === external.bytes[at]
    const sides = flag & (isDeployed ? LOCAL : LOCAL | EXTERNAL)
    flags[at] = sides === (LOCAL | EXTERNAL) && local.bytes[at] === external.bytes[at] ? sides | EQUAL : sides
  }
  const found = { local: [] as PatchSplice[], external: [] as PatchSplice[] }
  for (let start = 0, end = 0; start < flags.length; start = end) {
    const flag = flags[start] ?? 0
    end = start + 1
    while (end < flags.length && flags[end] === flag) end++
    const splice = (after: Bytes): PatchSplice => {
      const inserted = after.slice(start, end)
      return {
        offset: start,
        size: end - start,
        hash: hash(before.slice(start, end)),
        parts: [inserted],
        made: hash(inserted),
      }
    }
    const isConflict = flag === (LOCAL | EXTERNAL)
    const side = isConflict ? choose(splice(local.bytes), splice(external.bytes)) : flag & LOCAL ? 'local' : 'external'
    if (flag !== 0 && side) found[side].push(splice(side === 'local' ? local.bytes : external.bytes))
  }
  return found
}

/** Splices join runs that are close together, and fields may lie between: only bytes that differ are marked. */
function mark(flags: Uint8Array, before: Bytes, { bytes, edited }: Edited, flag: number): void {
  for (const { offset, size } of edited?.splices ?? [])
    for (let at = offset; at < offset + size; at++) if (bytes[at] !== before[at]) flags[at] = (flags[at] ?? 0) | flag
  for (const { offset, size } of edited?.fields ?? [])
    for (let at = offset; at < offset + size; at++) flags[at] = (flags[at] ?? 0) & ~flag
}
