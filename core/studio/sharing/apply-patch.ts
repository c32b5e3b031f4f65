import type { EntryPath } from '../../edit'
import { parentPath, StudioError } from '../../format'
import { isStructural, together, type EntryPatch, type Miss, type Patch } from '../../patch'
import { filesOf } from './patch'
import { Rehearsal } from './rehearsal'
import type { PatchReport, PatchOptions } from '../api/sharing'
import type { Session } from '../entries/session'

const missKey = ({ entry, path }: Pick<Miss, 'entry' | 'path'>): string => `${entry} ${path}`

/**
 * Applies what fits, as one step. Where a structural change does not fit, all structural changes of that archive are
 * left out. `strict`: all of it or nothing. Throws StudioError `patch.family`, and with `strict` `patch.other-base`,
 * `patch.misfit`.
 */
export async function applyPatch(
  session: Session,
  patch: Patch,
  { dryRun, accept = [], strict = false }: PatchOptions,
): Promise<PatchReport> {
  const game = session.family?.id ?? 'unknown'
  if (patch.family !== game) throw new StudioError('patch.family', { patch: patch.family, game })
  const forced = new Set(accept === 'all' ? [] : accept)
  const isForced = (entry: EntryPath, path: string): boolean => accept === 'all' || forced.has(missKey({ entry, path }))
  const others = await otherFiles(session, patch)
  const [other] = others
  if (strict && other !== undefined) throw new StudioError('patch.other-base', { file: other, n: others.length })
  const rehearsal = await settled(session, patch, isForced)
  const [wrong] = rehearsal.misses
  if (strict && wrong)
    throw new StudioError('patch.misfit', { entry: wrong.entry, path: wrong.path, n: rehearsal.misses.length })
  const label = { code: 'label.patch-applied', params: { title: patch.title, n: rehearsal.set } }
  return {
    title: patch.title,
    entries: patch.entries.map(entry => ({
      entry: entry.entry,
      name: entry.name,
      kind: entry.kind,
      count: countOf(entry),
    })),
    otherFiles: others,
    changing: rehearsal.set,
    already: rehearsal.already,
    misses: rehearsal.misses,
    commit: dryRun ? null : await rehearsal.commit(label),
  }
}

const countOf = (entry: EntryPatch): number =>
  entry.kind === 'edited'
    ? entry.fields.length + (entry.records?.length ?? 0) + entry.splices.length + entry.attributes.length
    : 1
/** Unit that is applied together: the rows of one archive, or a file. */
const groupOf = ({ kind, entry }: EntryPatch): string => (kind === 'order' ? entry : (parentPath(entry) ?? entry))

/** Repeats until no group has refused changes: then all that remain fit together. */
async function settled(
  session: Session,
  patch: Patch,
  isForced: (entry: EntryPath, path: string) => boolean,
): Promise<Rehearsal> {
  const torn = new Map<string, readonly Miss[]>()
  for (;;) {
    const rehearsal = await Rehearsal.of(session.workspace, filesOf(patch.entries))
    const found = patch.entries.find(entry => !torn.has(groupOf(entry)) && !applied(rehearsal, entry, isForced, false))
    if (!found) {
      for (const entry of patch.entries) if (torn.has(groupOf(entry))) applied(rehearsal, entry, isForced, true)
      const causes = [...torn.values()].flat()
      const told = new Set(causes.map(miss => miss.entry))
      const others = rehearsal.misses.filter(miss => miss.code !== 'patch.together' || !told.has(miss.entry))
      rehearsal.misses.length = 0
      for (const miss of [...causes, ...others]) rehearsal.misses.push(miss)
      return rehearsal
    }
    torn.set(
      groupOf(found),
      rehearsal.misses.filter(miss => miss.entry === found.entry && miss.code !== 'patch.value'),
    )
  }
}

/** Returns whether every structural change was accepted. */
function applied(
  rehearsal: Rehearsal,
  entry: EntryPatch,
  isForced: (entry: EntryPath, path: string) => boolean,
  isFieldsOnly: boolean,
): boolean {
  const circumstances = rehearsal.circumstances(entry.entry, path => isForced(entry.entry, path), isFieldsOnly)
  if (isFieldsOnly && entry.kind !== 'edited') return rehearsal.miss(together(entry.entry))
  if (entry.kind === 'edited') {
    const pristine = rehearsal.pristineOf(entry.entry)
    return rehearsal.edited(entry, { ...circumstances, pristine }) || !isStructural(entry)
  }
  if (entry.kind === 'added') return rehearsal.add(entry, circumstances)
  return entry.kind === 'removed' ? rehearsal.removed(entry, circumstances) : rehearsal.order(entry)
}

async function otherFiles({ workspace }: Session, patch: Patch): Promise<readonly string[]> {
  const others: string[] = []
  for (const { file, hash } of patch.files) {
    const bytes = (await workspace.view(workspace.canonical(file), 'pristine'))?.payload()
    if ((bytes ? workspace.hash(bytes) : null) !== hash) others.push(file)
  }
  return others
}
