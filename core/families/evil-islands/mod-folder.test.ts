import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles, rowPath, StudioError } from '../../format'
import { document, toJson } from '../../layout'
import { createStudio } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { EVIL_ISLANDS } from './evil-islands'
import { REG } from './reg/reg'
import { RES_CODEC } from './res/res'
import { sampleInstall } from './sample/sample'

const pristine = Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes]))
const DOUBLE = 'weapons where price > 100 set price = price * 2'

type Folders = Map<string, MemoryFiles>
const gameOf = (files: Readonly<Record<string, Uint8Array>>): MemoryFiles => new MemoryFiles(files, { root: '/game' })

async function openSample(game = gameOf(pristine), folders: Folders = new Map(), pid = 1) {
  folders.set('/game', game)
  const hash = (whole: Uint8Array): string => createHash('sha256').update(whole).digest('hex')
  const host = memoryHost({ hash, folders, pid })
  const { api } = createStudio({ host, families: [knownFamily(EVIL_ISLANDS)] })
  await api.open('/game')
  return { game, api }
}
type Sample = Awaited<ReturnType<typeof openSample>>

/** Files of the game folder that the pristine install lacks, without the record of the deployment. */
const addedTo = (game: MemoryFiles): readonly string[] =>
  Object.keys(game.snapshot())
    .filter(file => !Object.hasOwn(pristine, file) && file !== 'areal-deployed.json')
    .sort()
const changedIn = (game: MemoryFiles): readonly string[] => {
  const present = game.snapshot()
  return Object.keys(pristine).filter(
    file => Buffer.compare(present[file] ?? new Uint8Array(0), pristine[file] ?? new Uint8Array(0)) !== 0,
  )
}
const namesIn = (archive: Uint8Array | undefined): readonly unknown[] =>
  RES_CODEC.open(archive ?? new Uint8Array(0)).rows.map(({ attributes }) => attributes['name'])

async function removeRow({ api }: Sample, file: string): Promise<void> {
  const [row] = RES_CODEC.open(pristine[file] ?? new Uint8Array(0)).rows
  await api.commit({
    label: { code: 'label.entry-removed', params: {} },
    edits: [
      {
        entry: rowPath(file, row?.id ?? 0),
        base: 0,
        splices: [],
        attributes: { before: row?.attributes ?? {}, after: null },
      },
    ],
  })
}

it('a mod folder has archives of the changed rows only, and a manifest; restore removes it', async () => {
  const { game, api } = await openSample()
  await api.query(DOUBLE, {}, { dryRun: false })
  expect(await api.chooseModFolder('Cheap')).toEqual({ folder: 'Mods', name: 'Cheap' })
  const { files, unwritable } = await api.plan()
  expect(unwritable).toEqual([])
  expect(files.map(({ file, action }) => `${action} ${file}`).sort()).toEqual([
    'add Mods/Cheap/config.reg',
    'add Mods/Cheap/res/database.res',
    'add Mods/Cheap/res/databaselmp.res',
  ])
  await api.deploy()
  expect(changedIn(game)).toEqual([])
  expect(addedTo(game)).toEqual([
    'Mods/Cheap/config.reg',
    'Mods/Cheap/res/database.res',
    'Mods/Cheap/res/databaselmp.res',
  ])
  const present = game.snapshot()
  expect(namesIn(present['Mods/Cheap/res/database.res'])).toHaveLength(1)
  expect(namesIn(pristine['Res/database.res']).length).toBeGreaterThan(1)
  const manifest = toJson(document(REG, present['Mods/Cheap/config.reg'] ?? new Uint8Array(0)).root)
  for (const word of ['"Cheap"', '"Date_DMY"', '"database.res"', String.raw`"res\\databaselmp.res"`])
    expect(manifest).toContain(word)
  expect((await api.info())?.state).toBe('deployed')
  expect((await api.plan()).files.every(({ action }) => action === 'none')).toBe(true)
  await api.undo()
  await api.pack()
  expect((await api.info())?.state).toBe('older')
  await api.redo()
  expect(manifest).not.toContain('CONFIG')
  await api.restore()
  expect([...addedTo(game), ...changedIn(game)]).toEqual([])
})

it('a change of the target takes back what was deployed to the other one', async () => {
  const { game, api } = await openSample()
  await api.query(DOUBLE, {}, { dryRun: false })
  await api.deploy()
  expect(changedIn(game)).toEqual(['Res/database.res', 'Res/databaselmp.res'])
  await api.chooseModFolder('Cheap')
  await api.deploy()
  expect([changedIn(game).length, addedTo(game).length]).toEqual([0, 3])
  await api.chooseModFolder('')
  await api.deploy()
  expect([changedIn(game).length, addedTo(game).length]).toEqual([2, 0])
  expect((await api.info())?.state).toBe('deployed')
})

it('a file of the mod folder that another program changed needs an answer, and is replaced with a copy kept', async () => {
  const { game, api } = await openSample()
  await api.query(DOUBLE, {}, { dryRun: false })
  await api.chooseModFolder('Cheap')
  await api.deploy()
  await game.write('Mods/Cheap/config.reg', new Uint8Array(7))
  expect(await api.outside()).toEqual([])
  await expect(api.deploy()).rejects.toMatchObject({ code: 'deploy.foreign' })
  expect(await api.deploy({ foreign: 'keep' })).toMatchObject({
    written: ['Mods/Cheap/config.reg'],
    kept: ['Mods/Cheap/config.reg'],
  })
  expect((await api.info())?.state).toBe('deployed')
})

it.each(['fails', 'is cut off'])(
  'a deploy to a mod folder that %s is taken back, or finished at the next start',
  async how => {
    const folders: Folders = new Map()
    let isArmed = true
    let isDead = false
    const game = new MemoryFiles(pristine, {
      root: '/game',
      before: (operation, path) => {
        if (isDead) throw new StudioError('file.unreadable', { file: path })
        if (!isArmed || operation !== 'write' || !path.endsWith('databaselmp.res')) return
        isArmed = false
        isDead = how === 'is cut off'
        throw new StudioError('file.unreadable', { file: path })
      },
    })
    const { api } = await openSample(game, folders)
    await api.query(DOUBLE, {}, { dryRun: false })
    await api.chooseModFolder('Cheap')
    await expect(api.deploy()).rejects.toMatchObject({ code: 'file.unreadable' })
    isDead = false
    expect(addedTo(game)).toHaveLength(how === 'fails' ? 0 : 1)
    const next = await openSample(gameOf(game.snapshot()), folders, 2)
    expect(addedTo(next.game)).toHaveLength(how === 'fails' ? 0 : 3)
    expect((await next.api.info())?.state).toBe(how === 'fails' ? 'original' : 'deployed')
    await next.api.restore()
    expect([...addedTo(next.game), ...changedIn(next.game)]).toEqual([])
  },
)

it('a removed row, and a file without a place in a mod, prevent the deploy with the reason', async () => {
  const sample = await openSample()
  await sample.api.chooseModFolder('Cheap')
  await removeRow(sample, 'Res/textures.res')
  expect((await sample.api.plan()).unwritable).toMatchObject([
    { code: 'mod-folder.removed', params: { file: 'Res/textures.res' } },
  ])
  await expect(sample.api.deploy()).rejects.toMatchObject({ code: 'mod-folder.removed' })
  expect(addedTo(sample.game)).toEqual([])
})

it('texts are a whole archive', async () => {
  const { game, api } = await openSample()
  await api.chooseModFolder('Words')
  const [row] = RES_CODEC.open(pristine['Res/texts.res'] ?? new Uint8Array(0)).rows
  await api.commit({
    label: { code: 'label.edited', params: {} },
    edits: [
      {
        entry: rowPath('Res/texts.res', row?.id ?? 0),
        base: 0,
        splices: [{ offset: 0, removed: new Uint8Array(0), inserted: Uint8Array.of(0x41) }],
      },
    ],
  })
  await api.deploy()
  expect(namesIn(game.snapshot()['Mods/Words/res/texts.res'])).toEqual(namesIn(pristine['Res/texts.res']))
})

it('the name of a mod folder is a name of a folder, and not one that the game has', async () => {
  const { api } = await openSample(gameOf({ ...pristine, 'Mods/Other/config.reg': new Uint8Array(3) }))
  for (const name of ['a/b', '..', 'Мод', 'con'])
    await expect(api.chooseModFolder(name)).rejects.toMatchObject({ code: 'mod-folder.name' })
  await expect(api.chooseModFolder('other')).rejects.toMatchObject({ code: 'mod-folder.taken' })
  expect(await api.modFolder()).toEqual({ folder: 'Mods', name: '' })
})
