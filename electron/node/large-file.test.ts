import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FAMILIES, createStudio } from '@areal-studio/core'
import type { Job, Studio } from '@areal-studio/core/studio'
import { nodeHost } from './node-host'
import { readWhole } from './read-whole'

const SIZE = 65 * 2 ** 20 + 5
/** The last bytes, two where blocks of the comparison meet, and one far from both. */
const PLACES = [SIZE - 3, 4 * 2 ** 20 - 1, 4 * 2 ** 20, 1000] as const
const FILE = 'big.bin'

let root: string
let studio: Studio
const game = (): string => join(root, 'game', FILE)

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'areal-large-'))
  mkdirSync(join(root, 'game'))
  writeFileSync(join(root, 'game', 'iron_3d.exe'), '')
  const file = openSync(game(), 'w') // the disk keeps only what is written
  ftruncateSync(file, SIZE)
  writeSync(file, Buffer.from('tail'), 0, 4, SIZE - 4)
  closeSync(file)
  studio = createStudio({ host: nodeHost(join(root, 'user')), families: FAMILIES })
  await studio.api.open(join(root, 'game'))
})
afterEach(async () => {
  await studio.close()
  rmSync(root, { recursive: true })
})

const byteAt = async (offset: number, of: 'present' | 'pristine' = 'present'): Promise<number | undefined> =>
  (await studio.api.read(FILE, { offset, length: 1, of })).bytes[0]

async function poke(offset: number, to: number): Promise<void> {
  const { bytes, revision } = await studio.api.read(FILE, { offset, length: 1 })
  const splices = [{ offset, removed: bytes, inserted: Uint8Array.of(to) }]
  await studio.api.commit({
    label: { code: 'label.edit', params: {} },
    edits: [{ entry: FILE, base: revision, splices }],
  })
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

describe('a large file of no known format', { timeout: 60_000 }, () => {
  it('is edited, packed, deployed and given back byte for byte, and read in pieces at every step', async () => {
    const before = readFileSync(game())
    const expected = Buffer.from(before)
    for (const offset of PLACES) expected[offset] = 200
    expect([await studio.api.read(FILE), await studio.api.differing(FILE)]).toMatchObject([
      { size: SIZE, isEditable: true },
      [],
    ])
    const jobs: Job[] = []
    studio.listen('job', job => jobs.push(job))
    for (const offset of PLACES) await poke(offset, 200)
    expect(jobs.filter(job => job.words.code === 'job.edit').map(job => job.state)).toEqual(
      PLACES.flatMap(() => ['running', 'done']),
    )
    expect(await Promise.all(PLACES.map(offset => byteAt(offset)))).toEqual(PLACES.map(() => 200))
    expect(await byteAt(SIZE - 3, 'pristine')).toBe(before[SIZE - 3])
    expect(await studio.api.differing(FILE)).toEqual([
      [1000, 1001],
      [4 * 2 ** 20 - 1, 4 * 2 ** 20 + 1],
      [SIZE - 3, SIZE - 2],
    ])
    expect((await studio.api.read(FILE)).bytes.length).toBeLessThan(SIZE)
    expect(equal((await readWhole(studio.api, FILE)).bytes, expected)).toBe(true)
    await expect(readWhole(studio.api, FILE, 2 ** 20)).rejects.toMatchObject({
      code: 'entry.too-large',
      params: { entry: FILE, limit: 1 },
    })
    const [packed] = (await studio.api.pack()).files
    expect(packed).toMatchObject({ file: FILE, sizeAfter: SIZE })
    await studio.api.deploy()
    expect(equal(readFileSync(game()), expected)).toBe(true)
    expect([
      (await studio.api.read(FILE)).bytes.length < SIZE,
      await byteAt(1000),
      await byteAt(1000, 'pristine'),
    ]).toEqual([true, 200, 0])
    await studio.api.restore()
    expect(equal(readFileSync(game()), before)).toBe(true)
    for (const _ of PLACES) await studio.api.undo()
    expect([await byteAt(SIZE - 3), await studio.api.differing(FILE), (await studio.api.changes()).length]).toEqual([
      before[SIZE - 3],
      [],
      1,
    ])
    expect((await studio.api.pack()).dropped).toEqual([FILE])
  })
})
