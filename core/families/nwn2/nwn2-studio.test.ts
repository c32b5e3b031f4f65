import { describe, expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../format'
import { editFrom } from '../../edit'
import { assign, document, type Bytes } from '../../layout'
import { createStudio, type Found } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash, transaction } from '../../studio/studio.fixture'
import { detect } from './detect'
import { ASWM } from './aswm/aswm'
import { GFF_TREE } from './gff/gff-tree'
import { NWN2 } from './nwn2'
import { sampleFiles } from './sample/sample'

const MODULE = 'modules/sample_outside.mod'

async function open(change: (files: Record<string, Bytes>) => void = () => undefined) {
  const files = Object.fromEntries(sampleFiles().map(({ path, bytes }) => [path, bytes]))
  change(files)
  const game = new MemoryFiles(files, { root: '/game' })
  const program = new MemoryFiles(
    { 'nwn2main.exe': new Uint8Array(2), 'Data/2DA.zip': files['Data/2DA.zip'] ?? new Uint8Array(0) },
    { root: '/program' },
  )
  const { api, listen } = createStudio({
    host: memoryHost({
      hash,
      folders: new Map([
        ['/game', game],
        ['/program', program],
      ]),
    }),
    families: [knownFamily(NWN2)],
  })
  await api.open('/game')
  const find = async (text: string): Promise<readonly string[]> => {
    const news: Found[] = []
    const remove = listen('found', found => news.push(found))
    const id = await api.find(text, { kind: 'value' })
    await expect.poll(() => news.some(found => found.search === id && found.state !== 'running')).toBe(true)
    remove()
    return news
      .flatMap(found => found.files)
      .flatMap(file => file.hits)
      .map(({ entry, path }) => `${entry} ${path}`)
  }
  const rowNamed = async (holder: string, name: string): Promise<string> => {
    const row = (await api.list(holder)).find(entry => entry.name === name)
    if (!row) throw new Error(`no ${name} in ${holder}`)
    return row.path
  }
  return { api, game, find, rowNamed, files }
}

describe('an install in the studio', () => {
  it('has its areas by stem, those within a module too', async () => {
    const { files } = await open()
    const install = { files: Object.keys(files), read: async (file: string) => files[file] }
    const subjects = await NWN2.subjects?.(install)
    expect(subjects?.map(({ kind, title, entries }) => [kind, title, entries.length])).toEqual([
      ['map', 'cellar (Sample)', 5],
      ['map', 'meadow (sample_outside.mod)', 5],
    ])
  })

  it('finds a value in a packed mesh, and deploys and restores a flag two containers deep', async () => {
    const { api, game, find, rowNamed, files } = await open()
    const area = await rowNamed(MODULE, 'meadow.trx')
    const mesh = await rowNamed(area, 'ASWM')
    expect(await find('flags=21')).toContain(`${mesh} triangles/0/flags`)
    const row = await api.read(mesh)
    const opened = document(ASWM, row.bytes)
    await api.commit(transaction(editFrom(row, assign(opened, 'triangles/0/flags', 0x25))))
    await api.pack()
    await api.deploy()
    const deployed = await game.read(MODULE)
    expect(Buffer.from(deployed).equals(Buffer.from(files[MODULE] ?? new Uint8Array(0)))).toBe(false)
    await api.restore()
    expect(Buffer.from(await game.read(MODULE)).equals(Buffer.from(files[MODULE] ?? new Uint8Array(0)))).toBe(true)
  })

  it('reads a table in a ZIP of the program folder, and only once that folder is chosen', async () => {
    const { api } = await open()
    const zip = '//game/Data/2DA.zip'
    await expect(api.list(zip)).rejects.toMatchObject({ code: expect.stringMatching(/^root\./) })
    await api.chooseRoot('game', '/program')
    const [row] = await api.list(zip)
    expect(row?.name).toBe('2DA/terrainmaterials.2da')
    expect(new TextDecoder('latin1').decode((await api.read(row?.path ?? '')).bytes)).toMatch(/^2DA V2/)
    await expect(api.read('//game/Data/none.zip')).rejects.toThrow()
  })

  it('deploys a table of the program folder as a new file of the override folder, and restore removes it', async () => {
    const { api, game } = await open()
    await api.chooseRoot('game', '/program')
    const [table] = await api.list('//game/Data/2DA.zip')
    await expect(api.copyIn(table?.path ?? '')).rejects.toMatchObject({
      params: { path: 'override/terrainmaterials.2da' },
    })
    const target = 'override/materials_copy.2da'
    await api.copyIn(table?.path ?? '', target)
    await api.pack()
    await api.deploy()
    const { bytes } = await api.read(table?.path ?? '')
    expect(Buffer.from(await game.read(target)).equals(Buffer.from(bytes))).toBe(true)
    await api.restore()
    await expect(game.read(target)).rejects.toThrow()
  })

  it('copies a file of a module into the override folder, where it is edited, deployed and removed again', async () => {
    const { api, game, rowNamed, files } = await open()
    const source = await rowNamed(MODULE, 'meadow.git')
    await api.copyIn(source)
    await expect(api.copyIn(source)).rejects.toMatchObject({ code: 'root.target-taken' })
    const target = 'override/meadow.git'
    const { bytes } = await api.read(source)
    const tree = await api.read(`${target}!#0`)
    const edit = editFrom(tree, assign(document(GFF_TREE, tree.bytes), 'WaypointList/0/XPosition', 3.5))
    await api.commit(transaction(edit))
    await api.pack()
    await api.deploy()
    const deployed = await game.read(target)
    expect(deployed.length).toBe(bytes.length)
    expect(deployed.filter((byte, at) => byte !== bytes[at])).toHaveLength(1)
    expect(Buffer.from(await game.read(MODULE)).equals(Buffer.from(files[MODULE] ?? new Uint8Array(0)))).toBe(true)
    await api.restore()
    await expect(game.read(target)).rejects.toThrow()
    await expect(api.copyIn(MODULE)).rejects.toMatchObject({ code: 'root.not-rooted' })
  })

  it('refuses to pack a changed table into a ZIP, which is read only, and packs again once it is undone', async () => {
    const { api } = await open()
    const [table] = await api.list('Data/2DA.zip')
    const row = await api.read(table?.path ?? '')
    const splice = { offset: 0, removed: row.bytes.slice(0, 1), inserted: Uint8Array.of(0x33) }
    await api.commit(transaction({ entry: row.entry, base: row.revision, splices: [splice] }))
    await expect(api.pack()).rejects.toMatchObject({ code: 'zip.read-only' })
    await api.undo()
    await api.pack()
    expect(await api.changes()).toEqual([])
  })

  it('is a single area file, too, or a module alone', async () => {
    const { files } = await open()
    for (const [path, title] of [
      ['modules/Sample/cellar.trx', 'cellar'],
      [MODULE, 'meadow'],
    ] as const) {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const game = new MemoryFiles({ [name]: files[path] ?? new Uint8Array(0) }, { root: '/game' })
      const { api } = createStudio({
        host: memoryHost({ hash, folders: new Map([['/game', game]]) }),
        families: [knownFamily(NWN2, detect)],
      })
      const info = await api.open(`/game/${name}`)
      expect([info.family, info.fileCount, info.install]).toEqual(['nwn2', 1, `/game/${name}`])
      expect((await api.subjects()).map(subject => subject.title.split(' ')[0])).toEqual([title])
      expect((await api.list(name)).length).toBeGreaterThan(0)
      expect((await api.prove()).map(({ result }) => result)).not.toContain('unproved')
    }
  })
})
