import { readFile } from 'node:fs/promises'
import { StudioError } from '@areal-studio/core/format'
import { namesOf, printDictionary, type GivenName } from '@areal-studio/core/studio'
import type { Run, Verb } from './run'
import { fileError } from '../node/file-errors'
import { writeOutput } from '../node/output-file'

export interface DictionaryWords {
  readonly export?: string
  readonly import?: string
  readonly theirs?: boolean
}

const thing = ({ kind, field, number }: GivenName): string =>
  [kind, field, ...(number === undefined ? [] : [number])].join('/')

/** `areal dictionary`: shows the modder's names, writes them to a file, or imports those of a file. */
export const dictionaryVerb =
  (install: string, words: DictionaryWords): Verb =>
  async run => {
    if (words.export !== undefined && words.import !== undefined) throw new StudioError('usage.export-or-import')
    if (words.import !== undefined) return taken(run, install, words.import, words.theirs === true)
    const { api } = await run.open(install, 'scratch')
    const dictionary = await api.dictionary()
    const names = namesOf(dictionary)
    const file = words.export
    if (file === undefined) {
      run.answer(dictionary, () =>
        names.length === 0 ? [run.say('cli.dictionary.none')] : names.map(given => `${thing(given)}\t${given.name}`),
      )
      return 0
    }
    await writeOutput(run.path(file), printDictionary(dictionary), file)
    run.answer({ file, names: names.length }, () => [run.say('cli.dictionary.exported', { n: names.length, file })])
    return 0
  }

async function taken(run: Run, install: string, file: string, isTheirs: boolean): Promise<0 | 1> {
  const text = await readFile(run.path(file), 'utf8').catch((error: unknown) => {
    throw fileError(error, file, 'read')
  })
  const { api } = await run.open(install, 'workspace')
  const { added, same, conflicts } = await api.importNames(text, { win: isTheirs ? 'theirs' : 'mine', dryRun: false })
  run.answer({ added, same, conflicts }, () => [
    ...conflicts.map(
      conflict =>
        `${thing(conflict)}\t${isTheirs ? `${conflict.name} -> ${conflict.theirs}` : `${conflict.name}\t(${conflict.theirs})`}`,
    ),
    run.say('cli.dictionary.imported', { n: added, same, conflicts: conflicts.length }),
    ...(conflicts.length > 0 && !isTheirs ? [run.say('cli.dictionary.kept-mine')] : []),
  ])
  return conflicts.length > 0 && !isTheirs ? 1 : 0
}
