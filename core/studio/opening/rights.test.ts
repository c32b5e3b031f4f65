import { describe, expect, it } from 'vitest'
import { MemoryFiles, StudioError, type FileOperation } from '../../format'
import { memoryHost } from '../memory-host.fixture'
import { createStudio } from '../studio'
import { failing, files, hash, MAP, openBench, poke } from '../studio.fixture'
import { TINY_KNOWN } from '../tiny-family.fixture'

const refusal = (code: string): StudioError => expect.objectContaining({ code }) as StudioError
const denied = (path: string): StudioError => new StudioError('file.unreadable', { path, reason: 'EACCES' })
const CHANGING: ReadonlySet<FileOperation> = new Set(['write', 'guard', 'claim', 'append', 'truncate', 'remove'])
/** A folder that is read-only once `isShut` returns true. */
const locked = (root: string, isShut: () => boolean): MemoryFiles =>
  failing({}, root, (operation, path) => {
    if (isShut() && CHANGING.has(operation)) throw new StudioError('file.read-only', { path, reason: 'EACCES' })
  })

describe('a game that may not be read whole', () => {
  it('is opened; a file that is not given is told as that, not as damaged', async () => {
    const game = failing(files(), '/game', (operation, path) => {
      if (operation === 'read' && path === MAP) throw denied(path)
    })
    const {
      studio: { api },
    } = await openBench({ game })
    expect((await api.list('', { deep: true })).map(({ path }) => path)).toContain(MAP)
    expect(await api.check()).toEqual([
      { code: 'studio.unreadable', severity: 'error', params: { path: MAP, reason: 'EACCES' }, file: MAP, entry: MAP },
    ])
  })

  it('names the folders it was not let into', async () => {
    const game = Object.assign(new MemoryFiles(files(), { root: '/game' }), {
      unreadable: () => ['DATA/Maps/Two', 'UNITS'],
    })
    const {
      studio: { api },
      info,
    } = await openBench({ game })
    expect(info.notices).toEqual([{ code: 'notice.unreadable', params: { n: 2, path: 'DATA/Maps/Two' } }])
    expect((await api.check()).map(({ code, severity, file }) => [code, severity, file])).toEqual([
      ['studio.folder-unreadable', 'error', 'DATA/Maps/Two'],
      ['studio.folder-unreadable', 'error', 'UNITS'],
    ])
  })
})

describe('a workspace that may not be written', () => {
  const NOTICE = { code: 'notice.workspace-read-only' }

  it('is known as read-only from the start, with the edits that it has', async () => {
    const {
      folders,
      studio,
      info: { workspace },
    } = await openBench()
    await poke(studio, `${MAP}!#0`, 4, 42)
    let isShut = false
    const store = locked(workspace, () => isShut)
    for (const [path, bytes] of Object.entries(folders.get(workspace)?.snapshot() ?? {})) store.put(path, bytes)
    folders.set(workspace, store)
    isShut = true
    const { studio: later, info } = await openBench({ folders })
    expect(info).toMatchObject({ isReadOnly: true, changed: 1, notices: [{ ...NOTICE, params: { path: workspace } }] })
    await expect(poke(later, `${MAP}!#0`, 4, 43)).rejects.toEqual(refusal('workspace.read-only'))
  })

  it('opens empty where it cannot even be made: the game is looked at and checked', async () => {
    const host = memoryHost({ hash, folders: new Map([['/game', new MemoryFiles(files(), { root: '/game' })]]) })
    const folder: typeof host.folder = (path, options) =>
      options?.create
        ? Promise.reject(new StudioError('file.read-only', { path, reason: 'EROFS' }))
        : host.folder(path, options)
    const studio = createStudio({ host: { ...host, folder }, families: [TINY_KNOWN] })
    const info = await studio.api.open('/game')
    expect(info).toMatchObject({ isReadOnly: true, notices: [{ ...NOTICE, params: { path: info.workspace } }] })
    expect(await studio.api.check()).toEqual([])
    expect((await studio.api.mods()).map(({ folder: of, isActive }) => [of, isActive])).toEqual([
      [info.workspace, true],
    ])
    await expect(studio.api.addMod('Another')).rejects.toEqual(refusal('workspace.read-only'))
    await expect(poke(studio, `${MAP}!#0`, 4, 43)).rejects.toEqual(refusal('workspace.read-only'))
  })
})
