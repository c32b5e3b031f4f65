import { describe, expect, it } from 'vitest'
import { MemoryFiles, type Format, type OperationRun } from '../../format'
import { assign, document, locate } from '../../layout'
import { parseRecipe, printRecipe } from '../../patch'
import { codeOf, files, openBench, poke, present, setByte, type Bench } from '../studio.fixture'
import { Points, tinyPoints } from '../tiny-family.fixture'

const LOOSE = 'DATA/loose.mov'
const OTHER = 'DATA/source.pts'

/** What the operations wait for before they return. */
let gate: { reached(): void; readonly opened: Promise<void> } | undefined

/** Lists of points with two operations: one on records, one that takes the kinds of another file. */
const MOVABLE: Format = {
  id: 'tiny.movable',
  match: entry => entry.name.endsWith('.mov'),
  layout: () => Points,
  operations: [
    {
      id: 'shift',
      records: 'points',
      parameters: [
        { name: 'by', kind: 'number', isWhole: true, least: -9, most: 9, initial: 1 },
        { name: 'axis', kind: 'choice', choices: ['x', 'y'], initial: 'x' },
      ],
      initial: entry => ({ by: entry.bytes.length > 16 ? 3 : 2 }),
      run: ({ path, name, bytes }, { records, parameters }: OperationRun) => {
        const whole = document(Points, bytes)
        const edits = records.flatMap(record => {
          const at = `points/${record}/${parameters['axis']}`
          const { splices } = assign(whole, at, Number(locate(whole, at)?.value) + Number(parameters['by']))
          return splices
        })
        return {
          label: { code: 'label.edit', params: { name } },
          edits: [{ entry: path, base: 0, splices: edits }],
          records,
          notices: [],
          counts: { records: records.length },
        }
      },
    },
    {
      id: 'bake',
      run: async (entry, { step }) => {
        const source = await entry.file(OTHER)
        const kind = source?.bytes[8] ?? 0
        gate?.reached()
        await gate?.opened
        await step(1, 2)
        return {
          label: { code: 'label.edit', params: {} },
          edits: [
            {
              entry: entry.path,
              base: 0,
              splices: [{ offset: 8, removed: entry.bytes.slice(8, 9), inserted: Uint8Array.of(kind) }],
            },
          ],
          records: [],
          notices: [],
          counts: {},
        }
      },
    },
  ],
}

const bench = (): Promise<Bench> =>
  openBench({
    formats: [MOVABLE],
    game: new MemoryFiles({ ...files(), [LOOSE]: tinyPoints([1, 2, 3]), [OTHER]: tinyPoints([77]) }, { root: '/game' }),
  })

describe('an operation', () => {
  it('is run on records with its parameters: given, else of the entry, else declared; as one step of undo', async () => {
    const { studio } = await bench()
    const before = await present(studio, LOOSE)
    const dry = await studio.api.operate(LOOSE, 'shift', { dryRun: true, records: [2, 0, 2] })
    expect([dry.parameters, dry.counts, dry.commit]).toEqual([{ by: 3, axis: 'x' }, { records: 2 }, null])
    expect(dry.records).toEqual(['points/0', 'points/2'])
    expect(dry.read.map(({ entry }) => entry)).toEqual([LOOSE])
    expect(await present(studio, LOOSE)).toEqual(before)
    const { plan, read, parameters } = dry
    await studio.api.operate(LOOSE, 'shift', { dryRun: false, records: [0, 2], parameters, expect: plan, read })
    const after = before.slice()
    after[4] = 3
    after[16] = 5
    expect(await present(studio, LOOSE)).toEqual(after)
    expect(await studio.api.history()).toHaveLength(1)
    await studio.api.undo()
    expect(await present(studio, LOOSE)).toEqual(before)
  })

  it('refuses what does not fit, and nothing is changed', async () => {
    const { studio } = await bench()
    const refusal = (operation: string, given: object): Promise<unknown> =>
      codeOf(studio.api.operate(LOOSE, operation, { dryRun: false, ...given }))
    expect(await refusal('weld', {})).toBe('operation.unknown')
    expect(await refusal('shift', {})).toBe('operation.records')
    expect(await refusal('shift', { records: [3] })).toBe('operation.record')
    expect(await refusal('shift', { records: [-1] })).toBe('operation.record')
    expect(await refusal('bake', { records: [0] })).toBe('operation.no-records')
    expect(await refusal('shift', { records: [0], parameters: { toString: 1 } })).toBe('operation.parameter')
    for (const by of [10, 0.5, Number.NaN, 'x'])
      expect(await refusal('shift', { records: [0], parameters: { by } })).toBe('operation.value')
    expect(await refusal('shift', { records: [0], parameters: { axis: 'z' } })).toBe('operation.value')
    expect(await refusal('shift', { records: [0], parameters: { axis: 'y', by: -1 } })).toBe('layout.range')
    expect(await studio.api.history()).toHaveLength(0)
  })

  it('is refused where an entry that it read has changed since the preview, or while it ran; run again it is done', async () => {
    const { studio } = await bench()
    const { plan, read } = await studio.api.operate(LOOSE, 'bake', { dryRun: true })
    expect(read.map(({ entry }) => entry)).toEqual([OTHER, LOOSE])
    await poke(studio, OTHER, 8, 78)
    expect(await codeOf(studio.api.operate(LOOSE, 'bake', { dryRun: false, expect: plan, read }))).toBe(
      'operation.stale',
    )
    const held = hold()
    const running = codeOf(studio.api.operate(LOOSE, 'bake', { dryRun: false }))
    await held.reached
    await poke(studio, OTHER, 8, 79)
    held.open()
    expect(await running).toBe('operation.stale')
    expect((await present(studio, LOOSE))[8]).toBe(1)
    await studio.api.operate(LOOSE, 'bake', { dryRun: false })
    expect((await present(studio, LOOSE))[8]).toBe(79)
  })

  it('is cancelled at its next step, and nothing is changed', async () => {
    const { studio } = await bench()
    const jobs: number[] = []
    studio.listen('job', ({ id, words }) => {
      if (words.code === 'job.operation') jobs.push(id)
    })
    const held = hold()
    const running = codeOf(studio.api.operate(LOOSE, 'bake', { dryRun: false }))
    await held.reached
    await studio.api.cancel(jobs.at(-1) ?? -1)
    held.open()
    expect(await running).toBe('job.cancelled')
    expect(await studio.api.history()).toHaveLength(0)
  })

  it('is a line of a recipe, which runs it again on what the other install has', async () => {
    const { studio } = await bench()
    await studio.api.operate(LOOSE, 'shift', { dryRun: false, records: [1], parameters: { by: 4, axis: 'y' } })
    await studio.api.operate(LOOSE, 'bake', { dryRun: false })
    const steps = await studio.api.recipe()
    expect(steps.map(({ lines }) => lines)).toEqual([
      [`run ${LOOSE} shift = {"parameters":{"by":4,"axis":"y"},"records":[1]}`],
      [`run ${LOOSE} bake = {"parameters":{},"records":[]}`],
    ])
    const text = printRecipe(steps.map(({ lines }) => ({ words: 'step', lines })))
    const clean = (await bench()).studio
    await poke(clean, OTHER, 8, 99)
    expect(await clean.api.applyRecipe(text, { name: 'r', dryRun: false })).toMatchObject({ misses: [], changing: 2 })
    const after = (await present(studio, LOOSE)).slice()
    expect([after[12], after[8]]).toEqual([6, 77])
    after[8] = 99
    expect(await present(clean, LOOSE)).toEqual(after)
    const broken = text.replace(' bake ', ' weld ')
    expect(await clean.api.applyRecipe(broken, { name: 'r', dryRun: true })).toMatchObject({
      misses: [{ code: 'patch.closed', found: 'operation.unknown', line: 7 }],
    })
  })

  it('is written as bytes in a recipe where running it again would give something else', async () => {
    const { studio } = await bench()
    await studio.api.operate(LOOSE, 'bake', { dryRun: false })
    const [step] = await studio.api.history()
    await studio.api.undo()
    await studio.api.commit({
      label: step?.label ?? { code: '', params: {} },
      edits: [setByte(await studio.api.read(LOOSE), 8, 5)],
    })
    expect((await studio.api.recipe()).map(({ lines }) => lines)).toEqual([[`set ${LOOSE} points/0/kind = 5`]])
  })

  it('has no line that is read where its JSON is damaged', () => {
    const line = (json: string): string => `areal recipe 1\nrun a.pts op = ${json}\n`
    for (const json of ['{', '[]', '{"records":[0.5]}', '{"records":3}', '{"parameters":{"a":[]}}', '{"x":1}'])
      expect(() => parseRecipe(line(json)), json).toThrow(expect.objectContaining({ code: 'recipe.line' }))
    expect(parseRecipe(line('{"records":[4]}'))).toMatchObject([{ given: { parameters: {}, records: [4] } }])
  })
})

function hold(): { readonly reached: Promise<void>; open(): void } {
  let [reach, open] = [(): void => {}, (): void => {}]
  const reached = new Promise<void>(resolve => {
    reach = resolve
  })
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  gate = { reached: reach, opened }
  return {
    reached,
    open: () => {
      gate = undefined
      open()
    },
  }
}
