import { own } from '@areal-studio/core/layout'
import {
  addEntry,
  difference,
  editFrom,
  removeEntry,
  setAttributes,
  type AttributeValue,
  type Attributes,
} from '@areal-studio/core/edit'
import { StudioError, attributeNames, numberCalled, parentPath, type ArchiveCodec } from '@areal-studio/core/format'
import type { EntryImage, RenameOptions, StudioApi } from '@areal-studio/core/studio'
import { commit, inTime, nothing } from './commit'
import { assignmentOf } from './edit'
import { fileBytes } from './exchange'
import { wordsOf, type Verb } from './run'
import { archiveCodec } from './studio'
import { readWhole } from '../node/read-whole'

export const addVerb =
  (install: string, archive: string, name: string, file: string, words: readonly string[]): Verb =>
  async run => {
    const payload = await fileBytes(run, file)
    const { api, info } = await run.open(install, 'workspace')
    const image = await api.read(archive, { length: 0 })
    const codec = archiveCodec(image.format)
    if (codec === undefined) throw new StudioError('archive.none', { entry: image.entry })
    const empty = codec.newAttributes(name)
    const attributes: Attributes = { ...empty, ...attributesOf(words, empty, codec) }
    codec.validate(attributes)
    return inTime(async () => {
      const entry = await api.nextEntry(image.entry)
      return commit(run, api, [addEntry(entry, info.revision, attributes, payload)], {
        code: 'label.entry-added',
        params: { name: typeof attributes['name'] === 'string' ? attributes['name'] : name },
      })
    })
  }

export const removeVerb =
  (install: string, entry: string): Verb =>
  async run => {
    const { api } = await run.open(install, 'workspace')
    return inTime(async () => {
      const image = await rowOf(api, entry)
      return commit(run, api, [removeEntry(image)], { code: 'label.entry-removed', params: { name: image.info.name } })
    })
  }

/** Exit code 1 where references break. */
export const renameVerb =
  (install: string, entry: string, name: string, options: Pick<RenameOptions, 'follow' | 'dryRun'>): Verb =>
  async run => {
    const { api } = await run.open(install, options.dryRun ? 'scratch' : 'workspace')
    return inTime(async () => {
      await rowOf(api, entry)
      const report = await api.rename(entry, name, options)
      const { entries, follows, breaks, label, commit: done } = report
      run.answer({ entries, follows, breaks, revision: done?.revision ?? null }, () => [
        ...entries.map(one => `${one.entry}\t${one.name} -> ${one.to}`),
        ...follows.map(link => `${link.from}\t${link.path}`),
        ...breaks.map(({ link, reason }) =>
          run.say('cli.rename.breaks', { from: link.from, path: link.path, reason: wordsOf(run, reason) }),
        ),
        done
          ? run.say('cli.committed', { revision: done.revision, label: run.say(label.code, label.params) })
          : run.say(entries.length === 0 ? 'cli.unchanged' : 'cli.query.dry'),
      ])
      return breaks.length > 0 ? 1 : 0
    })
  }

export const replaceVerb =
  (install: string, entry: string, file: string): Verb =>
  async run => {
    const payload = await fileBytes(run, file)
    const { api } = await run.open(install, 'workspace')
    return inTime(async () => {
      const image = await readWhole(api, entry)
      const splices = difference(image.bytes, payload)
      if (splices.length === 0) return nothing(run)
      return commit(run, api, [editFrom(image, { splices })], {
        code: 'label.entry-replaced',
        params: { name: image.info.name, file },
      })
    })
  }

export const attributesVerb =
  (install: string, entry: string, words: readonly string[]): Verb =>
  async run => {
    const { api } = await run.open(install, words.length === 0 ? 'scratch' : 'workspace')
    return inTime(async () => {
      const image = await rowOf(api, entry)
      if (words.length === 0) {
        run.print(image.attributes)
        return 0
      }
      const wanted = attributesOf(words, image.attributes, archiveCodec(image.info.container?.format))
      const fields = Object.keys(wanted).filter(
        name => JSON.stringify(own(wanted, name)) !== JSON.stringify(own(image.attributes, name)),
      )
      if (fields.length === 0) return nothing(run)
      return commit(run, api, [setAttributes(image, wanted)], {
        code: 'label.attributes-set',
        params: { name: image.info.name, fields: fields.join(', ') },
      })
    })
  }

async function rowOf(api: StudioApi, entry: string): Promise<EntryImage> {
  const image = await api.read(entry)
  if (parentPath(image.entry) === undefined) throw new StudioError('entry.is-file', { entry: image.entry }, image.entry)
  return image
}

/**
 * Attributes from words like `attr1=0x1F`, `method=LZSS`; `before` decides which are numbers, the codec gives their
 * names.
 */
function attributesOf(words: readonly string[], before: Attributes, codec: ArchiveCodec | undefined): Attributes {
  return Object.fromEntries(
    words.map(word => {
      const { name, json } = assignmentOf(word)
      if (name === '__proto__') throw new StudioError('usage.bad-attribute', { name, value: json })
      const called = numberCalled(attributeNames(codec?.attributes, name) ?? {}, json)
      if (called !== undefined) return [name, called]
      const isHex = typeof own(before, name) === 'number' && /^0x[0-9a-f]+$/i.test(json)
      return [name, isHex ? Number(json) : attributeOf(name, json)]
    }),
  )
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

/** The value of a word: JSON, else the word as text, so that `name=Land2.map` needs no nested quotes. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
