import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergePatches, parsePatch, printPatch, type Part } from '../../patch'
import { act, install, perform, seen } from './sharing.fixture'
import { MAP, poke, present } from '../studio.fixture'
import { tinyArchive, tinyPoints } from '../tiny-family.fixture'

const code = (wanted: string): Error => expect.objectContaining({ code: wanted }) as Error

describe('a patch', () => {
  it('of any change, applied to a clean install, makes the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async acts => {
        const { studio } = await install()
        for (const one of acts) await perform(studio, one)
        const text = await studio.api.patch('mine')
        const clean = await install()
        const report = await clean.studio.api.applyPatch(text, { dryRun: false })
        expect(report.misses).toEqual([])
        expect(report.otherFiles).toEqual([])
        expect(await seen(clean.studio)).toEqual(await seen(studio))
        expect(printPatch(parsePatch(text))).toBe(text)
        const again = await clean.studio.api.applyPatch(text, { dryRun: true })
        expect(again).toMatchObject({ changing: 0, misses: [] })
      }),
      { numRuns: 150, seed: 21 },
    )
  })

  it('holds no run of eight or more bytes of the original', async () => {
    const long = Uint8Array.from({ length: 300 }, (_, i) => (i * 37 + (i >> 3)) & 255)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(299), fc.nat(40), fc.uint8Array({ maxLength: 12 })), { minLength: 1, maxLength: 6 }),
        async cuts => {
          const { studio } = await install({ 'readme.txt': long })
          for (const [at, size, inserted] of cuts) {
            const { bytes, revision, entry } = await studio.api.read('readme.txt')
            const from = Math.min(at, bytes.length)
            const copied = bytes.slice(0, size) // what is put in has a piece of the original in it
            await studio.api.commit({
              label: { code: 'label.edit', params: {} },
              edits: [
                {
                  entry,
                  base: revision,
                  splices: [
                    {
                      offset: from,
                      removed: bytes.slice(from, from + size),
                      inserted: Uint8Array.from([...inserted, ...copied]),
                    },
                  ],
                },
              ],
            })
          }
          const text = await studio.api.patch('')
          for (const run of literals(text)) expect(longestKnown(run, long)).toBeLessThan(8)
          const clean = await install({ 'readme.txt': long })
          await clean.studio.api.applyPatch(text, { dryRun: false })
          expect(await present(clean.studio, 'readme.txt')).toEqual(await present(studio, 'readme.txt'))
        },
      ),
      { numRuns: 80, seed: 22 },
    )
  })

  it('puts nothing in where the original that it copies from has other bytes', async () => {
    const long = Uint8Array.from({ length: 300 }, (_, i) => (i * 37 + (i >> 3)) & 255)
    const { studio } = await install({ 'readme.txt': long })
    const { entry, revision } = await studio.api.read('readme.txt')
    const splice = { offset: long.length, removed: new Uint8Array(0), inserted: long.slice(0, 40) }
    await studio.api.commit({
      label: { code: 'label.edit', params: {} },
      edits: [{ entry, base: revision, splices: [splice] }],
    })
    const other = Uint8Array.from(long, (byte, at) => (at === 20 ? byte ^ 1 : byte))
    const base = await install({ 'readme.txt': other })
    const report = await base.studio.api.applyPatch(await studio.api.patch('mine'), { dryRun: false })
    expect(report.misses).toMatchObject([{ entry, code: 'patch.source' }])
    expect(await present(base.studio, 'readme.txt')).toEqual(other)
  })

  it('on another base sets what has the old value, leaves and lists what has not, and takes it when told', async () => {
    const { studio } = await install()
    await poke(studio, 'DATA/loose.pts', 8, 5)
    await poke(studio, `${MAP}!#0`, 8, 6)
    const text = await studio.api.patch('mine')
    const other = tinyPoints([1])
    other[8] = 3 // the same field has another value here
    const base = await install({ 'DATA/loose.pts': other })
    const options = { dryRun: false } as const
    const report = await base.studio.api.applyPatch(text, options)
    expect(report).toMatchObject({
      changing: 1,
      otherFiles: ['DATA/loose.pts'],
      misses: [{ entry: 'DATA/loose.pts', path: 'points/0/kind', code: 'patch.value', expected: '1', found: '3' }],
    })
    expect(await present(base.studio, 'DATA/loose.pts')).toEqual(other)
    expect((await present(base.studio, `${MAP}!#0`))[8]).toBe(6)
    expect(
      await base.studio.api.applyPatch(text, { dryRun: false, accept: ['DATA/loose.pts points/0/kind'] }),
    ).toMatchObject({ changing: 1, already: 1, misses: [] })
    expect((await present(base.studio, 'DATA/loose.pts'))[8]).toBe(5)
    await base.studio.api.undo()
    expect(await present(base.studio, 'DATA/loose.pts')).toEqual(other)
  })

  it('leaves a structural change out whole where its ground is another', async () => {
    const { studio } = await install()
    const { bytes, revision, entry } = await studio.api.read(`${MAP}!#2`)
    await studio.api.commit({
      label: { code: 'label.edit', params: {} },
      edits: [
        { entry, base: revision, splices: [{ offset: 1, removed: bytes.slice(1, 2), inserted: Uint8Array.of(7, 7) }] },
      ],
    })
    await perform(studio, { do: 'add', which: 0, at: 0, to: 1 })
    await poke(studio, `${MAP}!#0`, 8, 6)
    const nested = tinyArchive([{ name: 'in', type: 1, bytes: tinyPoints([3, 4]) }])
    const changed = tinyArchive([
      { name: 'pts', type: 1, bytes: tinyPoints([7, 8, 9]) },
      { name: 'nest', type: 9, bytes: nested },
      { name: 'raw', bytes: Uint8Array.of(1, 99, 3) },
    ])
    const base = await install({ [MAP]: changed })
    const report = await base.studio.api.applyPatch(await studio.api.patch(''), { dryRun: false })
    expect(report.misses.map(miss => miss.code).sort()).toEqual(['patch.bytes', 'patch.together'])
    expect(report.changing).toBe(1)
    expect(await present(base.studio, `${MAP}!#2`)).toEqual(Uint8Array.of(1, 99, 3))
    expect((await present(base.studio, `${MAP}!#0`))[8]).toBe(6)
  })

  it('is refused as a whole where strict, on another original or where anything does not fit', async () => {
    const { studio } = await install()
    await poke(studio, 'readme.txt', 0, 1)
    const text = await studio.api.patch('mine')
    const other = await install({ 'readme.txt': Uint8Array.of(9, 9, 9) })
    const strict = { dryRun: false, strict: true }
    await expect(other.studio.api.applyPatch(text, strict)).rejects.toThrow(code('patch.other-base'))
    expect((await other.studio.api.info())?.revision).toBe(0)
    const edited = await install()
    await poke(edited.studio, 'readme.txt', 0, 2)
    await expect(edited.studio.api.applyPatch(text, strict)).rejects.toThrow(code('patch.misfit'))
    expect(await edited.studio.api.applyPatch(text, { dryRun: true })).toMatchObject({ changing: 0, misses: [{}] })
    const clean = await install()
    expect(await clean.studio.api.applyPatch(text, strict)).toMatchObject({ changing: 1, misses: [] })
  })

  it('is refused where it is none, leads out of the install or is for another game', async () => {
    const { studio } = await install()
    const text = await studio.api.patch('')
    const apply = (changed: string): Promise<unknown> => studio.api.applyPatch(changed, { dryRun: true })
    await expect(apply('{}')).rejects.toThrow(code('patch.damaged'))
    await expect(apply('{"areal_patch": 3}')).rejects.toThrow(code('patch.version'))
    await expect(apply(text.replace('"tiny"', '"other"'))).rejects.toThrow(code('patch.family'))
    const added = (entry: string): string =>
      JSON.stringify({
        areal_patch: 1,
        family: 'tiny',
        title: '',
        files: [],
        entries: [{ is: 'added', entry, name: 'x', attributes: {}, made: '0'.repeat(64), new: [] }],
      })
    for (const entry of ['../x', 'C:/x', '/x', 'a/../../x', 'CON', 'a//b'])
      await expect(apply(added(entry))).rejects.toThrow(code('patch.place'))
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), async (at, put) => {
        await apply(text.slice(0, at) + put + text.slice(at + 1)).catch((error: unknown) => {
          if (!(error instanceof Error) || error.name !== 'StudioError') throw error
        })
      }),
      { numRuns: 200, seed: 23 },
    )
  })
})

describe('two patches', () => {
  const patchOf = async (
    edit: (poke_: (entry: string, at: number, to: number) => Promise<void>) => Promise<void>,
  ): Promise<ReturnType<typeof parsePatch>> => {
    const { studio } = await install()
    await edit((entry, at, to) => poke(studio, entry, at, to))
    return parsePatch(await studio.api.patch('p'))
  }

  it('of different fields of one record are one, in either order', async () => {
    const a = await patchOf(set => set('DATA/loose.pts', 8, 5))
    const b = await patchOf(set => set('DATA/loose.pts', 9, 6))
    for (const [first, second] of [
      [a, b],
      [b, a],
    ] as const) {
      const merged = mergePatches(first, second, () => undefined)
      expect(merged.conflicts).toEqual([])
      const { studio } = await install()
      await studio.api.applyPatch(printPatch(merged.patch), { dryRun: false })
      expect([...(await present(studio, 'DATA/loose.pts')).subarray(8, 10)]).toEqual([5, 6])
    }
  })

  it('of one field conflict unless they say the same; the choice decides', async () => {
    const a = await patchOf(set => set('DATA/loose.pts', 8, 5))
    const b = await patchOf(async set => {
      await set('DATA/loose.pts', 8, 6)
      await set('readme.txt', 0, 9)
    })
    expect(mergePatches(a, a, () => undefined)).toMatchObject({ conflicts: [], patch: { entries: a.entries } })
    const open = mergePatches(a, b, () => undefined)
    expect(open).toMatchObject({
      open: 1,
      conflicts: [{ entry: 'DATA/loose.pts', path: 'points/0/kind', old: '1', a: '5', b: '6' }],
    })
    const { studio } = await install()
    await studio.api.applyPatch(printPatch(mergePatches(a, b, () => 'b').patch), { dryRun: false })
    expect((await present(studio, 'DATA/loose.pts'))[8]).toBe(6)
    expect((await present(studio, 'readme.txt'))[0]).toBe(9)
  })

  it('that both add rows keep both; that both change a length conflict', async () => {
    const made = async (to: number, grows: boolean): Promise<ReturnType<typeof parsePatch>> => {
      const { studio } = await install()
      await perform(studio, { do: 'add', which: 0, at: 9, to })
      if (grows) await perform(studio, { do: 'grow', which: 2, at: 1, to })
      return parsePatch(await studio.api.patch(''))
    }
    const merged = mergePatches(await made(1, false), await made(2, false), () => undefined)
    expect(merged.conflicts).toEqual([])
    const { studio } = await install()
    expect(await studio.api.applyPatch(printPatch(merged.patch), { dryRun: false })).toMatchObject({ misses: [] })
    expect((await studio.api.list(MAP)).map(item => item.name).sort()).toEqual(['n1', 'n2', 'nest', 'pts', 'raw'])
    expect(mergePatches(await made(1, true), await made(2, true), () => undefined).conflicts).toMatchObject([
      { entry: 'readme.txt', path: '' },
    ])
  })
})

/** New bytes that a patch carries. */
function literals(text: string): readonly Uint8Array[] {
  const parts = parsePatch(text).entries.flatMap((entry): readonly Part[] =>
    entry.kind === 'edited'
      ? [...entry.splices, ...(entry.records ?? [])].flatMap(one => one.parts)
      : entry.kind === 'added'
        ? entry.parts
        : [],
  )
  return parts.filter((part): part is Uint8Array => part instanceof Uint8Array)
}

/** The longest run of `bytes` that is part of the original. */
function longestKnown(bytes: Uint8Array, original: Uint8Array): number {
  let longest = 0
  for (let at = 0; at < bytes.length; at++) {
    for (let place = 0; place < original.length; place++) {
      let size = 0
      while (at + size < bytes.length && place + size < original.length && bytes[at + size] === original[place + size])
        size++
      longest = Math.max(longest, size)
    }
  }
  return longest
}
