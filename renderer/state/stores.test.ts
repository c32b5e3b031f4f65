import { beforeEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { locate, type Bytes, type Value } from '@areal-studio/core/layout'
import type { Reply } from '@areal-studio/core/studio'
import { sayLabel } from './label-text'
import { MAP, openWindow } from './window.fixture'

/** Other tests may have the processor. */
const PATIENCE = { timeout: 20_000 }
let window: Awaited<ReturnType<typeof openWindow>>
beforeEach(async () => {
  window = await openWindow()
})

const valueOf = (path: string): Value | undefined => {
  const whole = window.workspace.replica(MAP)?.document
  return whole && locate(whole, path)?.value
}
const isFields = (value: Value | undefined): value is Readonly<Record<string, Value>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
const present = async () => (await window.port.studio.api.read(MAP)).bytes

describe('replicas', () => {
  it('loads an entry once, however many panes ask', async () => {
    const [a, b] = await Promise.all([window.workspace.load(MAP), window.workspace.load(MAP)])
    expect(a).toBe(b)
    expect(window.port.calls.filter(call => call === 'read')).toHaveLength(1)
  })
  it('applies commits that come while the image is on its way', async () => {
    const image = await window.port.studio.api.read(MAP)
    let answer: (reply: Reply) => void = () => undefined
    window.port.instead = {
      method: 'read',
      answer: () =>
        new Promise(resolve => {
          answer = resolve
        }),
    }
    const loading = window.workspace.load(MAP)
    await Promise.resolve()
    await window.port.studio.api.commit({
      label: { code: 'label.x', params: {} },
      edits: [
        {
          entry: MAP,
          base: image.revision,
          splices: [
            { offset: 0, removed: image.bytes.slice(0, 1), inserted: Uint8Array.of((image.bytes[0] ?? 0) ^ 255) },
          ],
        },
      ],
    })
    answer({ ok: true, value: image })
    await loading
    expect(window.workspace.replica(MAP)?.image.bytes).toEqual(await present())
  })
  it('follows what another window does, and undo', async () => {
    await window.workspace.load(MAP)
    await window.workspace.assignAll(MAP, [{ path: 'areals/3/class_id', value: 77 }])
    expect(valueOf('areals/3/class_id')).toBe(77)
    await window.port.studio.api.undo()
    expect(window.workspace.replica(MAP)?.image.bytes).toEqual(await present())
    expect(valueOf('areals/3/class_id')).not.toBe(77)
  })
  it('reads an archive again when an entry of it has changed', async () => {
    const archive = 'DATA/MAPS/AutoMAP/Land.map'
    await window.workspace.load(archive)
    await window.workspace.assignAll(MAP, [{ path: 'areals/0/class_id', value: 12 }])
    await expect
      .poll(() => window.workspace.replica(archive)?.image.bytes)
      .toEqual((await window.port.studio.api.read(archive)).bytes)
  })
})

describe('the start page', () => {
  it('stays when the install that was left is still reported, and goes when it is opened again', async () => {
    const { workspace, port } = window
    const left = workspace.info
    workspace.leave()
    const { bytes, revision: base } = await port.studio.api.read(MAP)
    const splice = { offset: 0, removed: bytes.slice(0, 1), inserted: Uint8Array.of((bytes[0] ?? 0) ^ 255) }
    await port.studio.api.commit({
      label: { code: 'label.x', params: {} },
      edits: [{ entry: MAP, base, splices: [splice] }],
    })
    await new Promise(done => setTimeout(done, 20))
    expect(workspace.isOpen).toBe(false)
    expect(await workspace.open('/game')).toBe(true)
    expect(workspace.info?.workspace).toBe(left?.workspace)
  })
  it('stays where it is shown between the event of an opening and its reply', async () => {
    const { workspace, port } = window
    workspace.leave()
    const forget = port.listen('info', () => workspace.leave())
    await workspace.open('/game')
    forget()
    await new Promise(done => setTimeout(done, 20))
    expect(workspace.isOpen).toBe(false)
  })
  it('stays where it is shown while an install is being opened again', async () => {
    const { workspace, port } = window
    const recovering = workspace.resume({ ...(await port.studio.api.open('/game')), revision: 99 })
    workspace.leave()
    await recovering
    expect(workspace.isOpen).toBe(false)
  })
})

describe('proofs', () => {
  it('follow files that come and go while the install is open, without a word to the modder', async () => {
    const copy = 'DATA/MAPS/Copy/Land.map'
    await window.workspace.prove()
    const known = [...window.workspace.proofs.keys()].sort()
    await window.port.game.write(copy, await window.port.game.read('DATA/MAPS/AutoMAP/Land.map'))
    // Listed as often as it takes: while others wait for their turn the folder is not looked at anew.
    const listed = async <T>(read: () => T): Promise<T> => window.workspace.studio.list().then(read)
    await expect.poll(() => listed(() => window.workspace.proofs.get(`${copy}!#0`)?.result), PATIENCE).toBe('identical')
    await window.port.game.remove(copy)
    await expect.poll(() => listed(() => [...window.workspace.proofs.keys()].sort()), PATIENCE).toEqual(known)
    expect(window.workspace.notices).toEqual([])
  })
})

describe('edits', () => {
  it('sends one after another, each computed on what the one before it left', async () => {
    await window.workspace.load(MAP)
    const all = [1, 2, 3, 4, 5].map(value => window.workspace.assignAll(MAP, [{ path: 'areals/1/class_id', value }]))
    expect(await Promise.all(all)).toEqual([true, true, true, true, true])
    expect(valueOf('areals/1/class_id')).toBe(5)
    expect(window.workspace.notices).toEqual([])
  })
  it('undoes in turn: what is typed before the answer of an undo is computed on what it left', async () => {
    await window.workspace.load(MAP)
    const before = valueOf('areals/1/class_id')
    await window.workspace.assignAll(MAP, [{ path: 'areals/1/class_id', value: 77 }])
    const undone = window.workspace.undo()
    const typed = window.workspace.assignAll(MAP, [{ path: 'areals/1/logic_flag', value: 32 }])
    await undone
    expect(await typed).toBe(true)
    expect([valueOf('areals/1/class_id'), valueOf('areals/1/logic_flag')]).toEqual([before, 32])
    expect(window.port.calls.filter(call => call === 'undo' || call === 'commit')).toEqual(['commit', 'undo', 'commit'])
    expect(window.workspace.replica(MAP)?.image.bytes).toEqual(await present())
    expect(window.workspace.notices).toEqual([])
  })
  it('undoes the very first step while it is still on its way', async () => {
    const { workspace, port } = window
    await workspace.load(MAP)
    const before = await present()
    let release = (): void => undefined
    port.held = new Promise(resolve => {
      release = () => resolve(undefined)
    })
    expect(workspace.canUndo).toBe(false)
    const sent = workspace.assignAll(MAP, [{ path: 'areals/3/class_id', value: 77 }])
    await nextTick()
    expect(workspace.canUndo).toBe(true)
    const undone = workspace.undo()
    release()
    await Promise.all([sent, undone])
    expect(await present()).toEqual(before)
    expect(workspace.replica(MAP)?.image.bytes).toEqual(before)
  })
  it('makes one step of one value for many records, and undo selects them', async () => {
    await window.workspace.load(MAP)
    const targets = [2, 5, 9].map(areal => ({ path: `areals/${areal}/logic_flag`, value: 4 }))
    await window.workspace.assignAll(MAP, targets)
    expect((await window.port.studio.api.history()).filter(step => step.state === 'done')).toHaveLength(1)
    await window.workspace.undo()
    expect(window.selection.paths).toEqual(['areals/2', 'areals/5', 'areals/9'])
  })
  it('gives the same bytes and the same words for bytes typed and fields typed', async () => {
    const { image } = await window.workspace.load(MAP)
    await window.workspace.assignAll(MAP, [{ path: 'areals/4/class_id', value: 12 }])
    const [byField] = await window.port.studio.api.history()
    const bytes = await present()
    await window.workspace.undo()
    const whole = window.workspace.replica(MAP)?.document
    const offset = (whole && locate(whole, 'areals/4/class_id')?.offset) ?? -1
    const before = window.workspace.replica(MAP)?.image
    await window.workspace.submit(null, [
      {
        entry: MAP,
        base: before?.revision ?? 0,
        splices: [{ offset, removed: image.bytes.slice(offset, offset + 4), inserted: Uint8Array.of(12, 0, 0, 0) }],
      },
    ])
    expect(await present()).toEqual(bytes)
    const byBytes = (await window.port.studio.api.history()).findLast(step => step.state === 'done')
    expect(byBytes?.label).toEqual(byField?.label)
    const said = byBytes && sayLabel(window.workspace.text, byBytes.label)
    expect(said).toContain('areals/4/class_id')
  })
  it('names the arrays that grew or shrank, and a line by what it said', async () => {
    const { workspace } = window
    const said = async (): Promise<string | undefined> =>
      (await window.port.studio.api.history()).slice(-1).map(step => sayLabel(workspace.text, step.label))[0]
    await workspace.load(MAP)
    const vertices = valueOf('areals/4/vertices')
    const areal = valueOf('areals/4')
    const [n, links] = [Array.isArray(vertices) ? vertices.length : 0, valueOf('areals/4/links')]
    if (!Array.isArray(vertices) || !Array.isArray(links) || !isFields(areal)) throw new Error('no areal')
    await workspace.assignAll(MAP, [
      {
        path: 'areals/4',
        value: {
          ...areal,
          vertex_count: n + 1,
          vertices: [...vertices, [1, 2, 3]],
          links: [...links, { area_ref: -1, edge_ref: -1 }],
        },
      },
    ])
    expect(await said()).toBe(
      `ArealMapGeometry: number of areals/4/vertices ${n} → ${n + 1}, areals/4/links ${n} → ${n + 1}`,
    )
    await workspace.load('BuildDat.lst')
    await workspace.assignAll('BuildDat.lst', [{ path: 'lines/0', value: '// longer than it was before by far' }])
    expect(await said()).toMatch(/^BuildDat\.lst: lines\/0\/comment .* to longer than it was/)
    const replica = workspace.replica(MAP)
    const offset = (replica?.document && locate(replica.document, 'areals/4/class_id')?.offset) ?? -1
    await workspace.submit(null, [
      {
        entry: MAP,
        base: replica?.image.revision ?? 0,
        splices: [{ offset: offset + 1, removed: new Uint8Array(0), inserted: Uint8Array.of(1) }],
      },
    ])
    expect(await said()).toBe(`ArealMapGeometry: 1 byte at 0x${(offset + 1).toString(16)}`)
  })
  it('tells a refusal as a notification and changes nothing', async () => {
    const before = (await window.workspace.load(MAP)).image.bytes
    expect(await window.workspace.assignAll(MAP, [{ path: 'areals/9999/class_id', value: 1 }])).toBe(false)
    expect(window.workspace.notices.map(notice => notice.words.code)).toEqual(['refusal.layout.no-node'])
    expect(window.workspace.replica(MAP)?.image.bytes).toEqual(before)
  })
  it('changes damaged bytes by bytes only', async () => {
    const { workspace } = window
    await workspace.load(MAP)
    const splice = (from: number, to: number) => () => {
      const replica = workspace.replica(MAP)
      const offset = replica?.document && locate(replica.document, 'areals/4/vertex_count')?.offset
      const bytes = (value: number): Bytes => new Uint8Array(Uint32Array.of(value).buffer)
      return [
        {
          entry: MAP,
          base: replica?.image.revision ?? 0,
          splices: [{ offset: offset ?? 0, removed: bytes(from), inserted: bytes(to) }],
        },
      ]
    }
    const whole = Number(valueOf('areals/4/vertex_count'))
    expect(await workspace.submit(null, splice(whole, 0xffffff))).toBe(true)
    const damaged = workspace.replica(MAP)?.image.bytes
    expect(await workspace.assignAll(MAP, [{ path: 'areals/2/class_id', value: 1 }])).toBe(false)
    expect(workspace.notices.at(-1)?.words.code).toBe('refusal.edit.not-editable')
    expect(workspace.replica(MAP)?.image.bytes).toEqual(damaged)
    expect(await workspace.submit(null, splice(0xffffff, whole))).toBe(true)
    expect(await workspace.assignAll(MAP, [{ path: 'areals/2/class_id', value: 1 }])).toBe(true)
  })
  it.each([
    ['before it arrived', false],
    ['after it was written', true],
  ])('sends an edit again whose answer was lost %s, once', async (_, isWritten) => {
    await window.workspace.load(MAP)
    const { port } = window
    port.instead = {
      method: 'commit',
      answer: async () => {
        if (isWritten) {
          const image = await port.studio.api.read(MAP)
          const whole = window.workspace.replica(MAP)?.document
          const offset = (whole && locate(whole, 'areals/6/class_id')?.offset) ?? -1
          await port.studio.api.commit({
            label: { code: 'label.x', params: {} },
            edits: [
              {
                entry: MAP,
                base: image.revision,
                splices: [{ offset, removed: image.bytes.slice(offset, offset + 1), inserted: Uint8Array.of(99) }],
              },
            ],
          })
        }
        void window.workspace.setConnected('lost').then(() => window.workspace.setConnected('again'))
        return { ok: false, code: 'connection.lost', params: {} }
      },
    }
    expect(await window.workspace.assignAll(MAP, [{ path: 'areals/6/class_id', value: 99 }])).toBe(true)
    expect(valueOf('areals/6/class_id')).toBe(99)
    expect((await port.studio.api.history()).filter(step => step.state === 'done')).toHaveLength(1)
  })
})

describe('selection', () => {
  it('knows the bytes of a path and the path of bytes', async () => {
    await window.workspace.load(MAP)
    window.selection.select({ entry: MAP, path: 'areals/7/class_id' }, 'test')
    const range = window.selection.range
    expect(range?.[1]).toBe(4)
    window.selection.select({ entry: MAP, path: null, range: [range?.[0] ?? 0, 1] }, 'test')
    expect(window.selection.path).toBe('areals/7/class_id')
  })
  it('goes back and forward', () => {
    for (const areal of [1, 2]) window.selection.select({ entry: MAP, path: `areals/${areal}` }, 'test')
    window.selection.goBack()
    expect(window.selection.path).toBe('areals/1')
    window.selection.goForward()
    expect(window.selection.path).toBe('areals/2')
    window.selection.goBack()
    window.selection.select({ entry: MAP, path: 'areals/3' }, 'test')
    expect(window.selection.canGoForward).toBe(false) // who goes elsewhere leaves the way that was ahead
    window.selection.goBack()
    expect(window.selection.path).toBe('areals/1')
  })
})

describe('what is said of the open workspace', () => {
  const words = (code: string) => ({ code, params: { path: '/work' } })
  const say = async (...codes: readonly string[]): Promise<readonly string[]> => {
    const { info } = window.workspace
    if (!info) throw new Error('nothing is open')
    window.workspace.info = { ...info, notices: codes.map(words) }
    await nextTick()
    const shown = window.workspace.notices.map(notice => notice.words.code)
    for (const { id } of window.workspace.notices) window.workspace.dismiss(id)
    return shown
  }
  it('is shown once as it comes up, and again only after it was over; what a dialog asks about is not', async () => {
    await say() // leaves out what the tests before heard
    expect(await say('notice.backup-failed')).toEqual(['notice.backup-failed'])
    expect(await say('notice.backup-failed', 'notice.pristine-changed')).toEqual([])
    expect(await say()).toEqual([])
    expect(await say('notice.backup-failed')).toEqual(['notice.backup-failed'])
  })
})
