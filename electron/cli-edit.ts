import { addEntry, apply, difference, editFrom, removeEntry, resizedArrays, resizedLabel, setAttributes, squash, type AttributeValue, type Attributes, type Edit, type Label } from '@areal-studio/core/edit'
import { StudioError, parentPath } from '@areal-studio/core/format'
import { LayoutError, assign, document, fromJson, toJson, type Document, type Layout, type Node, type Value } from '@areal-studio/core/layout'
import type { EntryImage, StudioApi } from '@areal-studio/core/workspace'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ExitCode } from './cli-io'
import { canOpen, documentOf, nodeAt } from './cli-read'
import { labelOf, type Run, type Verb } from './cli-run'
import { formats } from './cli-studio'
import { fileError } from './file-errors'
import { writeOutput } from './output-file'
import { readWhole } from './read-whole'

const VALUE_SHOWN = 40
const FIELDS_PRINTED = 20

/** Splits `areals/211/class_id=12` at its first `=`. */
function assignmentOf(word: string): { readonly name: string; readonly json: string } {
  const at = word.indexOf('=')
  if (at <= 0) throw new StudioError('usage.no-equals', { argument: word })
  return { name: word.slice(0, at), json: word.slice(at + 1) }
}

/** So often a step is made anew where another process was faster. */
const ATTEMPTS = 20

/** What was worked out from an older image than the present one is worked out again. */
async function inTime(act: () => Promise<0>): Promise<0> {
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await act()
    } catch (error) {
      const isLate = error instanceof StudioError && (error.code === 'edit.stale' || error.code === 'entry.taken')
      if (!isLate || left === 0) throw error
    }
  }
}

export const setVerb = (install: string, entry: string, words: readonly string[]): Verb => async run => {
  const { api, info } = await run.open(install, 'workspace')
  return inTime(async () => {
    const image = await api.read(entry)
    const opened = documentOf(image)
    if (opened === undefined) throw new StudioError('format.no-fields', { entry: image.entry, path: words[0] ?? '' })
    const isLocked = !image.isEditable && !info.isReadOnly // what may not be written at all is refused by the commit, with the reason
    if (!opened.isWhole || isLocked || !canOpen(image)) throw new StudioError('edit.not-editable', { entry: image.entry }, image.entry)
    const { edits, changed, after } = assigned(image, opened, words.map(assignmentOf))
    const [edit] = edits
    if (edit === undefined) return nothing(run)
    return commit(run, api, edits, resizedLabel(image.info.name, resizedArrays(opened, after, edit)) ?? setLabel(image, changed))
  })
}

interface Changed { readonly path: string; readonly before: string; readonly after: string }

/** Each value is assigned to the image that the ones before it left. */
function assigned(image: EntryImage, first: Document, wanted: readonly { readonly name: string; readonly json: string }[]): { edits: readonly Edit[]; changed: Changed[]; after: Document } {
  const edits: Edit[] = []
  const changed: Changed[] = []
  let present = image
  let opened = first
  for (const { name, json } of wanted) {
    const node = nodeAt(opened, name, image)
    const before = toJson(node, { fold: true })
    const edit = editFrom(present, assign(opened, name, valueOf(node, json)))
    if (edit.splices.length === 0 && edit.attributes === undefined) continue
    edits.push(edit)
    present = { ...present, bytes: apply(present.bytes, edit.splices), attributes: edit.attributes?.after ?? present.attributes }
    opened = document(layoutOf(present), present.bytes)
    changed.push({ path: name, before: before.slice(0, VALUE_SHOWN), after: toJson(nodeAt(opened, name, image), { fold: true }).slice(0, VALUE_SHOWN) })
  }
  return { edits: squash(edits), changed, after: opened }
}

/** A refusal names the node as the user wrote it, not as a part of its own value. */
function valueOf(node: Node, json: string): Value {
  try {
    return fromJson(node.layout as Layout<Value>, json)
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    throw new LayoutError(error.code, error.params, [node.path, error.path].filter(part => part !== '').join('/'))
  }
}

function layoutOf(image: EntryImage): NonNullable<ReturnType<NonNullable<ReturnType<typeof formats>[number]['layout']>>> {
  const format = formats().find(known => known.id === image.format)
  const layout = format?.layout?.({ ...image.info, size: image.bytes.length, attributes: image.attributes })
  if (layout === undefined) throw new StudioError('format.no-fields', { entry: image.entry, path: '' })
  return layout
}

/** The same words as the window gives the same change. */
function setLabel({ info: { name } }: EntryImage, changed: readonly Changed[]): Label {
  const [only] = changed
  if (only && changed.length === 1) return { code: 'label.field-set', params: { name, ...only } }
  const fields = new Set(changed.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)))
  const [field = ''] = fields
  return fields.size === 1
    ? { code: 'label.fields-set', params: { name, n: changed.length, field } }
    : { code: 'label.record-set', params: { name, n: changed.length, path: only?.path.replace(/\/[^/]*$/, '') ?? '' } }
}

async function commit(run: Run, api: StudioApi, edits: readonly Edit[], made: Label): Promise<0> {
  const label: Label = run.options.label === undefined ? made : { code: 'label.given', params: { text: run.options.label } }
  const done = await api.commit({ label, edits })
  run.answer({ revision: done.revision, entries: [...new Set(edits.map(edit => edit.entry))] }, () => [
    run.say('cli.committed', { revision: done.revision, label: labelOf(run, { label }) }),
  ])
  return 0
}

function nothing(run: Run): 0 {
  run.answer({ revision: null, entries: [] }, () => [run.say('cli.unchanged')])
  return 0
}

export const addVerb = (install: string, archive: string, name: string, file: string, words: readonly string[]): Verb => async run => {
  const payload = await payloadOf(run, file)
  const { api, info } = await run.open(install, 'workspace')
  const image = await api.read(archive, { length: 0 })
  const codec = formats().find(format => format.id === image.format)?.archive
  if (codec === undefined) throw new StudioError('archive.none', { entry: image.entry })
  const empty = codec.newAttributes(name)
  const attributes: Attributes = { ...empty, ...attributesOf(words, empty) }
  codec.validate(attributes)
  return inTime(async () => {
    const entry = await api.nextEntry(image.entry)
    return commit(run, api, [addEntry(entry, info.revision, attributes, payload)], { code: 'label.entry-added', params: { name } })
  })
}

export const removeVerb = (install: string, entry: string): Verb => async run => {
  const { api } = await run.open(install, 'workspace')
  return inTime(async () => {
    const image = await rowOf(api, entry)
    return commit(run, api, [removeEntry(image)], { code: 'label.entry-removed', params: { name: image.info.name } })
  })
}

export const renameVerb = (install: string, entry: string, name: string): Verb => async run => {
  const { api } = await run.open(install, 'workspace')
  return inTime(async () => {
    const image = await rowOf(api, entry)
    return commit(run, api, [setAttributes(image, { name })], { code: 'label.entry-renamed', params: { name: image.info.name, to: name } })
  })
}

export const extractVerb = (install: string, entry: string, file: string | undefined): Verb => async run => {
  const { api } = await run.open(install, 'scratch')
  const { bytes } = await readWhole(api, entry)
  if (file === undefined || file === '-') run.io.out(bytes)
  else await writeOutput(run.path(file), bytes, file)
  return 0
}

export const replaceVerb = (install: string, entry: string, file: string): Verb => async run => {
  const payload = await payloadOf(run, file)
  const { api } = await run.open(install, 'workspace')
  return inTime(async () => {
    const image = await readWhole(api, entry)
    const splices = difference(image.bytes, payload)
    if (splices.length === 0) return nothing(run)
    return commit(run, api, [editFrom(image, { splices })], { code: 'label.entry-replaced', params: { name: image.info.name, file } })
  })
}

/** `areal import`: what a copy edited elsewhere changes in the present state, entry by entry; without `--dry-run` as one step. */
export const importVerb = (install: string, entry: string, file: string, isDry: boolean): Verb => async run => {
  if (statSync(run.path(file), { throwIfNoEntry: false })?.isDirectory() === true) return importFolder(run, install, entry, file, isDry)
  const payload = await payloadOf(run, file)
  const { api } = await run.open(install, isDry ? 'scratch' : 'workspace')
  const report = await api.incoming(entry, payload, { file: file.split(/[\\/]/).at(-1) ?? file, dryRun: isDry })
  run.answer({ ...report, commit: undefined, plan: undefined, revision: report.commit?.revision ?? null }, () => [
    ...(report.isWhole ? [run.say('cli.import.whole', { entry: report.entry })] : []),
    ...report.entries.flatMap(({ entry: changed, state, sizeBefore, sizeAfter, fields, fieldCount }) => [
      `${changed}\t${state}\t${sizeBefore} -> ${sizeAfter}`,
      ...fields.slice(0, FIELDS_PRINTED).map(field => `  ${field.path}\t${field.before} -> ${field.after}`),
      ...(fieldCount > FIELDS_PRINTED ? [run.say('cli.query.more', { n: fieldCount - FIELDS_PRINTED })] : []),
    ]),
    ...report.problems.map(problem => `${problem.severity}\t${problem.entry}\t${run.say(`problem.${problem.code}`, problem.params)}`),
    report.commit ? run.say('cli.committed', { revision: report.commit.revision, label: labelOf(run, { label: { code: 'label.entry-replaced', params: { name: report.entry, file } } }) })
      : run.say(report.entries.length === 0 ? 'cli.unchanged' : 'cli.query.dry'),
  ])
  return 0
}

/** The same of a folder that `areal extract` wrote; ends with 1 where a file of it was refused. */
async function importFolder(run: Run, install: string, entry: string, folder: string, isDry: boolean): Promise<ExitCode> {
  const { api } = await run.open(install, isDry ? 'scratch' : 'workspace')
  const { files, same, commit: done } = await api.incomingFolder(entry === '.' ? '' : entry, run.path(folder), { dryRun: isDry })
  const taken = files.filter(({ report }) => report !== null)
  run.answer({ files, same, revision: done?.revision ?? null }, () => [
    ...files.map(({ entry: of, file, report, refusal }) => (refusal
      ? `${file}\t${run.say(refusal.code, refusal.params)}` : `${file}\t${of}\t${report?.sizeBefore ?? 0} -> ${report?.sizeAfter ?? 0}`)),
    run.say('cli.import.same', { n: same }),
    done ? run.say('cli.committed', { revision: done.revision, label: run.say('label.entries-replaced', { n: taken.length }) }) : run.say(taken.length === 0 ? 'cli.unchanged' : 'cli.query.dry'),
  ])
  return taken.length < files.length ? 1 : 0
}

export interface ExtractWords {
  readonly to: string
  readonly as: 'raw' | 'json'
  readonly contents?: boolean
}

/** `areal extract`: entries, files and folders into a folder, under names that any system can hold. */
export const extractManyVerb = (install: string, entries: readonly string[], { to, as, contents }: ExtractWords): Verb => async run => {
  const { api } = await run.open(install, 'scratch')
  const report = await api.extract(entries.map(entry => (entry === '.' ? '' : entry)), { folder: run.path(to), as, hasContents: contents === true })
  const missed = report.unreadable.length + report.failed.length
  run.answer(report, () => [
    ...report.files.map(({ path, entry, isRaw }) => `${path}\t${entry}${isRaw ? `\t${run.say('cli.extract.raw')}` : ''}`),
    ...report.unreadable.map(entry => run.say('cli.extract.unreadable', { entry })),
    ...report.failed.map(({ name, reason }) => `${name}: ${run.say(reason.code, reason.params)}`),
    run.say('cli.extract.sum', { n: report.files.length, folder: report.folder }),
    ...(missed > 0 ? [run.say('cli.extract.missed', { n: missed })] : []),
  ])
  return missed > 0 ? 1 : 0
}

export const attributesVerb = (install: string, entry: string, words: readonly string[]): Verb => async run => {
  const { api } = await run.open(install, words.length === 0 ? 'scratch' : 'workspace')
  return inTime(async () => {
    const image = await rowOf(api, entry)
    if (words.length === 0) {
      run.print(image.attributes)
      return 0
    }
    const wanted = attributesOf(words, image.attributes)
    const fields = Object.keys(wanted).filter(name => JSON.stringify(wanted[name]) !== JSON.stringify(image.attributes[name]))
    if (fields.length === 0) return nothing(run)
    return commit(run, api, [setAttributes(image, wanted)], { code: 'label.attributes-set', params: { name: image.info.name, fields: fields.join(', ') } })
  })
}

async function rowOf(api: StudioApi, entry: string): Promise<EntryImage> {
  const image = await api.read(entry)
  if (parentPath(image.entry) === undefined) throw new StudioError('entry.is-file', { entry: image.entry }, image.entry)
  return image
}

/** Attributes from words like `attr1=0x1F`; `before` tells which are numbers. */
function attributesOf(words: readonly string[], before: Attributes): Attributes {
  return Object.fromEntries(words.map(word => {
    const { name, json } = assignmentOf(word)
    if (name === '__proto__') throw new StudioError('usage.bad-attribute', { name, value: json })
    const isHex = typeof before[name] === 'number' && /^0x[0-9a-f]+$/i.test(json)
    return [name, isHex ? Number(json) : attributeOf(name, json)]
  }))
}

function attributeOf(name: string, json: string): AttributeValue {
  const value = parsed(json)
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'object' && value !== null && 'text' in value && 'tail' in value) {
    const { text, tail } = value
    if (typeof text === 'string' && typeof tail === 'string') return { text, tail }
  }
  throw new StudioError('usage.bad-attribute', { name, value: json })
}

/** Words that are no JSON stand for themselves: `name=Land2.map` needs no quotes in quotes. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

async function payloadOf(run: Run, file: string): Promise<Uint8Array> {
  if (file === '-') return run.io.input()
  return new Uint8Array(await readFile(run.path(file)).catch((error: unknown) => { throw fileError(error, file, 'read') }))
}

export const undoVerb = (install: string, way: 'undo' | 'redo'): Verb => async run => {
  const { api } = await run.open(install, 'workspace')
  const done = way === 'undo' ? await api.undo() : await api.redo()
  if (done === null) throw way === 'undo' ? new StudioError('history.nothing-to-undo') : new StudioError('history.nothing-to-redo')
  const label = done.kind === 'packed' ? { code: 'label.packed', params: { n: done.files.length } } : done.transaction.label
  run.answer({ revision: done.revision, label }, () => [run.say(`cli.${way}`, { revision: done.revision, label: labelOf(run, { label }) })])
  return 0
}
