import { describe, expect, it } from 'vitest'
import { readFile, write } from './archive'
import { LENGTH, run, sequenceOf, shrink, type Planned } from './sequences'
import { Walk } from './walk'
import { PARKAN_WORLD, TINY_WORLD } from './world'

/** Divisor of the operations of a long run: `npm run long` does 100,000. */
const SEQUENCES = 20
const numbers = Array.from({ length: 24 }, (_, i) => i + 1)

describe('the model', () => {
  it.each([TINY_WORLD, PARKAN_WORLD])('reads and writes every archive of the $name game without loss', ({ files }) => {
    for (const [file, bytes] of Object.entries(files))
      expect(Buffer.compare(write(readFile(file, bytes)), bytes), file).toBe(0)
  })

  it('makes the same sequence of the same seed', () => {
    expect(sequenceOf(3, 9)).toEqual(sequenceOf(3, 9))
    expect(sequenceOf(3, 9).planned).not.toEqual(sequenceOf(4, 9).planned)
  })

  it('notices a byte in the install that nobody wrote', async () => {
    const walk = await Walk.start(TINY_WORLD)
    await walk.compare()
    walk.machine.game.put('readme.txt', Uint8Array.of(1))
    await expect(walk.compare()).rejects.toThrow('the install has readme.txt')
  })

  it('notices an edit that it was not told of', async () => {
    const walk = await Walk.start(TINY_WORLD)
    const image = await walk.api.read('readme.txt')
    const splice = { offset: 0, removed: image.bytes.slice(0, 1), inserted: Uint8Array.of(9) }
    await walk.api.commit({
      label: { code: 'label.edit', params: {} },
      edits: [{ entry: image.entry, base: image.revision, splices: [splice] }],
    })
    await expect(walk.compare()).rejects.toThrow('readme.txt is shown as')
  })

  it('finds no fewest operations where there is no difference', async () => {
    const planned: readonly Planned[] = ['hex', 'pack', 'undo'].map(name => ({ name, numbers }))
    expect(await shrink(TINY_WORLD, planned)).toBeUndefined()
  })
})

it(`the program and the model agree through ${SEQUENCES} sequences of ${LENGTH} operations`, async () => {
  let done = 0
  const met = new Set<string>()
  for (let number = 0; number < SEQUENCES; number++) {
    const { world, planned } = sequenceOf(1, number)
    const ended = await run(world, planned)
    const { error, words } = ended.failure ?? { words: [] }
    expect(error, `npm run long -- --seed 1 --sequence ${number}: ${words.join('; ')}`).toBeUndefined()
    done += ended.done
    for (const name of ended.names) met.add(name)
  }
  expect(done).toBeGreaterThan(SEQUENCES * LENGTH * 0.6)
  expect([...met]).toEqual(
    expect.arrayContaining([
      'hex',
      'deploy',
      'restore',
      'settle',
      'reopen',
      'theirFile',
      'setJson',
      'records',
      'addRow',
      'undo',
      'redo',
      'pack',
    ]),
  )
}, 300_000)
