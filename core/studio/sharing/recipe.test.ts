import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRecipe, printRecipe } from '../../patch'
import { act, install, perform, seen } from './sharing.fixture'
import { MAP, poke, present } from '../studio.fixture'
import type { Studio } from '../studio'
import { tinyPoints } from '../tiny-family.fixture'

const recipeOf = async ({ api }: Studio): Promise<string> =>
  printRecipe((await api.recipe()).map(({ label, lines }) => ({ words: label.code, lines })))
const code = (wanted: string): Error => expect.objectContaining({ code: wanted }) as Error

describe('a recipe', () => {
  it('of any history, undone steps left out, makes the same bytes on a clean install', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 24 }), async acts => {
        const { studio } = await install()
        for (const one of acts) await perform(studio, one)
        const text = await recipeOf(studio)
        const clean = await install()
        const report = await clean.studio.api.applyRecipe(text, { name: 'r', dryRun: false })
        expect(report.misses).toEqual([])
        expect(await seen(clean.studio)).toEqual(await seen(studio))
        await clean.studio.api.undo()
        expect(await seen(clean.studio)).toEqual(await seen((await install()).studio))
      }),
      { numRuns: 150, seed: 31 },
    )
  })

  it('changes only its own fields where the others are different', async () => {
    const { studio } = await install()
    await perform(studio, { do: 'field', which: 2, at: 0, to: 5 })
    const text = await recipeOf(studio)
    expect(text).toBe('areal recipe 1\n\n# label.edit\nset DATA/loose.pts points/0/kind = 5\n')
    const other = tinyPoints([1, 2, 3])
    other[9] = 77
    const base = await install({ 'DATA/loose.pts': other })
    await base.studio.api.applyRecipe(text, { name: 'r', dryRun: false })
    other[8] = 5
    expect(await present(base.studio, 'DATA/loose.pts')).toEqual(other)
  })

  it('is applied where the entry of its query was edited before', async () => {
    const { studio } = await install()
    await perform(studio, { do: 'query', which: 0, at: 4, to: 9 })
    const text = await recipeOf(studio)
    const made = await seen(studio)
    await studio.api.undo()
    expect(await studio.api.applyRecipe(text, { name: 'r', dryRun: false })).toMatchObject({ misses: [] })
    expect(await seen(studio)).toEqual(made)
  })

  it('says a query as a query, and a step in a line that can be read', async () => {
    const { studio } = await install()
    await perform(studio, { do: 'query', which: 0, at: 4, to: 9 })
    await poke(studio, `${MAP}!#2`, 1, 200)
    const lines = (await studio.api.recipe()).map(step => step.lines)
    expect(lines[0]).toContain('query DATA/loose.pts points where kind < 9 set unk_5 = 4')
    expect(lines[1]?.[0]).toMatch(/^bytes DATA\/Maps\/One\.tin!#2 3 1:1:[0-9a-f]{64}:[0-9a-f]{64} \+yA$/)
  })

  it('does nothing where a line does not fit, unless that is left out; says the line of a mistake', async () => {
    const { studio } = await install()
    const text = 'areal recipe 1\nset DATA/loose.pts points/0/kind = 5\nset DATA/loose.pts points/9/kind = 5\r\n'
    expect(await studio.api.applyRecipe(text, { name: 'r', dryRun: false })).toMatchObject({
      commit: null,
      misses: [{ line: 2, path: 'points/9/kind', code: 'patch.gone' }],
    })
    expect((await present(studio, 'DATA/loose.pts'))[8]).toBe(1)
    expect(await studio.api.applyRecipe(text, { name: 'r', dryRun: false, skip: true })).toMatchObject({ changing: 1 })
    expect((await present(studio, 'DATA/loose.pts'))[8]).toBe(5)
    await expect(studio.api.applyRecipe('set a b = 1', { name: 'r', dryRun: true })).rejects.toThrow(
      code('recipe.head'),
    )
    for (const line of [
      'set a',
      'fly a b = 1',
      'bytes a 3 +AA',
      'add a x',
      'move a b',
      'attribute a n = {',
      'set %zz a = 1',
    ]) {
      await expect(
        studio.api.applyRecipe(`areal recipe 1\n# fine\n${line}`, { name: 'r', dryRun: true }),
      ).rejects.toThrow(
        expect.objectContaining({
          code: 'recipe.line',
          params: expect.objectContaining({ line: 3 }) as object,
        }) as Error,
      )
    }
    for (const [query, reason] of [
      ['DATA/loose.pts points where kind = = 1', 'query.value'],
      ['DATA/loose.pts stars where record = 1', 'query.no-array'],
      ['DATA/loose.pts points where size = 1 set size = 2', 'query.no-field'],
      ['* stars where record = 1', 'query.nowhere'],
    ] as const)
      await expect(
        studio.api.applyRecipe(`areal recipe 1\n# fine\nquery ${query}`, { name: 'r', dryRun: true }),
        query,
      ).rejects.toThrow(
        expect.objectContaining({
          code: 'recipe.query',
          params: expect.objectContaining({ line: 3, code: reason }) as object,
        }) as Error,
      )
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), line => {
        try {
          parseRecipe(`areal recipe 1\n${line}`)
        } catch (error) {
          if (!(error instanceof Error) || error.name !== 'StudioError') throw error
        }
      }),
      { numRuns: 300, seed: 32 },
    )
  })
})
