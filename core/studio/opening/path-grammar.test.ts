import { describe, expect, it } from 'vitest'
import { MemoryFiles, PATH_GRAMMAR, canonicalPath, filePath, parentPath, parsePath, printPath } from '../../format'
import { parseRecipe } from '../../patch'
import { files, MAP, openBench, present, poke, transaction, setByte, type Bench } from '../studio.fixture'

const ROOTED = '//game/DATA/loose.pts'
const code = (wanted: string): Error => expect.objectContaining({ code: wanted }) as Error

describe('a path into a root', () => {
  it('is read and printed, apart from files of the install of the same name', () => {
    expect(parsePath('//game/Data/2DA.zip!#3')).toEqual({ root: 'game', file: '//game/Data/2DA.zip', steps: ['3'] })
    expect(printPath(parsePath('//game/Data/a%21b.zip!name#3'))).toBe('//game/Data/a%21b.zip!#3')
    expect(canonicalPath('//nwn-2/x.zip')).toBe('//nwn-2/x.zip')
    expect(filePath(ROOTED)).toBe(ROOTED)
    expect(parentPath('//game/x.zip!#1')).toBe('//game/x.zip')
    expect(parsePath('DATA/loose.pts').root).toBeUndefined()
    for (const wrong of ['//', '//game', '//Game/x', '///x', '//a b/x'])
      expect(() => parsePath(wrong)).toThrow(code('path.malformed'))
  })

  it('leads to no file of the install: it is neither read, nor changed, nor taken from a recipe', async () => {
    const game = new MemoryFiles({ ...files(), 'game/DATA/loose.pts': Uint8Array.of(0, 0, 0, 0) }, { root: '/game' })
    const { studio } = await openBench({ game })
    await expect(studio.api.read(ROOTED)).rejects.toThrow(code('root.unknown'))
    const edit = setByte(await studio.api.read('game/DATA/loose.pts'), 0, 1)
    await expect(studio.api.commit(transaction({ ...edit, entry: ROOTED }))).rejects.toThrow(code('root.unknown'))
    expect(() => parseRecipe(`areal recipe 1\nset ${ROOTED} points/0/kind = 1`)).toThrow(code('recipe.line'))
    expect(await studio.api.history()).toEqual([])
  })
})

describe('the version of the path grammar', () => {
  const described = async (bench: Bench): Promise<Record<string, unknown>> =>
    JSON.parse(new TextDecoder().decode(await bench.store().read('workspace.json'))) as Record<string, unknown>
  const describeAs = (bench: Bench, about: object): Promise<unknown> =>
    bench.store().write('workspace.json', new TextEncoder().encode(JSON.stringify(about)))

  it('is written, and a workspace without it is read with its edits', async () => {
    const bench = await openBench()
    expect(await described(bench)).toMatchObject({ version: 1, paths: PATH_GRAMMAR })
    await poke(bench.studio, `${MAP}!#2`, 1, 200)
    const { paths: _, ...older } = await described(bench)
    await describeAs(bench, older)
    const again = await bench.again()
    expect(await present(again, `${MAP}!#2`)).toEqual(Uint8Array.of(1, 200, 3))
    expect(await described(bench)).toMatchObject({ paths: PATH_GRAMMAR })
  })

  it('of a newer program is refused', async () => {
    const bench = await openBench()
    const about = await described(bench)
    await describeAs(bench, { ...about, paths: PATH_GRAMMAR + 1 })
    await expect(bench.again()).rejects.toThrow(code('workspace.newer'))
  })
})
