import { describe, expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import type { Found } from '../api/find'
import { createStudio } from '../studio'
import { memoryHost } from '../memory-host.fixture'
import { files, hash, MAP } from '../studio.fixture'
import { TINY_FAMILY, tinyArchive, tinyKnown, tinyPoints } from '../tiny-family.fixture'

const OTHER = '//first/DATA/Other.tin'
const code = (wanted: string): Error => expect.objectContaining({ code: wanted }) as Error
const payload = tinyPoints([3])

async function bench() {
  const folders = new Map([
    ['/game', new MemoryFiles(files(), { root: '/game' })],
    [
      '/first',
      new MemoryFiles(
        {
          'DATA/Other.tin': tinyArchive([{ name: 'p', type: 1, bytes: payload }]),
          [MAP]: tinyArchive([]),
          'tiny1.exe': payload,
        },
        { root: '/first' },
      ),
    ],
    ['/elsewhere', new MemoryFiles({ 'notes.txt': payload }, { root: '/elsewhere' })],
  ])
  const before = folders.get('/first')?.snapshot()
  const family = {
    ...TINY_FAMILY,
    roots: [
      { id: 'first', title: 'Tiny 1', detect: (names: readonly string[]) => (names.includes('tiny1.exe') ? 1 : 0) },
    ],
  }
  let pid = 1
  const start = async () => {
    const studio = createStudio({ host: memoryHost({ hash, folders, pid: pid++ }), families: [tinyKnown(family)] })
    return { studio, api: studio.api, info: await studio.api.open('/game') }
  }
  return {
    folders,
    start,
    isUntouched: () => expect(folders.get('/first')?.snapshot()).toEqual(before),
    ...(await start()),
  }
}

describe('a root', () => {
  it('is declared by the family, chosen, kept in the workspace and read like the install', async () => {
    const { api, info, start } = await bench()
    expect(info.roots).toEqual([{ id: 'first', title: 'Tiny 1', folder: '', isMissing: false }])
    await expect(api.read(OTHER)).rejects.toThrow(code('root.unknown'))
    await api.chooseRoot('first', '/first')
    const again = await start()
    expect(again.info.roots).toEqual([{ id: 'first', title: 'Tiny 1', folder: '/first', isMissing: false }])
    expect((await again.api.read('//first/data/OTHER.tin!#0')).bytes).toEqual(payload)
    expect(await again.api.read(`${OTHER}!#0`)).toMatchObject({
      entry: `${OTHER}!#0`,
      format: 'tiny.points',
      isEditable: false,
    })
    await again.api.chooseRoot('first', '')
    expect((await start()).info.roots).toEqual(info.roots)
  })

  it('is listed below the install, read-only at each level, and apart from files of the same name', async () => {
    const { api } = await bench()
    await api.chooseRoot('first', '/first')
    const top = await api.list()
    expect(top.at(-1)).toMatchObject({
      path: '//first/',
      name: 'Tiny 1',
      kind: 'folder',
      hasChildren: true,
      isReadOnly: true,
    })
    expect(top.filter(item => item.isReadOnly)).toHaveLength(1)
    const inside = await api.list('//first/')
    expect(inside.map(({ path, isReadOnly }) => [path, isReadOnly])).toEqual([
      ['//first/DATA', true],
      ['//first/tiny1.exe', true],
    ])
    expect(await api.list('//first/DATA')).toContainEqual(
      expect.objectContaining({ path: OTHER, format: 'tiny.archive', isReadOnly: true }),
    )
    expect(await api.list(OTHER)).toMatchObject([{ path: `${OTHER}!#0`, isReadOnly: true }])
    expect((await api.list(`//first/${MAP}`)).length).toBe(0)
    expect((await api.list(MAP)).length).toBeGreaterThan(0)
  })

  it('lists its files as a whole, or those of a folder, where that is asked for', async () => {
    const { api } = await bench()
    await api.chooseRoot('first', '/first')
    const paths = async (folder: string): Promise<string[]> =>
      (await api.list(folder, { deep: true })).map(({ path, isReadOnly }) => `${path} ${String(isReadOnly)}`)
    const inData = [`//first/${MAP} true`, `${OTHER} true`].sort()
    expect((await paths('//first/')).sort()).toEqual([...inData, '//first/tiny1.exe true'])
    expect((await paths('//first/data')).sort()).toEqual(inData)
    const install = (await api.list('', { deep: true })).map(({ path }) => path)
    expect(install.filter(path => path.startsWith('//'))).toEqual([])
    const folder = MAP.slice(0, MAP.lastIndexOf('/'))
    expect((await paths(folder)).length).toBe(install.filter(path => path.startsWith(`${folder}/`)).length)
  })

  it('is searched with the install', async () => {
    const { studio } = await bench()
    const { api } = studio
    await api.chooseRoot('first', '/first')
    const found: Found[] = []
    const isDone = new Promise<void>(done => {
      studio.listen('found', part => {
        found.push(part)
        if (part.state !== 'running') done()
      })
    })
    await api.find('p', { kind: 'name' })
    await isDone
    expect(found.flatMap(({ files: list }) => list.flatMap(({ hits }) => hits.map(({ entry }) => entry)))).toContain(
      `${OTHER}!#0`,
    )
  })

  it('is never written: edits, undo of them, and everything else is refused or leaves it out', async () => {
    const { api, isUntouched } = await bench()
    await api.chooseRoot('first', '/first')
    const image = await api.read(`${OTHER}!#0`)
    const splices = [{ offset: 4, removed: image.bytes.slice(4, 5), inserted: Uint8Array.of(9) }]
    const label = { code: 'label.edit', params: {} }
    const edit = { entry: image.entry, base: image.revision, splices }
    for (const wrong of [
      edit,
      { ...edit, entry: OTHER, attributes: { before: null, after: {} } },
      { ...edit, splices: [], attributes: { before: image.attributes, after: null } },
    ])
      await expect(api.commit({ label, edits: [wrong] })).rejects.toThrow(code('root.read-only'))
    expect(await api.history()).toEqual([])
    await api.pack()
    await api.deploy()
    isUntouched()
  })

  it('gives a copy to the install, which is edited, undone and deployed as any added file', async () => {
    const { api, folders, isUntouched } = await bench()
    await api.chooseRoot('first', '/first')
    await api.copyIn(OTHER)
    expect((await api.read('DATA/Other.tin!#0')).bytes).toEqual(payload)
    expect((await api.read('DATA/Other.tin')).isEditable).toBe(true)
    await expect(api.copyIn(OTHER)).rejects.toThrow(code('root.target-taken'))
    await api.copyIn(`${OTHER}!#0`, 'override/p.pts')
    expect(await api.read('override/p.pts')).toMatchObject({ bytes: payload, format: 'tiny.points' })
    await api.undo()
    await expect(api.read('override/p.pts')).rejects.toThrow(code('entry.missing'))
    await api.pack()
    await api.deploy()
    expect(Object.keys(folders.get('/game')?.snapshot() ?? {})).toContain('DATA/Other.tin')
    isUntouched()
    for (const path of ['../x.pts', '//first/x.pts', 'a.tin!#0', ''])
      await expect(api.copyIn(OTHER, path)).rejects.toThrow(code('root.bad-target'))
    await expect(api.copyIn(MAP)).rejects.toThrow(code('root.not-rooted'))
  })

  it('is refused where it is the install, not a folder, not what the family expects, or not declared', async () => {
    const { api } = await bench()
    await expect(api.chooseRoot('first', '/game')).rejects.toThrow(code('root.inside'))
    await expect(api.chooseRoot('first', '/nowhere')).rejects.toThrow(code('root.missing'))
    await expect(api.chooseRoot('first', '/elsewhere')).rejects.toThrow(code('root.unlike'))
    await expect(api.chooseRoot('second', '/first')).rejects.toThrow(code('root.unknown'))
  })

  it('that disappears is a message, and the rest works; it is there again when its folder is', async () => {
    const { studio, api, folders, start } = await bench()
    await api.chooseRoot('first', '/first')
    const files = folders.get('/first')
    folders.delete('/first')
    const sent: (readonly boolean[])[] = []
    studio.listen('info', ({ roots }) => sent.push(roots.map(root => root.isMissing)))
    const top = await api.list()
    expect(top.at(-1)).toMatchObject({ path: '//first/', hasChildren: false })
    expect(sent).toEqual([[true]])
    await api.list()
    expect([sent, (await api.info())?.roots[0]?.isMissing]).toEqual([[[true]], true])
    await expect(api.read(OTHER)).rejects.toThrow(code('root.missing'))
    const later = await start()
    expect(later.info.notices).toContainEqual({
      code: 'notice.root-missing',
      params: { root: 'first', path: '/first' },
    })
    expect(later.info.roots[0]).toMatchObject({ folder: '/first', isMissing: true })
    expect((await later.api.list(MAP)).length).toBeGreaterThan(0)
    if (files) folders.set('/first', files)
    later.studio.listen('info', ({ roots }) => sent.push(roots.map(root => root.isMissing)))
    expect((await later.api.info())?.roots[0]?.isMissing).toBe(false)
    expect(sent).toEqual([[true], [false]])
    expect((await later.api.read(`${OTHER}!#0`)).bytes).toEqual(payload)
  })
})
