import { payloadOf, printPath, storedOf, StudioError, type ArchiveRow, type ChangedFile } from '../../format'
import type { Bytes } from '../../layout'
import type { PackedFile, PackReport } from '../api/changes'
import { notePacked } from '../entries/commit'
import { hashInPieces } from '../entries/digests'
import { encodeAll } from '../entries/encode-all'
import { overlayPath, packedChanges, packedHashes } from '../changes/changes'
import { backupPath, keepCopy } from '../install/copies'
import type { Host } from '../api/host'
import type { Session } from '../entries/session'
import { differingAttributes, withoutRow } from '../entries/states'
import type { OpenArchive, View } from '../entries/view'
import type { Seen, Workspace } from '../entries/workspace'

interface Image {
  readonly file: string
  readonly pristine: View | undefined
  readonly present: View
  readonly bytes: Bytes
}

/**
 * Writes the overlay: each changed file is computed from its pristine image and its present entries, reopened and
 * compared before it replaces an older one. All files or none. `aside`: files whose overlay stays as it is.
 */
export async function pack(session: Session, aside: ReadonlySet<string> = new Set()): Promise<PackReport> {
  const { workspace } = session
  await workspace.syncJournal()
  await workspace.noticeOutside()
  const changed = workspace.dirty.changedFiles.filter(file => !aside.has(file))
  const kept = new Set([...workspace.conflicts, ...aside])
  return session.jobs.run('job.pack', changed.length, async job => {
    const images: Image[] = []
    for (const file of changed) {
      await job.step(file)
      const image = await imageOf(workspace, file)
      if (image) images.push(image)
    }
    return packed(workspace, images, kept, file => job.reached(changed.length, file))
  })
}

/**
 * Whether the last pack equals the image of these entries: if the install's file changed under the edits, the overlay
 * is stale although no edit is newer.
 */
export async function isPacked(workspace: Workspace, aside: ReadonlySet<string>): Promise<boolean> {
  const packed = packedHashes(workspace)
  const isAside = (file: string): boolean => aside.has(file) || workspace.conflicts.has(file)
  for (const file of new Set([...workspace.dirty.changedFiles, ...packed.keys()])) {
    if (!isAside(file) && (await presentHash(workspace, file)) !== packed.get(file)) return false
  }
  return true
}

/**
 * Digest of the image that a pack would write; undefined where it equals the pristine file. Throws StudioError
 * `entry.missing`.
 */
export async function presentHash(workspace: Workspace, file: string): Promise<string | undefined> {
  const image = workspace.dirty.changedIn(file).length > 0 ? await imageOf(workspace, file) : undefined
  return image && workspace.hash(image.bytes)
}

async function packed(
  workspace: Workspace,
  images: readonly Image[],
  aside: ReadonlySet<string>,
  at: (file: string) => void,
): Promise<PackReport> {
  const before = packedHashes(workspace)
  const kept = new Set([...images.map(image => image.file), ...aside])
  const dropped = [...before.keys()].filter(file => !kept.has(file))
  const fresh = await outOfDate(workspace, images, before)
  const reports = await writeAll(workspace, fresh, dropped, at)
  const hashes = new Map(images.map(({ file, bytes }) => [file, workspace.hash(bytes)]))
  for (const file of aside) hashes.set(file, before.get(file) ?? '')
  const files = [...hashes]
    .filter(([, hash]) => hash !== '')
    .sort()
    .map(([path, hash]) => ({ path, hash }))
  const isNews =
    workspace.dirty.unpackedFiles.length > 0 ||
    files.length !== before.size ||
    files.some(({ path, hash }) => before.get(path) !== hash)
  if (isNews) await notePacked(workspace, files, [...aside].sort())
  workspace.forgetNotice('notice.overlay-changed')
  await keepStrayed(workspace)
  await workspace.parts.hashes.settle(file => isTakenOver(workspace, file) && !aside.has(file))
  return { files: reports, dropped }
}

/** Whether a pack accepts what another program wrote as the original; for a deployed file the user decides. */
const isTakenOver = ({ conflicts, parts: { install } }: Workspace, file: string): boolean =>
  !conflicts.has(file) && install.record(file) === undefined

/**
 * Copies external versions that edits fit: they are the originals from here on, and a later merge needs their bytes.
 */
async function keepStrayed(workspace: Workspace): Promise<void> {
  const { hashes, install, store, host } = workspace.parts
  for (const file of hashes.strayed) {
    const original = isTakenOver(workspace, file) ? await install.pristine(file) : undefined
    if (original) await keepCopy(store, original.bytes, host.hash)
  }
}

/** A file as `pack` would write it: its SHA-256 and its size in bytes. */
export interface PackableFile {
  readonly hash: string
  readonly size: number
}
/** The files that a pack would write. */
export type Packable = ReadonlyMap<string, PackableFile>

/**
 * Digest and size in bytes of each file as `pack` would write it now; for a file in conflict those of the last pack.
 * Writes nothing.
 */
export async function packable(workspace: Workspace, seen?: Seen): Promise<Packable> {
  const packed = packedHashes(workspace)
  const {
    conflicts,
    dirty,
    parts: { store },
  } = workspace
  const found = new Map<string, PackableFile>()
  for (const file of conflicts) {
    const hash = packed.get(file)
    if (hash !== undefined) found.set(file, { hash, size: (await store.stat(overlayPath(file)))?.size ?? 0 })
  }
  for (const [i, file] of dirty.changedFiles.filter(name => !conflicts.has(name)).entries()) {
    seen?.(file, i)
    const image = await imageOf(workspace, file)
    if (image) found.set(file, { hash: workspace.hash(image.bytes), size: image.bytes.length })
  }
  return found
}

/** The files that a pack would write, one after the other, each with its original. */
export async function* changedImages(workspace: Workspace, seen?: Seen): AsyncGenerator<ChangedFile> {
  for (const [i, file] of workspace.dirty.changedFiles.entries()) {
    seen?.(file, i)
    const image = await imageOf(workspace, file)
    if (image) yield { path: file, pristine: image.pristine?.base, present: image.bytes }
  }
}

async function imageOf(workspace: Workspace, file: string): Promise<Image | undefined> {
  const path = printPath({ file, steps: [] })
  const { present, pristine } = await workspace.sides(path)
  if (!present) throw new StudioError('entry.missing', { entry: path }, path)
  await encodeAll(workspace, present)
  const bytes = present.payload()
  if (pristine && workspace.parts.host.same(pristine.base, bytes)) return undefined
  return { file, pristine, present, bytes }
}

/**
 * Reopens an image and compares every entry. Returns the number of untouched ones. Throws StudioError `pack.verify`.
 */
function verify(view: View, image: Bytes, same: Host['same']): number {
  const archive = view.archive
  if (!archive) {
    if (!same(view.base, image)) throw refusal(view)
    return 0
  }
  const reopened = reopen(archive, image)
  if (reopened.rows.length !== archive.order.length) throw refusal(view)
  let compared = 0
  for (const [place, id] of archive.order.entries()) {
    const found = reopened.rows[archive.storedRange(id)?.row ?? place]
    const isTouched = archive.touched.has(id)
    const child = isTouched ? archive.child(id) : undefined
    if (!found) throw refusal(view)
    const original = isTouched ? undefined : archive.pristineRow(id)
    const payload = original ? storedOf(image, found) : payloadOf(archive.codec, image, found)
    const expected = original ? storedOf(view.base, original) : child?.payload()
    if (!expected || child?.isReadable === false || original?.isReadable === false) continue
    const isSame =
      found.isReadable &&
      (same(payload, expected) || (original && isSamePayload(archive, image, original, found, same)))
    if (!isSame) throw refusal(child ?? view, id)
    const attributes = child?.attributes ?? archive.pristineAttributes(id) ?? {}
    const differing = differingAttributes(withoutRow(found.attributes), withoutRow(attributes)).filter(name =>
      Object.hasOwn(found.attributes, name),
    )
    if (differing.length > 0) throw refusal(child ?? view, id)
    if (!isTouched) compared++
    else if (child?.archive?.isTouched) compared += verify(child, payload, same)
  }
  return compared
}

/** For an untouched row with other stored bytes: a key that depends on the directory may have changed. */
function isSamePayload(
  { codec, view }: OpenArchive,
  image: Bytes,
  before: ArchiveRow,
  after: ArchiveRow,
  same: Host['same'],
): boolean {
  return before.encoding !== undefined && same(payloadOf(codec, image, after), payloadOf(codec, view.base, before))
}

function reopen(archive: OpenArchive, image: Bytes): ReturnType<OpenArchive['codec']['open']> {
  try {
    return archive.codec.open(image)
  } catch (error) {
    if (error instanceof StudioError) throw refusal(archive.view)
    throw error
  }
}

const refusal = (view: View, row = ''): StudioError =>
  new StudioError('pack.verify', { entry: view.path, row }, view.path)

/** Files whose overlay does not have this image yet. What another program wrote there is first kept by its hash. */
async function outOfDate(
  workspace: Workspace,
  images: readonly Image[],
  before: ReadonlyMap<string, string>,
): Promise<readonly Image[]> {
  const { store } = workspace.parts
  const fresh: Image[] = []
  for (const image of images) {
    const path = overlayPath(image.file)
    const hash = await overlayHash(workspace, path)
    const isOurs = hash === undefined || hash === before.get(image.file)
    // An edited file differs from its last pack; its hash is computed only where that is uncertain.
    const isEdited = isOurs && workspace.dirty.unpackedIn(image.file).length > 0
    if (!isEdited && hash === workspace.hash(image.bytes)) continue
    if (!isOurs) {
      await store.write(backupPath(hash), await store.read(path))
      workspace.notices.push({ code: 'notice.overlay-foreign-kept', params: { file: image.file, hash } })
    }
    fresh.push(image)
  }
  return fresh
}

/** Hash of the file in the overlay; read again only where size or time differ from those of the own write. */
async function overlayHash({ parts: { store, host }, written }: Workspace, path: string): Promise<string | undefined> {
  const stat = await store.stat(path)
  const known = written.get(path)
  if (stat && known && stat.size === known.stat.size && stat.modified === known.stat.modified) return known.hash
  return stat && host.hash(await store.read(path))
}

/**
 * Writes all files or none: where one fails, those written before get their old bytes again. An overlay lost in a power
 * cut is detected by content at the next pack, so its folder is not flushed. Each image is verified during the write,
 * before it replaces the old one.
 */
async function writeAll(
  workspace: Workspace,
  images: readonly Image[],
  dropped: readonly string[],
  at: (file: string) => void,
): Promise<readonly PackedFile[]> {
  const { store, host } = workspace.parts
  const all: readonly { readonly file: string; readonly image?: Image }[] = [
    ...images.map(image => ({ file: image.file, image })),
    ...dropped.map(file => ({ file })),
  ]
  const reports: PackedFile[] = []
  const done: { readonly path: string; readonly old: Bytes | undefined }[] = []
  try {
    for (const [i, { file, image }] of all.entries()) {
      at(file)
      const path = overlayPath(file)
      const isLast = i === all.length - 1 // a write that fails leaves the old file: the last one needs no copy of it
      const old = !isLast && (await store.stat(path)) ? await store.read(path) : undefined
      if (image) {
        let compared = 0
        const prove = (): void => {
          compared = verify(image.present, image.bytes, host.same)
        }
        const [stat] = await Promise.all([
          store.write(path, image.bytes, { isLasting: false, prove }),
          hashInPieces(host, image.bytes),
        ])
        reports.push(reportOf(workspace, image, compared))
        workspace.written.set(path, { stat, hash: workspace.hash(image.bytes) })
      } else await store.remove(path)
      done.push({ path, old })
    }
    return reports
  } catch (error) {
    for (const { path, old } of done.reverse()) await putBack(workspace, path, old)
    throw error
  }
}

async function putBack(workspace: Workspace, path: string, bytes: Bytes | undefined): Promise<void> {
  const { store } = workspace.parts
  try {
    if (bytes) await store.write(path, bytes)
    else await store.remove(path)
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
    workspace.notices.push({ code: 'notice.overlay-left', params: { file: path } })
  }
}

/** What is changed in the image. `comparedEntries`: how many untouched ones were compared. */
function reportOf(
  workspace: Workspace,
  { file, pristine, present, bytes }: Image,
  comparedEntries: number,
): PackedFile {
  return {
    file,
    hashBefore: pristine ? workspace.hash(pristine.base) : '',
    hashAfter: workspace.hash(bytes),
    sizeBefore: pristine?.base.length ?? 0,
    sizeAfter: bytes.length,
    entries: packedChanges(workspace.dirty.changedIn(file), pristine, present),
    comparedEntries,
  }
}
