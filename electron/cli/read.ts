import { sameBytes } from '@areal-studio/core/edit'
import { document, locate, toJson, type Document, type Node } from '@areal-studio/core/layout'
import { StudioError, nameOfValue, parentPath, type ArchiveCodec } from '@areal-studio/core/format'
import type { EntryImage, StudioApi, TreeItem } from '@areal-studio/core/studio'
import { problemLines } from './check'
import type { ExitCode } from './io'
import { payloadOf } from './payload'
import { labelOf, type Run, type Verb } from './run'
import { archiveCodec, formats } from './studio'
import { readWhole } from '../node/read-whole'

/** Bytes of an entry that are printed in hexadecimal: more would exceed the length of a string. */
const LARGEST_PRINTED = 128 * 1024 * 1024

export const openVerb =
  (install: string): Verb =>
  async run => {
    const { info } = await run.open(install, 'workspace')
    run.answer(info, () => [
      run.say('cli.open.install', { title: info.title || run.say('cli.unknown-game'), path: info.install }),
      run.say('cli.open.workspace', { path: info.workspace }),
      run.say('cli.open.files', { n: info.fileCount }),
      run.say(`cli.state.${info.state}`),
      ...(info.changed > 0 ? [run.say('cli.open.changed', { n: info.changed, unpacked: info.unpacked })] : []),
    ])
    return 0
  }

export const whereVerb =
  (install: string): Verb =>
  async run => {
    const { api, info } = await run.open(install, 'scratch')
    run.answer({ install: info.install, workspace: info.workspace, storage: await api.storage() }, () => [
      info.workspace,
    ])
    return 0
  }

export const locateVerb =
  (install: string, folder: string, dryRun: boolean): Verb =>
  async run => {
    const { api } = await run.open(install, 'scratch')
    const report = await api.locate(run.path(folder), { dryRun })
    run.answer(report, () => [
      run.say(dryRun ? 'cli.locate.would-tie' : 'cli.locate.tied', { path: report.install, n: report.known }),
      ...report.different.map(file => run.say('cli.locate.different', { file })),
      ...report.absent.map(file => run.say('cli.locate.absent', { file })),
    ])
    return report.different.length + report.absent.length > 0 ? 1 : 0
  }

export const listVerb =
  (install: string, entry: string | undefined): Verb =>
  async run => {
    const { api } = await run.open(install, 'scratch')
    const items =
      entry === undefined
        ? await api.list('', { deep: true })
        : await api.list(/^\/\/[^/]+\/$/.test(entry) ? entry : entry.replace(/[\\/]+$/, ''))
    const inside = items.find(({ path }) => path.includes('!'))?.path
    const codec =
      inside === undefined ? undefined : archiveCodec((await api.read(parentPath(inside) ?? '', { length: 0 })).format)
    run.answer(items, () => items.map(item => listed(run, item, codec)))
    const [only] = items
    if (entry === undefined) return only && items.length === 1 ? damage(run, api, only.path) : 0
    return items.every(item => item.path.includes('!')) ? damage(run, api, entry) : 0
  }

/** Reports errors of an archive itself; rows that could be opened are listed nevertheless. */
async function damage(run: Run, api: StudioApi, entry: string): Promise<ExitCode> {
  const { entry: path } = await api.read(entry, { length: 0 })
  const errors = (await api.check(path)).filter(problem => problem.entry === path && problem.severity === 'error')
  for (const line of problemLines(run, errors)) run.io.err(line)
  return errors.length > 0 ? 1 : 0
}

function listed(run: Run, item: TreeItem, codec: ArchiveCodec | undefined): string {
  const parts = [item.path, item.kind === 'folder' ? '' : run.say('cli.bytes', { n: item.size })]
  if (item.path.includes('!')) parts.push(item.name, attributesLine(item.attributes, codec))
  if (item.format !== undefined) parts.push(item.format)
  if (item.state !== 'pristine') parts.push(run.say(`cli.item.${item.state}`))
  if (item.missions && item.missions.length > 0) parts.push(item.missions.join('; '))
  return parts.filter(part => part !== '').join('\t')
}

const attributesLine = (attributes: TreeItem['attributes'], codec: ArchiveCodec | undefined): string =>
  Object.entries(attributes ?? {})
    .filter(([name]) => name !== 'name' && name !== 'row')
    .map(([name, value]) => `${name}=${nameOfValue(codec?.attributes, name, value) ?? JSON.stringify(value)}`)
    .join(' ')

export const getVerb =
  (install: string, entry: string, node: string | undefined): Verb =>
  async run => {
    const { api } = await run.open(install, 'scratch')
    const image = await readWhole(api, entry, LARGEST_PRINTED)
    const opened = documentOf(image)
    if (opened === undefined) {
      if (node !== undefined && node !== '')
        throw new StudioError('format.no-fields', { entry: image.entry, path: node })
      run.io.out(`${hexText(image.bytes)}\n`)
      return 0
    }
    const found = nodeAt(opened, node ?? '', image)
    run.io.out(`${opened.isWhole || found !== opened.root ? toJson(found) : hexText(image.bytes)}\n`)
    return whole(run, image, opened)
  }

/**
 * Exit code for a printed entry: 1, and a message on stderr, where it is damaged; for an archive also where its rows
 * cannot be read.
 */
function whole(run: Run, image: EntryImage, opened: Document | undefined): ExitCode {
  if (opened?.isWhole !== false && canOpen(image)) return 0
  run.io.err(run.say('cli.damaged', { entry: image.entry }))
  return 1
}

/** False for an entry that should be an archive and cannot be opened as one. */
export function canOpen({ format, bytes }: EntryImage): boolean {
  try {
    formats()
      .find(known => known.id === format)
      ?.archive?.open(bytes)
    return true
  } catch (error) {
    if (error instanceof StudioError) return false
    throw error
  }
}

/** The bytes of an entry under its format's declaration; undefined where it has none. */
export function documentOf(image: EntryImage): Document | undefined {
  const layout = formats()
    .find(format => format.id === image.format)
    ?.layout?.(image.info)
  return layout && document(layout, image.bytes)
}

export function nodeAt(opened: Document, path: string, image: EntryImage): Node {
  const node = locate(opened, path)
  if (node === undefined) throw new StudioError('node.missing', { entry: image.entry, path }, image.entry)
  return node
}

export const jsonVerb =
  (install: string, entry: string): Verb =>
  async run => {
    const { api } = await run.open(install, 'scratch')
    const image = await readWhole(api, entry, LARGEST_PRINTED)
    const opened = documentOf(image)
    const value = opened?.isWhole === true ? wholeText(image, opened) : hexText(image.bytes)
    run.io.out(
      `{"format": ${JSON.stringify(image.format ?? null)}, "attributes": ${JSON.stringify(image.attributes)}, "value": ${value}}\n`,
    )
    return whole(run, image, opened)
  }

/**
 * The value as text where format and attributes suffice to make the payload again; an archive, whose layout depends on
 * its first bytes, as bytes.
 */
function wholeText(image: EntryImage, opened: Document): string {
  const text = toJson(opened.root, { fold: true })
  return sameBytes(payloadOf(image.format ?? null, image.attributes, text) ?? new Uint8Array(0), image.bytes)
    ? text
    : hexText(image.bytes)
}

export const hexText = (bytes: Uint8Array): string => `"hex:${Buffer.from(bytes).toString('hex')}"`

export const logVerb =
  (install: string): Verb =>
  async run => {
    const { api } = await run.open(install, 'scratch')
    const steps = await api.history()
    run.answer(steps, () =>
      steps.map(step =>
        [
          step.revision,
          new Date(step.time).toISOString(),
          run.say(`cli.step.${step.state}`),
          labelOf(run, step),
          step.entries.join(' '),
        ].join('\t'),
      ),
    )
    return 0
  }
