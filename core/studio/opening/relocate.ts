import { StudioError, type KnownFamily, type FileSystem } from '../../format'
import type { LocateReport } from '../api/opening'
import { detect, guardApart, installAt, placeOf, type Place } from './open'
import type { Install } from '../install/install'
import { ABOUT, aboutOf } from '../journal/migrate'
import { WorkspaceLock } from '../journal/lock'
import { followPointer, removePointer, writePointer } from './project-file'
import { moveMods, workspaceName } from './mods'
import { fromText } from '../../format/text-bytes'
import type { Workspace } from '../entries/workspace'

/**
 * Binds the workspace of a missing install, with its other mods, to the present folder of the install; with `dryRun`
 * only returns the differences. No file of the install is written, the workspaces stay where they are. Throws
 * StudioError `locate.…`, `open.…`, `workspace.inside-install`, `workspace.locked`.
 */
export async function locate(
  workspace: Workspace,
  families: readonly KnownFamily[],
  path: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<LocateReport> {
  const { host, folder, isMissing, store, family } = workspace.parts
  const before = (await aboutOf(store))?.['install']
  if (!isMissing || typeof before !== 'string')
    throw new StudioError('locate.not-missing', { path: workspace.parts.root })
  const { install: given } = await followPointer(host, path)
  const resolved = await host.resolve(given)
  if (resolved.kind === 'missing') throw new StudioError('open.missing', { path: given })
  const place = placeOf(resolved, given)
  guardApart(host, place, folder)
  const install = await installAt(host, place, store)
  const found = (await detect(families, install, place)).families[0]
  if (found?.id !== family?.id)
    throw new StudioError('locate.other-game', { path: place.subject, title: family?.title ?? '' })
  const report = await compare(workspace, install, place.subject)
  const from = await host.resolve(before)
  const old: Old = { install: before, name: from.name }
  await moveMods(host, {
    from: workspaceName(host, from.path, from.name),
    to: workspaceName(host, place.subject, place.name),
    folder,
    tie: dryRun ? undefined : one => tie(workspace, one, old, place),
  })
  return report
}

interface Old {
  readonly install: string
  readonly name: string
}

async function compare(
  { parts: { hashes, deployment } }: Workspace,
  install: Install,
  subject: string,
): Promise<LocateReport> {
  const known = new Map<string, Set<string>>()
  const note = (file: string, marks: readonly string[]): void => {
    known.set(file, new Set([...(known.get(file) ?? []), ...marks]))
  }
  for (const file of hashes.files()) note(file, [hashes.of(file) ?? ''])
  for (const { path, pristine, deployed } of deployment.own?.files ?? [])
    note(path, [...deployed, ...(pristine === null ? [] : [pristine])])
  const different: string[] = []
  const absent: string[] = []
  for (const [file, marks] of [...known].sort()) {
    const hash = await install.presentHash(file)
    if (hash === undefined) absent.push(file)
    else if (!marks.has(hash)) different.push(file)
  }
  return { install: subject, known: known.size, different, absent }
}

/**
 * Records the new folder of the install in one workspace; a workspace of another install, or of one that exists again,
 * is left as it is.
 */
async function tie({ parts: { host } }: Workspace, folder: string, old: Old, place: Place): Promise<void> {
  if ((await host.resolve(folder)).kind !== 'folder') return
  const store: FileSystem = await host.folder(folder)
  await new WorkspaceLock(store, host).hold('locate', async () => {
    const about = await aboutOf(store)
    if (about?.['install'] !== old.install || old.install === place.subject) return
    await store.write(ABOUT, fromText(`${JSON.stringify({ ...about, install: place.subject }, null, 2)}\n`))
    await writePointer(store, place.name, place.subject)
    await removePointer(store, old.name, old.install)
  })
}

/**
 * Finds a missing install that moved together with the user's data, as on a USB stick: at the same relative path, with
 * all files that its workspace knows unchanged. The workspace is then bound to it.
 */
export async function locateAlong(workspace: Workspace, families: readonly KnownFamily[]): Promise<string | undefined> {
  const { host, store } = workspace.parts
  const about = await aboutOf(store)
  const [data, install] = [about?.['data'], about?.['install']]
  const place =
    typeof data === 'string' && typeof install === 'string' ? along(data, install, host.userData) : undefined
  if (place === undefined) return undefined
  try {
    const { known, different, absent } = await locate(workspace, families, place, { dryRun: true })
    if (known === 0 || different.length + absent.length > 0) return undefined
    return (await locate(workspace, families, place, { dryRun: false })).install
  } catch (error) {
    if (error instanceof StudioError) return undefined // it is asked for, as any other
    throw error
  }
}

/**
 * The path that has the same relation to `now` as `place` has to `data`; undefined where the two have no folder in
 * common. All absolute.
 */
export function along(data: string, place: string, now: string): string | undefined {
  const [from, to, base] = [data, place, now].map(path => path.split(/[\\/]/)) as [string[], string[], string[]]
  const differs = from.findIndex((part, i) => part !== to[i])
  const shared = differs < 0 ? from.length : differs
  const up = base.length - (from.length - shared)
  if (shared === 0 || up <= 0 || data === now) return undefined
  return [...base.slice(0, up), ...to.slice(shared)].join(now.includes('\\') ? '\\' : '/')
}
