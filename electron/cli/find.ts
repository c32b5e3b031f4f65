import { StudioError } from '@areal-studio/core/format'
import { joinFound, type FindOptions, type FoundFile, type Hit } from '@areal-studio/core/search'
import type { Found } from '@areal-studio/core/studio'
import type { Run, Verb } from './run'
import type { Opened } from './studio'

export interface FindWords {
  readonly kind: FindOptions['kind']
  readonly matchCase?: boolean
  readonly whole?: boolean
  readonly page?: NonNullable<FindOptions['pages']>
  readonly in?: NonNullable<FindOptions['within']>
}

/** `areal find`: every occurrence in the install with its unpacked edits. Exit code 1 where there is none. */
export const findVerb =
  (install: string, text: string, words: FindWords): Verb =>
  async run => {
    const opened = await run.open(install, 'scratch')
    const { kind, matchCase, whole, page, in: within } = words
    const outcome = await ended(opened, text, {
      kind,
      ...(matchCase !== undefined && { matchCase }),
      ...(whole !== undefined && { whole }),
      ...(page && { pages: page }),
      ...(within && { within }),
    })
    run.answer(outcome, () => linesOf(run, outcome))
    return outcome.count > 0 ? 0 : 1
  }

interface Outcome extends Pick<Found, 'count' | 'looked' | 'isCut'> {
  readonly files: readonly FoundFile[]
  readonly unread: readonly string[]
}

/** All results of a search together. */
async function ended({ api, listen }: Opened, text: string, options: FindOptions): Promise<Outcome> {
  const news: Found[] = []
  let heard = (): void => undefined
  const remove = listen('found', found => {
    news.push(found)
    heard()
  })
  try {
    const id = await api.find(text, options)
    const last = (): Found | undefined => news.find(found => found.search === id && found.state !== 'running')
    while (!last())
      await new Promise<void>(resolve => {
        heard = resolve
      })
    const end = last()
    if (!end || end.state !== 'done') throw new StudioError('find.failed')
    const own = news.filter(found => found.search === id)
    return {
      count: end.count,
      looked: end.looked,
      isCut: end.isCut,
      files: joinFound(
        [],
        own.flatMap(found => found.files),
      ),
      unread: own.flatMap(found => found.unread),
    }
  } finally {
    remove()
  }
}

function linesOf(run: Run, { files, unread, count, looked, isCut }: Outcome): string[] {
  return [
    ...files.flatMap(({ hits }) => hits.map(hit => lineOf(hit))),
    ...unread.map(file => run.say('cli.find.unread', { file })),
    ...(isCut ? [run.say('cli.find.cut', { n: files.reduce((sum, file) => sum + file.hits.length, 0) })] : []),
    run.say('cli.find.sum', { n: count, files: files.length, looked }),
  ]
}

const lineOf = ({ entry, range, text, name }: Hit): string =>
  [entry, range ? `0x${range[0].toString(16).toUpperCase()}` : name, ...(range ? [text] : [])].join('\t')
