import { expect, it } from 'vitest'
import { MemoryFiles, type Format } from '../../format'
import { array, count, document, parallelTo, struct, u16, u8, union } from '../../layout'
import { files, openBench, present, type Bench } from '../studio.fixture'

/** Slots with the kind of a body and the length of a list; both are in a record beside them. */
const File = struct('steered', {
  n: count('slots', { as: 'u8' }),
  slots: array(struct('slot', { kind: u8(), n: u8() }), 'n'),
  blobs: array(
    struct('blob', {
      body: union('^.kind', { 1: struct('one', { a: u8() }), 2: struct('two', { a: u8(), b: u16() }) }),
      list: array(u8(), '^.n'),
    }),
    parallelTo('slots'),
  ),
})
const STEERED: Format = { id: 'tiny.steered', match: ({ name }) => name.endsWith('.ste'), layout: () => File }
const ENTRY = 'DATA/some.ste'
const SOME = Uint8Array.of(2, 1, 1, 2, 1, 5, 10, 6, 7, 0, 11)

const open = (): Promise<Bench> =>
  openBench({ game: new MemoryFiles({ ...files(), [ENTRY]: SOME }, { root: '/game' }), formats: [STEERED] })
const recipe = (...lines: readonly string[]): string => ['areal recipe 1', ...lines, ''].join('\n')

it('is whole before', () => expect(document(File, SOME).isWhole).toBe(true))

it.each(['slots/0/kind = 2', 'slots/0/n = 2', 'slots/0/kind = 9', 'n = 1', 'slots/0 = {"kind": 2, "n": 1}'])(
  'a recipe that sets %s changes nothing and says so',
  async set => {
    const { studio } = await open()
    for (const skip of [false, true]) {
      const report = await studio.api.applyRecipe(recipe(`set ${ENTRY} ${set}`), { name: 'r', dryRun: false, skip })
      expect(report.misses.map(({ code, line }) => [code, line])).toEqual([['patch.unfit', 2]])
      expect(report.commit).toBeNull()
    }
    expect(await present(studio, ENTRY)).toEqual(SOME)
  },
)

it.each([
  ['slots where record = 0 set kind = 2', 'layout.'],
  ['slots where record = 0 set n = 2', 'layout.'],
  ['slots where kind = 1 set kind = 9', 'layout.'],
])('a recipe with the query %s is refused, for one entry and for every entry', async (query, code) => {
  const { studio } = await open()
  const params = expect.objectContaining({ line: 2, code: expect.stringContaining(code) as string }) as object
  const refused: Error = expect.objectContaining({ code: 'recipe.query', params }) as Error
  for (const where of [ENTRY, '*'])
    await expect(
      studio.api.applyRecipe(recipe(`query ${where} ${query}`), { name: 'r', dryRun: false, skip: true }),
    ).rejects.toThrow(refused)
  expect(await present(studio, ENTRY)).toEqual(SOME)
  expect(await studio.api.history()).toEqual([])
})

it('a recipe that leaves the shape as it is, is applied', async () => {
  const { studio } = await open()
  const text = recipe(`set ${ENTRY} blobs/0/body/a = 50`, `query ${ENTRY} slots where kind = 1 set kind = 1, n = 1`)
  expect(await studio.api.applyRecipe(text, { name: 'r', dryRun: false })).toMatchObject({ misses: [], changing: 1 })
  expect(await present(studio, ENTRY)).toEqual(SOME.with(5, 50))
})
