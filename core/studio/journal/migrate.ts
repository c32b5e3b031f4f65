import {
  isRecord,
  parseJson,
  type FileSystem,
  type JsonRecord,
  type ReadOnlyFileSystem,
  type Words,
} from '../../format'
import { fromText, toText } from '../../format/text-bytes'

/** Description of a workspace with its version, counted from 1; the first ones contain no version. */
export const ABOUT = 'workspace.json'
/** Description of a workspace. */
export async function aboutOf(store: ReadOnlyFileSystem): Promise<JsonRecord | undefined> {
  const about = (await store.stat(ABOUT)) ? parseJson(toText(await store.read(ABOUT))) : undefined
  return isRecord(about) ? about : undefined
}

/** Version of workspaces that this program writes; older ones are migrated, newer ones refused. */
export const VERSION = 1

/** Start of the name of the folder with the workspace before a migration; the new version follows. */
export const BEFORE_VERSION = 'before-version-'

/** Migrates a workspace from one version to the next, in place; returns the new description. */
type Migration = (about: JsonRecord, store: FileSystem) => Promise<JsonRecord> | JsonRecord

/** From 0: the same files, only without a version. */
const MIGRATIONS: readonly Migration[] = [about => about]

/** The version in the description; 0 where it has none. */
export const versionOf = (about: JsonRecord): number => (typeof about['version'] === 'number' ? about['version'] : 0)

/**
 * Updates an older workspace to the present version. All its files but the backups, which no version changes, are
 * copied beside first; an interrupted migration begins again at the next start, from the unchanged files. Returns the
 * new description.
 */
export async function migrate(
  store: FileSystem,
  about: JsonRecord,
  notices: Words[],
  migrations = MIGRATIONS,
): Promise<JsonRecord> {
  const from = versionOf(about)
  const folder = `${BEFORE_VERSION}${migrations.length}`
  for (const { path } of await store.list()) {
    if (path.startsWith('backup/') || path.startsWith(BEFORE_VERSION) || (await store.stat(`${folder}/${path}`)))
      continue
    await store.write(`${folder}/${path}`, await store.read(path))
  }
  let next = about
  for (const migration of migrations.slice(from)) next = await migration(next, store)
  const migrated = { ...next, version: migrations.length }
  await store.write(ABOUT, fromText(`${JSON.stringify(migrated, null, 2)}\n`))
  notices.push({ code: 'notice.workspace-migrated', params: { from, to: migrations.length, folder } })
  return migrated
}
