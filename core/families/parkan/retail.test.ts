import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MemoryFiles, knownFamily } from '../../format'
import type { Bytes } from '../../layout'
import { createStudio } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash } from '../../studio/studio.fixture'
import { PARKAN } from './parkan'
import { FIXTURES } from './reference.fixture'
import { ELSEWHERE, UNKNOWN } from './unknown-fields.fixture'

const ARCHIVE = join(FIXTURES, 'parkan-retail.tar.gz')
const BLOCK = 512

/** Files of a ustar archive by path, without its topmost folder. */
function unpacked(tar: Uint8Array): Record<string, Bytes> {
  const files: Record<string, Bytes> = {}
  const words = (at: number, size: number): string =>
    Buffer.from(tar.subarray(at, at + size))
      .toString('latin1')
      .replace(/\0.*$/s, '')
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(words(at + 124, 12), 8)
    const path = [words(at + 345, 155), words(at, 100)].filter(Boolean).join('/')
    if (words(at + 156, 1) === '0') files[path.replace(/^[^/]*\//, '')] = tar.slice(at + BLOCK, at + BLOCK + size)
    at += BLOCK * (1 + Math.ceil(size / BLOCK))
  }
  return files
}

/** Formats of which the notes leave some fields unknown. */
const HALF_KNOWN = new Set(
  Object.entries({ ...UNKNOWN, ...ELSEWHERE }).flatMap(([format, unknown]) => (unknown.length > 0 ? format : [])),
)

describe.skipIf(!existsSync(ARCHIVE))('an install as large as the one that was sold', () => {
  it('is identical from values, entry by entry, and leaves unexplained what the notes leave', async () => {
    const files = unpacked(gunzipSync(readFileSync(ARCHIVE)))
    expect(Object.keys(files).length).toBeGreaterThan(500)
    const folders = new Map([['/game', new MemoryFiles(files, { root: '/game' })]])
    const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(PARKAN)] })
    await api.open('/game')
    const proofs = await api.prove('')
    expect(proofs.length).toBeGreaterThan(8_000)
    const wrong = proofs.filter(({ result }) => result === 'unproved' || result === 'unreadable')
    expect(wrong.map(({ entry, result }) => [entry, result])).toEqual([])
    const unknown = proofs.filter(({ result, entry }) => result === 'unknown' && !entry.includes('!'))
    expect(unknown.map(({ entry }) => entry).sort()).toEqual(['iron_3d.exe', 'manifest.json'])
    const formats = proofs.flatMap(({ format, unknownBytes }) => (format && unknownBytes > 0 ? format : []))
    expect([...new Set(formats)].filter(format => !HALF_KNOWN.has(format)).sort()).toEqual([
      'parkan.nres',
      'parkan.rsli',
    ])
  })
})
