import { StudioError } from '@areal-studio/core/format'
import type { EntryReferences, ReferenceLink, StudioApi } from '@areal-studio/core/studio'
import type { Run, Verb } from './run'

/** Entries on the way that are followed in one direction; with what leads to them. */
interface Followed extends ReferenceLink {
  /** What the other entry names in turn, or who names it; absent at the depth where it ends, and of an entry listed before. */
  readonly next?: readonly Followed[]
}

/** `areal uses`: what an entry names, and who names it. Exit code 1 where something that it names is missing. */
export const usesVerb =
  (install: string, entry: string, depth: number): Verb =>
  async run => {
    if (!Number.isInteger(depth) || depth < 1) throw new StudioError('usage.depth')
    const { api } = await run.open(install, 'scratch')
    const { found, path } = await foundAt(api, entry)
    const uses = await followed(api, found.uses, 'uses', depth, new Set([`${found.entry}/`]))
    const usedBy = await followed(api, found.usedBy, 'usedBy', depth, new Set([`${found.entry}/`]))
    run.answer({ entry: found.entry, name: found.name, ...(path !== '' && { path }), uses, usedBy }, () => [
      `${path === '' ? found.entry : `${found.entry}/${path}`}  ${found.name}`,
      run.say('cli.uses.uses', { n: found.uses.length }),
      ...linesOf(run, uses, 'uses', 1),
      run.say('cli.uses.used-by', { n: found.usedBy.length + (found.more ?? 0) }),
      ...linesOf(run, usedBy, 'usedBy', 1),
    ])
    return found.uses.some(({ to }) => to === null) ? 1 : 0
  }

/** `objects.rlb!#3/slots/0`: the longest part of it that is an entry; the rest is a node of that. */
async function foundAt(
  api: StudioApi,
  given: string,
): Promise<{ readonly found: EntryReferences; readonly path: string }> {
  const parts = given.split('/')
  for (let n = parts.length; n > 0; n--) {
    const path = parts.slice(n).join('/')
    try {
      return { found: await api.references(parts.slice(0, n).join('/'), path === '' ? undefined : path), path }
    } catch (error) {
      const isMissing =
        error instanceof StudioError && (error.code === 'entry.missing' || error.code === 'path.malformed')
      if (!isMissing || n === 1) throw error
    }
  }
  throw new StudioError('entry.missing', { entry: given }, given)
}

type Direction = 'uses' | 'usedBy'

const otherOf = (direction: Direction, { from, to }: ReferenceLink): string | null => (direction === 'uses' ? to : from)

async function followed(
  api: StudioApi,
  links: readonly ReferenceLink[],
  direction: Direction,
  depth: number,
  seen: Set<string>,
): Promise<readonly Followed[]> {
  const all: Followed[] = []
  for (const link of links) {
    const other = otherOf(direction, link)
    const path = direction === 'uses' ? link.toPath : undefined
    const place = `${other}/${path ?? ''}`
    if (depth <= 1 || other === null || seen.has(place)) {
      all.push(link)
      continue
    }
    seen.add(place)
    const { [direction]: next } = await api.references(other, path, direction)
    all.push({ ...link, next: await followed(api, next, direction, depth - 1, seen) })
  }
  return all
}

function linesOf(run: Run, links: readonly Followed[], direction: Direction, indent: number): readonly string[] {
  return links.flatMap(link => {
    const named = link.row ?? link.file
    const other =
      direction === 'usedBy'
        ? `${link.from}  ${link.fromName}`
        : link.to === null
          ? run.say('cli.uses.missing', { name: named })
          : link.toPath !== undefined
            ? `${link.to}/${link.toPath}`
            : link.to === link.file
              ? link.to
              : `${link.to}  ${named}`
    const line = `${'  '.repeat(indent)}${link.path === '' ? link.relation : link.path}  ${other}`
    return [line, ...linesOf(run, link.next ?? [], direction, indent + 1)]
  })
}
