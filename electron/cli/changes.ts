import { StudioError } from '@areal-studio/core/format'
import { locate, own } from '@areal-studio/core/layout'
import {
  dictionaryKey,
  numberName,
  type Dictionary,
  type EntryChange,
  type FieldChange,
  type FileChange,
  type StudioApi,
} from '@areal-studio/core/studio'
import { documentOf } from './read'
import type { Run, Verb } from './run'

/** A changed field with its name and the names of its numbers, where they have names. */
interface NamedField extends FieldChange {
  readonly name?: string
  readonly beforeName?: string
  readonly afterName?: string
}

interface NamedEntry extends EntryChange {
  readonly fields: readonly NamedField[]
}

interface NamedFile extends FileChange {
  readonly entries: readonly NamedEntry[]
}

/** The changes of files with the names of the format and of the modder. */
async function namedFiles(api: StudioApi): Promise<readonly NamedFile[]> {
  const dictionary = await api.dictionary()
  const named: NamedFile[] = []
  for (const file of await api.changes()) {
    const entries: NamedEntry[] = []
    for (const entry of file.entries) entries.push(await namedEntry(api, dictionary, entry))
    named.push({ ...file, entries })
  }
  return named
}

async function namedEntry(api: StudioApi, dictionary: Dictionary, entry: EntryChange): Promise<NamedEntry> {
  const opened = await api.read(entry.entry).then(documentOf, (error: unknown) => {
    if (error instanceof StudioError) return undefined // taken out: no field of it has a place any more
    throw error
  })
  if (!opened) return entry
  return {
    ...entry,
    fields: entry.fields.map(field => {
      const meta = locate(opened, field.path)?.layout.meta
      const key = meta && dictionaryKey(meta)
      if (!meta || key === undefined) return field
      const name = own(dictionary.fields, key)
      const [beforeName, afterName] = [field.before, field.after].map(text =>
        /^-?\d+$/.test(text) ? numberName(dictionary, meta, Number(text)) : '',
      )
      return {
        ...field,
        ...(name !== undefined && { name }),
        ...(beforeName && { beforeName }),
        ...(afterName && { afterName }),
      }
    }),
  }
}

/** `areal changes`: what differs from the original, field by field. */
export const changesVerb =
  (install: string): Verb =>
  async run => {
    const { api } = await run.open(install, 'scratch')
    const files = await namedFiles(api)
    run.answer({ files }, () =>
      files.length === 0 ? [run.say('cli.changes.none')] : files.flatMap(file => changeLines(run, file)),
    )
    return 0
  }

function changeLines(run: Run, file: NamedFile): string[] {
  return [
    `${file.file}\t${run.say(`cli.file.${file.state}`)}`,
    ...file.entries.flatMap(entry => entryLines(run, entry)),
  ]
}

/** One changed entry: its state, then each changed field. */
export function entryLines(run: Run, entry: NamedEntry): string[] {
  const sizes = run.say('cli.changes.sizes', { before: entry.sizeBefore, after: entry.sizeAfter })
  const hidden = entry.fieldCount - entry.fields.length
  return [
    `  ${entry.entry} ${entry.name}\t${run.say(`cli.item.${entry.state}`)}\t${sizes}`,
    ...entry.fields.map(field => `    ${fieldLine(run, field)}`),
    ...(hidden > 0 ? [`    ${run.say('cli.changes.more', { n: hidden })}`] : []),
  ]
}

const called = (text: string, name: string | undefined): string => (name === undefined ? text : `${text} (${name})`)

function fieldLine(run: Run, field: NamedField): string {
  const { path, shown = path, before, after, size, offset, name, beforeName, afterName } = field
  if (path.startsWith('@')) return `${path}: ${before} → ${after}`
  return run.say('cli.changes.field', {
    path: called(shown || run.say('cli.changes.bytes'), name),
    before: called(before, beforeName),
    after: called(after, afterName),
    n: size,
    offset: `0x${offset.toString(16)}`,
  })
}
