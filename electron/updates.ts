import { z } from 'zod'

/** Where releases are told, ending in `/`; '' in a build that is published nowhere: then nothing is ever asked. */
export const UPDATE_FEED: string = ''
export const CHANNELS = ['off', 'stable', 'beta'] as const
export type UpdateChannel = typeof CHANNELS[number]

/** A release that is newer than this program. */
export interface Release {
  readonly version: string
  /** What is new, in the languages of the program. */
  readonly notes: Readonly<Record<'en' | 'ru', string>>
}

const LARGEST = 65_536
const PATIENCE = 10_000
const RELEASE = z.object({
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  notes: z.object({ en: z.string().max(4000), ru: z.string().max(4000) }),
})

/**
 * One request for `<feed><channel>.json`, a file that any web server can hold. It says nothing of who asks, follows no other
 * address, and fetches no program: whoever wants the release gets it where they got this one. Null where there is none, or no answer.
 */
export async function newerRelease(feed: string, channel: UpdateChannel, version: string): Promise<Release | null> {
  if (feed === '' || channel === 'off') return null
  try {
    const answer = await fetch(`${feed}${channel}.json`, { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(PATIENCE) })
    if (!answer.ok) return null
    const release = RELEASE.parse(JSON.parse(await textOf(answer)))
    return isNewer(release.version, version) ? release : null
  } catch {
    // Without a network the program is what it is with one.
    return null
  }
}

async function textOf(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > LARGEST) throw new RangeError('the answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function isNewer(found: string, own: string): boolean {
  const [a, b] = [found, own].map(version => version.split('.').map(Number))
  for (let i = 0; i < 3; i++) {
    const step = (a?.[i] ?? 0) - (b?.[i] ?? 0)
    if (step !== 0) return step > 0
  }
  return false
}
