import { own } from '@areal-studio/core/layout'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { withFile, writeAll } from '../node/disk'
import type { Release, ReleaseFile, UpdateChannel, UpdateMode } from './release'

/** Address of the release feed, ending in `/`; '' in a build that is not published, which never uses the network. */
export const UPDATE_FEED: string = ''

const LARGEST = 65_536
const PATIENCE = 10_000
/** Limits of a download: time in milliseconds, size in bytes. */
const FETCHED_WITHIN = 30 * 60_000
const LARGEST_RELEASE = 1024 ** 3
const RELEASE = z.object({
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  notes: z.object({ en: z.string().max(4000), ru: z.string().max(4000) }),
  files: z
    .record(
      z.string().max(40),
      z.object({
        name: z.string().regex(/^\w[\w.-]{0,120}$/),
        size: z.int().min(1).max(LARGEST_RELEASE),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .optional(),
})

/**
 * One request for `<feed><channel>.json`, a file on any web server. It contains nothing about the user and follows no
 * redirection. Null where there is none, or no reply.
 */
export async function newerRelease(
  feed: string,
  mode: UpdateMode,
  channel: UpdateChannel,
  version: string,
): Promise<Release | null> {
  if (feed === '' || mode === 'off') return null
  try {
    const answer = await request(`${feed}${channel}.json`, PATIENCE)
    if (!answer.ok) return null
    const release = RELEASE.parse(JSON.parse(await textOf(answer)))
    return isNewer(release.version, version) ? release : null
  } catch {
    // Without a network the program works the same.
    return null
  }
}

const request = (address: string, patience: number): Promise<Response> =>
  fetch(address, {
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(patience),
  })

/**
 * Downloads the file of a release for this system into its own folder. Returns its path; null if there is none or its
 * hash differs. The file is kept between starts and never run: the user starts it.
 */
export async function fetchRelease(
  feed: string,
  { files }: Release,
  system: string,
  folder: string,
): Promise<string | null> {
  const file = files && own(files, system)
  if (!file) return null
  const path = join(folder, file.name)
  try {
    await mkdir(folder, { recursive: true })
    for (const other of await readdir(folder)) if (other !== file.name) await rm(join(folder, other), { force: true })
    if (await isThat(path, file)) return path
    const answer = await request(`${feed}${file.name}`, FETCHED_WITHIN)
    if (!answer.ok) return null
    const part = `${path}.part`
    await save(answer, part, file.size)
    if (!(await isThat(part, file))) {
      await rm(part, { force: true })
      return null
    }
    await rename(part, path)
    return path
  } catch {
    return null // no network, no room: the release is told of all the same
  }
}

const save = (answer: Response, path: string, size: number): Promise<void> =>
  withFile(path, 'w', async file => {
    let left = size
    for await (const chunk of answer.body ?? []) {
      left -= chunk.length
      if (left < 0) throw new RangeError('the file is too long')
      await writeAll(file.fd, chunk)
    }
    await file.sync()
  })

async function isThat(path: string, { size, sha256 }: ReleaseFile): Promise<boolean> {
  try {
    if ((await stat(path)).size !== size) return false
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex') === sha256
  } catch {
    return false
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
