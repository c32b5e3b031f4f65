import { createHash } from 'node:crypto'
import { FAMILIES, allFamilies } from '@areal-studio/core'
import { MemoryFiles, StudioError } from '@areal-studio/core/format'
import {
  coversOnce,
  document,
  formRows,
  fromJson,
  LayoutError,
  nodeAt,
  read,
  toJson,
  write,
  type AnyLayout,
} from '@areal-studio/core/layout'
import type { Random } from '@areal-studio/core/families/parkan/sample'
import { createStudio, type EntryImage, type StudioApi, type TreeItem } from '@areal-studio/core/studio'
import { memoryHost } from '../../core/studio/memory-host.fixture'
import { mutateText } from './mutate'
import { SIGNS, type Subject } from './subjects'

const ENTRIES = 60
const JSON_SIZE = 20_000
const FORMATS = new Map((await allFamilies()).flatMap(family => family.formats).map(format => [format.id, format]))

const LOOKED_AT = 8

function gameOf(files: Readonly<Record<string, Uint8Array>>): { game: MemoryFiles; api: StudioApi } {
  const game = new MemoryFiles(files, { root: '/game' })
  const hash = (whole: Uint8Array): string => createHash('sha256').update(whole).digest('hex')
  return {
    game,
    ...createStudio({ host: memoryHost({ hash, folders: new Map([['/game', game]]) }), families: FAMILIES }),
  }
}

const folderOf = ({ path }: Subject): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** What opening a damaged file alone does: its tree and the fields of some of its entries. A hundredth of the cost of a trial. */
export async function glance(random: Random, subject: Subject, bytes: Uint8Array): Promise<void> {
  const signs = Object.entries(subject.beside).filter(([path]) => SIGNS.includes(path))
  const { api } = gameOf({ ...Object.fromEntries(signs), [subject.path]: bytes })
  await api.open('/game')
  const entries = await everything(api, await api.list(folderOf(subject)))
  for (let time = 0; time < LOOKED_AT; time++) {
    const item = entries[Math.floor(random() * entries.length)]
    if (item) await refusable(() => look(random, api, item))
  }
}

/** Everything that a user could do with a damaged file. Throws where the studio breaks its rules. */
export async function trial(random: Random, subject: Subject, bytes: Uint8Array): Promise<void> {
  const { game, api } = gameOf({ ...subject.beside, [subject.path]: bytes })
  await api.open('/game')
  const entries = await everything(api, await api.list(folderOf(subject)))
  for (const item of entries) await refusable(() => look(random, api, item))
  await api.check()
  await api.prove()
  await refusable(() => changeAndReturn(random, api, entries, subject.path))
  const after = await game.read(subject.path)
  if (Buffer.compare(after, bytes) !== 0) throw new Error('the install was written')
}

/** Throws what is not a refusal with a code: everything else is a defect. */
async function refusable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return undefined
    throw error
  }
}

async function everything(api: StudioApi, items: readonly TreeItem[]): Promise<TreeItem[]> {
  const found: TreeItem[] = []
  const open = [...items]
  for (let item = open.shift(); item && found.length < ENTRIES; item = open.shift()) {
    found.push(item)
    if (item.hasChildren) for (const child of (await refusable(() => api.list(item.path))) ?? []) open.push(child)
  }
  return found
}

async function look(random: Random, api: StudioApi, item: TreeItem): Promise<void> {
  if (item.kind === 'folder') return
  const image = await api.read(item.path)
  const format = image.format === undefined ? undefined : FORMATS.get(image.format)
  const layout = format?.layout?.(image.info)
  if (layout) lookAtLayout(random, layout, image)
}

function lookAtLayout(random: Random, layout: AnyLayout, { bytes }: EntryImage): void {
  const opened = document(layout, bytes)
  if (bytes.length < JSON_SIZE && !coversOnce(opened)) throw new Error('the tree does not cover every byte once')
  for (let time = 0; time < 8 && bytes.length > 0; time++) {
    const node = nodeAt(opened, Math.floor(random() * bytes.length))
    if (node.parent && node.parent.childCount < 200) formRows(node.parent)
  }
  if (opened.findings.some(({ offset, size }) => offset < 0 || size < 0 || offset + size > bytes.length))
    throw new Error('a finding lies outside')
  if (!opened.isWhole) return
  const value = read(layout, bytes)
  if (Buffer.compare(write(layout, value).bytes, bytes) !== 0) throw new Error('values give other bytes')
  if (bytes.length > JSON_SIZE) return
  const text = toJson(opened.root, { fold: random() < 0.5 })
  if (Buffer.compare(write(layout, fromJson(layout, text)).bytes, bytes) !== 0)
    throw new Error('JSON gives other bytes')
  try {
    write(layout, fromJson(layout, mutateText(random, text)))
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
  }
}

/** A change of a few bytes, packed, and taken back: the file is the pristine one again. */
async function changeAndReturn(
  random: Random,
  api: StudioApi,
  entries: readonly TreeItem[],
  path: string,
): Promise<void> {
  const files = entries.filter(
    item => item.kind !== 'folder' && item.size > 0 && item.path.toLowerCase().startsWith(path.toLowerCase()),
  )
  const item = files[Math.floor(random() * files.length)]
  if (!item) return
  const image = await api.read(item.path)
  if (!image.isEditable || image.bytes.length === 0) return
  const offset = Math.floor(random() * image.bytes.length)
  const removed = image.bytes.slice(offset, offset + 1 + Math.floor(random() * 3))
  const inserted = random() < 0.7 ? removed.map(byte => byte ^ 0x55) : removed.slice(1)
  await api.commit({
    label: { code: 'label.field-set', params: {} },
    edits: [{ entry: image.entry, base: image.revision, splices: [{ offset, removed, inserted }] }],
  })
  await refusable(() => api.pack())
  await api.check()
  await api.undo()
  await api.pack()
  const changes = await api.changes()
  if (changes.length > 0) throw new Error(`undo left ${changes.length} changed files`)
}
