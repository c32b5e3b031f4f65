import { difference, type EntryPath } from '../../edit'
import { filePath } from '../../format'
import type { Bytes } from '../../layout'
import type { Host } from '../api/host'
import type { Workspace } from '../entries/workspace'

/** Bytes `[start, end)` of the present image. */
type Range = readonly [start: number, end: number]

/** Bytes compared at a time; other work runs in between. */
const BLOCK = 4 * 1024 * 1024
/** Most places that are returned. */
const PLACES_TOLD = 100_000

/** Where the present bytes differ from those before any edit, in order: the first `PLACES_TOLD` places, changes closer than 16 bytes as one. */
export async function differing(workspace: Workspace, entry: EntryPath): Promise<readonly Range[]> {
  const path = workspace.canonical(entry)
  if (workspace.states.pathsOf(filePath(path)).size === 0) return []
  const [now, before] = [await workspace.need(path), await workspace.view(path, 'pristine')]
  return places(workspace.parts.host, before?.payload() ?? new Uint8Array(0), now.payload())
}

async function places(host: Host, before: Bytes, now: Bytes): Promise<readonly Range[]> {
  if (before.length !== now.length)
    return difference(before, now).map(({ offset, inserted }) => [offset, offset + Math.max(1, inserted.length)])
  const found: [number, number][] = []
  for (let start = 0; start < now.length && found.length < PLACES_TOLD; start += BLOCK) {
    const [old, fresh] = [before.subarray(start, start + BLOCK), now.subarray(start, start + BLOCK)]
    await host.pause()
    if (host.same(old, fresh)) continue
    for (const { offset, inserted } of difference(old, fresh)) {
      const [from, to] = [start + offset, start + offset + inserted.length]
      const last = found.at(-1)
      if (last?.[1] === from)
        last[1] = to // a change that goes over the border of two blocks
      else found.push([from, to])
    }
  }
  return found.slice(0, PLACES_TOLD)
}
