import { beforeEach, describe, expect, it } from 'vitest'
import { decodePicture, encodePicture } from '../../core/picture'
import type { TreeItem } from '@areal-studio/core/studio'
import { repackedElsewhere } from '../../core/families/parkan/rsli/repacked.fixture'
import { useSession } from '../state/session.store'
import { notices } from '../state/notices'
import { MAP, openWindow } from '../state/window.fixture'
import { useExchange } from './exchange.store'
import { extractForms } from './extract-forms'
import { useProjectTree } from './tree.store'

const FOLDER = 'DATA/MAPS/AutoMAP'
let window: Awaited<ReturnType<typeof openWindow>>
let exchange: ReturnType<typeof useExchange>
beforeEach(async () => {
  window = await openWindow()
  exchange = useExchange()
  notices.value = []
})

async function row(path: string): Promise<TreeItem> {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf(path.includes('!') ? '!' : '/')))
  const found = (await useProjectTree().childrenOf(parent)).find(item => item.path === path)
  if (!found) throw new Error(`no row ${path}`)
  return found
}
/** A copy of an entry with its first byte changed, called so. */
async function changed(path: string, name: string): Promise<File> {
  const bytes = Uint8Array.from((await window.workspace.studio.read(path)).bytes)
  bytes[0] = (bytes[0] ?? 0) ^ 1
  return new File([bytes], name)
}

const nameIn = (path = ''): string => path.slice(path.lastIndexOf('/') + 1)

describe('what entries can be written as', () => {
  const formsOf = async (path: string, hasContents = false) =>
    (await extractForms([await row(path)], hasContents, useProjectTree().childrenOf)).map(
      ({ ending, count, returning }) => [ending, count, returning],
    )

  it('is what they have conversions for, counted, with those that a changed file replaces', async () => {
    expect(await formsOf(`${FOLDER}/Land1.wea`)).toEqual([])
    expect(await formsOf(`${FOLDER}/Land.msh`)).toEqual([
      ['glb', 1, 1],
      ['obj', 1, 0],
    ])
    expect(await formsOf(`${FOLDER}/Land.map`)).toEqual([
      ['glb', 1, 0],
      ['obj', 1, 0],
    ])
    expect(await formsOf(FOLDER)).toEqual([
      ['glb', 2, 1],
      ['obj', 2, 0],
    ])
  })

  it('is of an archive what its entries have, where it is written as a folder', async () => {
    expect(await formsOf('Textures.lib')).toEqual([])
    const forms = await formsOf('Textures.lib', true)
    expect(forms.map(([ending]) => ending)).toEqual(['png', 'tga', 'bmp'])
    expect(forms[0]?.[1]).toBe((await useProjectTree().childrenOf('Textures.lib')).length)
  })
})

describe('files dropped on a row', () => {
  it('are shown before anything changes: one takes the place of its entry, whatever it is called', async () => {
    await exchange.offerFiles(await row(MAP), [await changed(MAP, 'mine.bin')])
    expect(exchange.incoming).toMatchObject({
      file: 'mine.bin',
      item: { path: MAP },
      report: { entries: [{ entry: MAP, fieldCount: 1 }] },
    })
    expect(window.workspace.info?.changed).toBe(0)
    await exchange.accept()
    expect(window.workspace.info?.canUndo).toBe(true)
  })

  it('find the entries of their names, one on an archive or folder as well as several, and are one step', async () => {
    const files = [
      await changed(`${FOLDER}/Land.map`, 'LAND.MAP'),
      await changed(`${FOLDER}/Land1.wea`, 'Land1.wea'),
      new File(['x'], 'nothing.bin'),
    ]
    await exchange.offerFiles(await row(FOLDER), files.slice(1, 2))
    expect(exchange.incoming?.item.path).toBe(`${FOLDER}/Land1.wea`)
    exchange.incoming = null
    await exchange.offerFiles(await row(FOLDER), files)
    expect(exchange.batch?.lines.map(({ entry, refusal }) => [entry, refusal?.code])).toEqual([
      [`${FOLDER}/Land.map`, undefined],
      [`${FOLDER}/Land1.wea`, undefined],
      ['', 'ui.batch.none'],
    ])
    await exchange.acceptBatch()
    expect(exchange.batch).toBeNull()
    expect((await window.workspace.studio.history()).map(step => step.label.code)).toEqual(['label.entries-replaced'])
  })

  it('may be a whole folder that was extracted: what differs is shown by file and taken over as one step', async () => {
    const { folders, studio } = window.port
    await studio.api.extract([FOLDER], { folder: '/out', as: 'raw', hasContents: true })
    const wear = `${FOLDER}/Land1.wea`
    await folders.get('/out')?.write(wear, new Uint8Array(await (await changed(wear, 'Land1.wea')).arrayBuffer()))
    await folders.get('/out')?.write('notes.txt', Uint8Array.of(1))
    const asking = exchange.offerFolder('')
    useSession().answerFolder('/out')
    await asking
    expect(exchange.batch?.lines.map(({ entry, refusal }) => [entry, refusal?.code])).toEqual([
      [wear, undefined],
      ['', 'refusal.incoming.no-entry'],
    ])
    expect([exchange.batch?.changing, window.workspace.info?.changed]).toEqual([1, 0])
    expect(exchange.batch?.same).toBeGreaterThan(2)
    await folders.get('/out')?.write(`${FOLDER}/Land2.wea`, Uint8Array.of(1))
    await exchange.acceptBatch()
    expect([exchange.batch?.isAnew, exchange.batch?.changing, await studio.api.history()]).toEqual([true, 2, []])
    await exchange.acceptBatch()
    expect([exchange.batch, notices.value]).toEqual([null, []]) // where it was shown is where it is told
    expect((await studio.api.history()).map(step => step.label.code)).toEqual(['label.entries-replaced'])
  })

  it('may be pictures of an archive of textures: those that were drawn on change, in one step', async () => {
    const { folders, studio } = window.port
    const report = await studio.api.extract(['Textures.lib'], { folder: '/out', as: 'png', hasContents: true })
    const [drawn, ...others] = report.files.filter(({ isRaw }) => !isRaw).slice(0, 3)
    const files = await Promise.all(
      [drawn, ...others].map(async one => {
        const bytes = (await folders.get('/out')?.read(one?.path ?? '')) ?? new Uint8Array(0)
        const raster = decodePicture(bytes)
        if (one !== drawn || 'code' in raster) return new File([Uint8Array.from(bytes)], nameIn(one?.path))
        raster.pixels[0] = (raster.pixels[0] ?? 0) ^ 255
        return new File([Uint8Array.from(encodePicture('png', raster))], nameIn(one?.path))
      }),
    )
    await exchange.offerFiles(await row('Textures.lib'), files)
    expect(
      exchange.batch?.lines.map(({ entry, refusal, report: told }) => [entry, refusal, told?.entries.length]),
    ).toEqual([drawn, ...others].map(one => [one?.entry, null, one === drawn ? 1 : 0]))
    expect(exchange.batch?.changing).toBe(1)
    await exchange.acceptBatch()
    expect((await studio.api.history()).map(step => step.label.code)).toEqual(['label.entries-replaced'])
  })

  it('with a library that another program packed offers its content, or its bytes', async () => {
    const { folders, studio } = window.port
    const library = 'sprites.lib'
    const original = (await studio.api.read(library)).bytes
    const foreign = repackedElsewhere(original)
    await studio.api.extract([library], { folder: '/out', as: 'raw' })
    await folders.get('/out')?.write(library, foreign)
    const asking = exchange.offerFolder('')
    useSession().answerFolder('/out')
    await asking
    const shown = (): unknown => [exchange.batch?.lines.map(({ file }) => file), exchange.batch?.changing]
    expect(shown()).toEqual([[library], 0])
    await exchange.keepAllPacked(true)
    expect(shown()).toEqual([[library], 1])
    await exchange.keepAllPacked(false)
    expect(shown()).toEqual([[library], 0])
    await exchange.keepAllPacked(true)
    await exchange.acceptBatch()
    expect((await studio.api.read(library)).bytes).toEqual(foreign)
    await studio.api.undo()
    const files = [new File([Uint8Array.from(foreign)], library), new File(['x'], 'nothing.bin')]
    await exchange.offerFiles(await row('iron_3d.exe'), files)
    expect([exchange.batch?.changing, exchange.batch?.keepBytes]).toEqual([0, false])
    await exchange.keepAllPacked(true)
    await exchange.acceptBatch()
    expect((await studio.api.read(library)).bytes).toEqual(foreign)
  })

  it('stays closed where it was closed while it was looked at anew', async () => {
    const { folders, studio } = window.port
    await studio.api.extract([FOLDER], { folder: '/out', as: 'raw', hasContents: true })
    const asking = exchange.offerFolder('')
    useSession().answerFolder('/out')
    await asking
    await folders.get('/out')?.write(`${FOLDER}/Land2.wea`, Uint8Array.of(1))
    const accepting = exchange.acceptBatch()
    exchange.batch = null
    await accepting
    expect([exchange.batch, await studio.api.history()]).toEqual([null, []])
  })

  it('is shown anew where its entry was edited since, and is not taken over before', async () => {
    await exchange.offerFiles(await row(MAP), [await changed(MAP, 'mine.bin')])
    const { revision, bytes } = await window.workspace.studio.read(MAP)
    await window.port.studio.api.commit({
      label: { code: 'label.x', params: {} },
      edits: [
        {
          entry: MAP,
          base: revision,
          splices: [{ offset: 1, removed: bytes.slice(1, 2), inserted: Uint8Array.of(99) }],
        },
      ],
    })
    await exchange.accept()
    expect([exchange.incoming?.isAnew, notices.value]).toEqual([true, []])
    expect((await window.port.studio.api.history()).length).toBe(1)
    await exchange.accept()
    expect((await window.port.studio.api.history()).length).toBe(2)
  })

  it('that cannot be taken say why and change nothing', async () => {
    await exchange.offerFiles(await row(MAP), [new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)], 'a.png')])
    expect(exchange.incoming).toBeNull()
    expect(notices.value.map(notice => notice.words.code)).toEqual(['refusal.incoming.no-import'])
    expect(await window.workspace.studio.history()).toEqual([])
  })
})

describe('operations', () => {
  /** Chunks of a model: nodes, slots with their bounds, positions. */
  const [NODES, SLOTS, POSITIONS] = ['bases.rlb!#0!#0', 'bases.rlb!#0!#1', 'bases.rlb!#0!#2'] as const
  const offered = (operation: string, path: string, type: number, records: readonly number[] = []): Promise<void> =>
    exchange.offerOperation({ operation, records, item: { path, name: '' }, format: `parkan.model.${type}` })

  /** The sign of the height of the first vertex, and its exponent: it is somewhere else. */
  async function moveVertex(byte: number): Promise<void> {
    const { revision, bytes } = await window.workspace.studio.read(POSITIONS)
    const splices = [{ offset: 11, removed: bytes.slice(11, 12), inserted: Uint8Array.of(byte) }]
    const edits = [{ entry: POSITIONS, base: revision, splices }]
    await window.port.studio.api.commit({ label: { code: 'label.x', params: {} }, edits })
  }
  const steps = async (): Promise<number> => (await window.port.studio.api.history()).length

  it('whose input moved since the preview are refused, and run again on what is there now', async () => {
    await moveVertex(0x43)
    await offered('recompute-bounds', SLOTS, 2)
    expect(exchange.incoming?.operation?.counts['slots']).toBeGreaterThan(0)
    await moveVertex(0xc3)
    await exchange.accept()
    expect([exchange.incoming?.isStale, await steps(), notices.value]).toEqual([true, 2, []])
    await exchange.operateAgain()
    expect(exchange.incoming?.isStale).toBeUndefined()
    await exchange.accept()
    expect([exchange.incoming, await steps(), notices.value]).toEqual([null, 3, []])
  })

  it('select what they made, or keep the selection where they made nothing', async () => {
    await window.workspace.load(NODES)
    window.selection.select({ entry: NODES, path: 'nodes/0' }, 'test')
    await offered('add-model-node', NODES, 1, [0])
    await exchange.accept()
    expect([window.selection.entry, window.selection.paths]).toEqual([NODES, ['nodes/1']])
    window.selection.select({ entry: NODES, path: 'nodes/0' }, 'test')
    await offered('delete-model-node', NODES, 1, [1])
    await exchange.accept()
    expect([window.selection.entry, window.selection.paths]).toEqual([NODES, ['nodes/0']])
  })
})
