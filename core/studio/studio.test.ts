import { describe, expect, it } from 'vitest'
import { addEntry, removeEntry, setAttributes } from '../edit'
import { MemoryFiles } from '../format'
import type { Commit } from '../edit'
import { files, MAP, NESTED, openBench, poke, present, pristine, setByte, transaction } from './studio.fixture'
import { tinyArchive, tinyPoints } from './tiny-family.fixture'

const code = (name: string): Error => expect.objectContaining({ code: name }) as Error

describe('many entries in one call', () => {
  it('are those that single calls read, in order; one that is missing has its error and spoils no other', async () => {
    const { studio } = await openBench()
    const { api } = studio
    const entries = [`${NESTED}!#0`, 'no/file', MAP, `${NESTED}!#0`]
    const results = await api.readAll(entries)
    expect(results.map(result => result?.ok)).toEqual([true, false, true, true])
    for (const [at, result] of results.entries())
      if (result?.ok) expect(result.image).toEqual(await api.read(entries[at] ?? ''))
    expect(results[1]).toMatchObject({ code: 'entry.missing' })
  })
})

describe('the main job', () => {
  it('open, pick, change, check, pack, deploy, launch, restore', async () => {
    const { studio, game, store } = await openBench({
      run: (_, output) => {
        output('hello')
        game.put('tiny.log', Uint8Array.of(79, 75))
        return 3
      },
    })
    const { api } = studio
    const before = game.snapshot()
    const commits: Commit[] = []
    studio.listen('commit', commit => commits.push(commit))

    const image = await api.read(`${NESTED}!#0`)
    expect(image).toMatchObject({
      format: 'tiny.points',
      isEditable: true,
      revision: 0,
      attributes: { name: 'in', type_id: 1, row: 0 },
    })
    await api.commit(transaction(setByte(image, 8, 12)))
    expect(commits).toMatchObject([{ kind: 'edit', revision: 1 }])
    expect(await api.check()).toEqual([])

    const report = await api.pack()
    expect(report).toMatchObject({
      dropped: [],
      files: [{ file: MAP, comparedEntries: 3, entries: [{ entry: `${NESTED}!#0`, isPacked: true }] }],
    })
    const field = report.files[0]?.entries[0]?.fields[0]
    expect(field).toMatchObject({ path: 'points/0/kind', before: '3', after: '12', offset: 8, size: 1 })
    const overlay = store().snapshot()[`overlay/${MAP}`]
    expect(overlay?.[field?.fileOffset ?? 0]).toBe(12)
    expect(game.snapshot()).toEqual(before)

    const plan = await api.plan()
    expect(plan).toMatchObject({
      blocking: [],
      unpacked: 0,
      files: [{ file: MAP, action: 'replace', isForeign: false }],
    })
    expect(await api.deploy()).toEqual({ written: [MAP], restored: [], kept: [], left: [] })
    expect(game.snapshot()[MAP]).toEqual(overlay)
    expect(await api.info()).toMatchObject({ state: 'deployed', changed: 1, unpacked: 0 })

    const launched = await api.launch()
    expect(launched).toMatchObject({
      command: ['wine', '/game/TINY.EXE'],
      exitCode: 3,
      output: 'hello',
      logs: [{ file: 'tiny.log', text: 'OK' }],
    })
    game.delete('tiny.log')

    expect(await api.restore()).toEqual({ written: [], restored: [MAP], kept: [], left: [] })
    expect(game.snapshot()).toEqual(before)
    expect(await api.info()).toMatchObject({ state: 'original', changed: 1 })
  })
})

describe('an install opened', () => {
  it('lists lazily, archives as folders, nested, with the titles of missions', async () => {
    const { studio } = await openBench()
    const items = await studio.api.list()
    expect(items.map(item => [item.path, item.kind, item.hasChildren])).toEqual([
      ['DATA', 'folder', true],
      ['readme.txt', 'file', false],
      ['TINY.EXE', 'file', false],
    ])
    expect((await studio.api.list('data')).map(item => [item.name, item.missions])).toEqual([
      ['Maps', ['First']],
      ['loose.pts', undefined],
    ])
    expect((await studio.api.list('data/maps/one.TIN')).map(item => [item.path, item.kind, item.name])).toEqual([
      [`${MAP}!#0`, 'entry', 'pts'],
      [NESTED, 'archive', 'nest'],
      [`${MAP}!#2`, 'entry', 'raw'],
    ])
    expect((await studio.api.list(NESTED)).map(item => item.name)).toEqual(['in', 'other'])
    expect((await studio.api.list('', { deep: true })).map(item => item.path)).toEqual([
      MAP,
      'DATA/loose.pts',
      'readme.txt',
      'TINY.EXE',
    ])
  })

  it('lists a nested archive with the size that it has now', async () => {
    const {
      studio: { api },
    } = await openBench()
    const inner = await api.read(`${NESTED}!#1`)
    await api.commit(
      transaction({
        entry: inner.entry,
        base: inner.revision,
        splices: [{ offset: 0, removed: new Uint8Array(0), inserted: Uint8Array.of(1, 2) }],
      }),
    )
    expect((await api.list(MAP)).find(item => item.path === NESTED)?.size).toBe((await api.read(NESTED)).size)
  })

  it('opens by the pointer in its workspace, in that workspace; a copy elsewhere opens the usual one', async () => {
    const { studio, folders, info } = await openBench()
    const other = await studio.api.open('/game', { workspace: '/other' })
    const pointer = (await folders.get('/other')?.read('game.areal')) ?? new Uint8Array(0)
    folders.set(
      '/desk',
      new MemoryFiles({ 'Mine.AREAL': pointer, 'damaged.areal': pointer.slice(0, 20) }, { root: '/desk' }),
    )
    expect(await studio.api.open(`${info.workspace}/game.areal`)).toMatchObject({
      install: '/game',
      workspace: info.workspace,
    })
    expect(await studio.api.open('/other/game.areal')).toMatchObject({ install: '/game', workspace: other.workspace })
    expect(await studio.api.open('/desk/Mine.AREAL')).toMatchObject({ install: '/game', workspace: info.workspace })
    await expect(studio.api.open('/desk/damaged.areal')).rejects.toThrow(code('open.pointer'))
    folders.delete('/game')
    expect(await studio.api.open('/desk/Mine.AREAL')).toMatchObject({ workspace: info.workspace, state: 'missing' })
  })

  it.each([
    ['as soon as it begins', false],
    ['in the middle', true],
  ])('over another is stopped %s: the one before stays open', async (_, isMidway) => {
    const { studio, folders, info } = await openBench()
    folders.set('/next', new MemoryFiles(files(), { root: '/next' }))
    const { api } = studio
    const image = await api.read(`${NESTED}!#0`)
    await api.commit(transaction(setByte(image, 8, 12)))
    const states: string[] = []
    const remove = studio.listen('job', job => {
      states.push(job.state)
      if (job.state === 'running' && (job.item !== undefined) === isMidway) void api.cancel(job.id)
    })
    await expect(api.open('/next')).rejects.toThrow(code('job.cancelled'))
    expect(states.at(-1)).toBe('cancelled')
    remove()
    expect(await api.info()).toMatchObject({ install: '/game', workspace: info.workspace, unpacked: 1 })
    expect((await api.read(`${NESTED}!#0`)).bytes[8]).toBe(12)
    await api.undo()
    expect((await api.read(`${NESTED}!#0`)).bytes).toEqual(image.bytes)
    expect(await api.open('/next')).toMatchObject({ install: '/next' })
  })

  it('refuses what is no game, what is missing, and a workspace that would touch the install', async () => {
    const { studio, folders } = await openBench()
    folders.set('/empty', new MemoryFiles({ 'x.doc': Uint8Array.of(1) }, { root: '/empty' }))
    await expect(studio.api.open('/nowhere')).rejects.toThrow(code('open.missing'))
    await expect(studio.api.open('/empty')).rejects.toThrow(code('open.not-a-game'))
    await expect(studio.api.open('/game', { workspace: '/game/mod' })).rejects.toThrow(code('workspace.inside-install'))
    await expect(studio.api.open('/game', { workspace: '/game' })).rejects.toThrow(code('workspace.inside-install'))
    expect(await studio.api.info()).toMatchObject({ install: '/game', family: 'tiny', fileCount: 4 })
  })

  it('a loose file is an install of that file', async () => {
    const { studio, folders } = await openBench()
    folders.set('/loose', new MemoryFiles({ 'a.pts': tinyPoints([1]) }, { root: '/loose' }))
    expect(await studio.api.open('/loose/a.pts')).toMatchObject({ family: 'tiny', fileCount: 1 })
    await poke(studio, 'a.pts', 8, 0)
    expect(await studio.api.check('a.pts')).toMatchObject([{ code: 'tiny.kind', severity: 'error' }])
  })

  it('a workspace belongs to one install', async () => {
    const { studio, folders, info } = await openBench()
    folders.set('/second', new MemoryFiles(files(), { root: '/second' }))
    await expect(studio.api.open('/second', { workspace: info.workspace })).rejects.toThrow(
      code('workspace.other-install'),
    )
  })
})

describe('commits', () => {
  it('undo and redo at any depth; another process sees the same', async () => {
    const { studio, again } = await openBench()
    await poke(studio, `${NESTED}!#0`, 8, 99)
    const whole = await present(studio, MAP)
    expect(whole).not.toEqual(await pristine(studio, MAP))
    expect(await present(await again(), MAP)).toEqual(whole)
    expect(await studio.api.info()).toMatchObject({
      changed: 1,
      unpacked: 1,
      canUndo: true,
      canRedo: false,
      revision: 1,
    })
    await studio.api.undo()
    expect(await present(studio, MAP)).toEqual(await pristine(studio, MAP))
    expect(await studio.api.info()).toMatchObject({ changed: 0, unpacked: 0, canUndo: false, canRedo: true })
    await studio.api.redo()
    expect((await present(studio, `${NESTED}!#0`))[8]).toBe(99)
    expect(await studio.api.undo()).toMatchObject({ kind: 'undo', revision: 4 })
    expect(await studio.api.undo()).toBeNull()
    expect((await studio.api.history()).map(step => step.state)).toEqual(['undone'])
  })

  it('a stale edit and one that names other bytes are refused, not forced', async () => {
    const { studio } = await openBench()
    const image = await studio.api.read(`${MAP}!#2`)
    await studio.api.commit(transaction(setByte(image, 0, 50)))
    await expect(studio.api.commit(transaction(setByte(image, 1, 51)))).rejects.toThrow(code('edit.stale'))
    const now = await studio.api.read(`${MAP}!#2`)
    const wrong = {
      entry: now.entry,
      base: now.revision,
      splices: [{ offset: 0, removed: Uint8Array.of(1), inserted: Uint8Array.of(2) }],
    }
    await expect(studio.api.commit(transaction(wrong))).rejects.toThrow(code('edit.mismatch'))
    expect(await present(studio, now.entry)).toEqual(Uint8Array.of(50, 2, 3))
    const other = await studio.api.read(`${MAP}!#0`)
    await studio.api.commit(transaction(setByte(other, 8, 4)))
    await studio.api.commit(transaction(setByte(now, 2, 60)))
    expect(await present(studio, now.entry)).toEqual(Uint8Array.of(50, 2, 60))
  })

  it('an edit of an archive is stale once something inside it changed, and so is one computed on what is still to come', async () => {
    const { studio } = await openBench()
    const nested = await studio.api.read(NESTED)
    const inner = await studio.api.read(`${NESTED}!#0`)
    await expect(studio.api.commit(transaction(setByte({ ...inner, revision: 1 }, 8, 12)))).rejects.toThrow(
      code('edit.stale'),
    )
    await studio.api.commit(transaction(setByte(inner, 8, 12)))
    const renamed = setAttributes(nested, { name: 'inner' })
    await expect(studio.api.commit(transaction(renamed))).rejects.toThrow(code('edit.stale'))
    await studio.api.commit(transaction({ ...renamed, base: 1 }))
    expect(await present(studio, inner.entry)).toHaveProperty('8', 12)
  })

  it('what changes nothing is no step', async () => {
    const { studio } = await openBench()
    const image = await studio.api.read('readme.txt')
    expect(await studio.api.commit(transaction(setByte(image, 0, 65)))).toMatchObject({
      revision: 0,
      transaction: { edits: [] },
    })
    expect(await studio.api.history()).toEqual([])
  })

  it('all edits of a transaction or none', async () => {
    const { studio } = await openBench()
    const raw = await studio.api.read(`${MAP}!#2`)
    const bad = {
      entry: 'readme.txt',
      base: 0,
      splices: [{ offset: 0, removed: Uint8Array.of(1), inserted: Uint8Array.of(2) }],
    }
    await expect(studio.api.commit(transaction(setByte(raw, 0, 9), bad))).rejects.toThrow(code('edit.mismatch'))
    expect(await present(studio, raw.entry)).toEqual(Uint8Array.of(1, 2, 3))
  })

  it('a disk that is full refuses the commit and leaves nothing behind', async () => {
    const { studio, store } = await openBench()
    await poke(studio, 'readme.txt', 0, 66)
    const journal = store().snapshot()['journal.ndjson']
    store().append = () => Promise.reject(Object.assign(new Error('full'), { code: 'file.disk-full' }))
    await expect(poke(studio, 'readme.txt', 0, 67)).rejects.toThrow(code('file.disk-full'))
    expect(await present(studio, 'readme.txt')).toEqual(Uint8Array.of(66))
    expect(store().snapshot()['journal.ndjson']).toEqual(journal)
  })
})

describe('entries', () => {
  it('are added, removed, renamed and moved; undo brings bytes and order back', async () => {
    const { studio } = await openBench()
    const { api } = studio
    const original = await present(studio, MAP)
    const path = await api.nextEntry(MAP)
    expect(path).toBe(`${MAP}!#+0`)
    await api.commit(transaction(addEntry(path, 0, { name: 'new', type_id: 1, flag: 0, row: 1 }, tinyPoints([5]))))
    expect((await api.list(MAP)).map(item => [item.name, item.state])).toEqual([
      ['pts', 'pristine'],
      ['new', 'added'],
      ['nest', 'pristine'],
      ['raw', 'pristine'],
    ])
    const withNew = await present(studio, MAP)
    await api.commit(transaction(removeEntry(await api.read(`${MAP}!#0`))))
    await api.commit(transaction(setAttributes(await api.read(`${MAP}!#2`), { name: 'moved', row: 0 })))
    expect((await api.list(MAP)).map(item => item.name)).toEqual(['moved', 'new', 'nest', 'pts'])
    await api.undo()
    await api.undo()
    expect(await present(studio, MAP)).toEqual(withNew)
    await api.undo()
    expect(await present(studio, MAP)).toEqual(original)
    expect(await api.nextEntry(MAP)).toBe(`${MAP}!#+1`)
    await expect(
      api.commit(transaction(addEntry(path, 4, { name: 'x', type_id: 0, flag: 0 }, new Uint8Array(0)))),
    ).rejects.toThrow()
  })

  it('an archive removed with changes inside comes back with them', async () => {
    const { studio, again } = await openBench()
    await poke(studio, `${NESTED}!#0`, 8, 77)
    const changed = await present(studio, MAP)
    await studio.api.commit(transaction(removeEntry(await studio.api.read(NESTED))))
    expect((await studio.api.list(MAP)).map(item => [item.name, item.state])).toEqual([
      ['pts', 'pristine'],
      ['raw', 'pristine'],
      ['nest', 'removed'],
    ])
    await studio.api.undo()
    expect(await present(studio, MAP)).toEqual(changed)
    await studio.api.undo()
    expect(await present(await again(), MAP)).toEqual(await pristine(studio, MAP))
  })

  it('files are added and taken away again, originals stay', async () => {
    const { studio } = await openBench()
    await studio.api.commit(transaction(addEntry('DATA/own.pts', 0, {}, tinyPoints([2]))))
    expect((await studio.api.list('DATA')).map(item => [item.name, item.state])).toContainEqual(['own.pts', 'added'])
    await expect(studio.api.commit(transaction(removeEntry(await studio.api.read('readme.txt'))))).rejects.toThrow(
      code('entry.is-original'),
    )
    await studio.api.commit(transaction(removeEntry(await studio.api.read('DATA/own.pts'))))
    expect(await studio.api.info()).toMatchObject({ changed: 0 })
  })
})

describe('bytes of an archive', () => {
  it('typed over in its image belong to the innermost entry, to an attribute or to a gap', async () => {
    const { studio } = await openBench()
    const { api } = studio
    const inner = await api.read(`${NESTED}!#0`)
    const at = (await present(studio, MAP)).findIndex((_, i, all) =>
      inner.bytes.every((byte, j) => all[i + j] === byte),
    )
    const routed = await api.commit(transaction(setByte(await api.read(MAP), at + 8, 200)))
    expect(routed).toMatchObject({ transaction: { edits: [{ entry: `${NESTED}!#0`, splices: [{ offset: 8 }] }] } })
    const named = await api.commit(transaction(setByte(await api.read(MAP), 8, 'q'.charCodeAt(0))))
    expect(named).toMatchObject({
      transaction: {
        edits: [{ entry: `${MAP}!#0`, splices: [], attributes: { before: { name: 'pts' }, after: { name: 'qts' } } }],
      },
    })
    const gap = (await present(studio, MAP)).indexOf(0xbb)
    expect(await api.commit(transaction(setByte(await api.read(MAP), gap, 1)))).toMatchObject({
      transaction: { edits: [{ entry: `${MAP}!gap#0` }] },
    })
    expect((await present(studio, MAP))[gap]).toBe(1)
    expect(await present(studio, `${MAP}!gap#0`)).toEqual(Uint8Array.of(0xaa, 1, 0xcc))
    for (let i = 0; i < 3; i++) await api.undo()
    expect(await present(studio, MAP)).toEqual(await pristine(studio, MAP))
  })

  it('that would break the directory are refused with the reason', async () => {
    const { studio } = await openBench()
    const image = await studio.api.read(MAP)
    await expect(studio.api.commit(transaction(setByte(image, 0, 0)))).rejects.toThrow(code('edit.archive-directory'))
    await expect(studio.api.commit(transaction(setByte(image, 4, 2)))).rejects.toThrow(code('edit.archive-rows'))
    await expect(studio.api.commit(transaction(setByte(await studio.api.read(`${MAP}!header`), 0, 0)))).rejects.toThrow(
      code('edit.archive-directory'),
    )
    expect(await present(studio, MAP)).toEqual(image.bytes)
    expect((await present(studio, `${MAP}!directory`)).length).toBe(36)
  })

  it('replaced as a whole become entries where they can, else a new base', async () => {
    const { studio } = await openBench()
    const { api } = studio
    await poke(studio, `${MAP}!#2`, 0, 9)
    const image = await api.read(MAP)
    const other = tinyArchive([{ name: 'solo', bytes: Uint8Array.of(5) }])
    await api.commit(
      transaction({
        entry: MAP,
        base: image.revision,
        splices: [{ offset: 0, removed: image.bytes, inserted: other }],
      }),
    )
    expect(await present(studio, MAP)).toEqual(other)
    expect((await api.list(MAP)).map(item => item.name)).toEqual(['solo'])
    await api.undo()
    expect(await present(studio, MAP)).toEqual(image.bytes)
    expect(await present(studio, `${MAP}!#2`)).toEqual(Uint8Array.of(9, 2, 3))
  })

  it('of a file that cannot be opened are a plain entry; repaired, it opens', async () => {
    const bytes = files()
    const broken = (bytes[MAP] ?? new Uint8Array(0)).slice()
    broken[0] = 0
    const { studio } = await openBench({ game: new MemoryFiles({ ...bytes, [MAP]: broken }, { root: '/game' }) })
    expect(await studio.api.list(MAP)).toEqual([])
    await poke(studio, MAP, 0, 0x54)
    expect((await studio.api.list(MAP)).map(item => item.name)).toEqual(['pts', 'nest', 'raw'])
    await poke(studio, `${MAP}!#2`, 1, 44)
    await studio.api.undo()
    await studio.api.undo()
    expect(await present(studio, MAP)).toEqual(broken)
  })
})

describe('revert and repair', () => {
  it('revert takes an entry, an archive or a range back as one step', async () => {
    const { studio } = await openBench()
    const { api } = studio
    await poke(studio, `${NESTED}!#0`, 8, 77)
    await poke(studio, `${MAP}!#2`, 0, 7)
    await poke(studio, `${MAP}!#2`, 2, 8)
    await api.commit(transaction(removeEntry(await api.read(`${MAP}!#0`))))
    const changed = await present(studio, MAP)
    await api.revert(`${MAP}!#2`, [[2, 1]])
    expect(await present(studio, `${MAP}!#2`)).toEqual(Uint8Array.of(7, 2, 3))
    await api.revert(MAP)
    expect(await present(studio, MAP)).toEqual(await pristine(studio, MAP))
    expect(await api.revert(MAP)).toBeNull()
    await api.undo()
    await api.undo()
    expect(await present(studio, MAP)).toEqual(changed)
    await api.revert(`${MAP}!#0`)
    expect(await present(studio, `${MAP}!#0`)).toEqual(tinyPoints([7, 8, 9]))
  })

  it('a repair is a commit on the present image', async () => {
    const { studio } = await openBench()
    await poke(studio, `${MAP}!#0`, 8, 0)
    const [problem] = await studio.api.check(MAP)
    expect(problem).toMatchObject({ code: 'tiny.kind', entry: `${MAP}!#0`, path: 'points/0/kind', range: [8, 1] })
    if (problem) await studio.api.repair(problem)
    expect(await studio.api.check()).toEqual([])
    expect((await present(studio, `${MAP}!#0`))[8]).toBe(1)
    await expect(
      studio.api.repair({ code: 'x', severity: 'error', params: {}, file: MAP, entry: `${MAP}!#0` }),
    ).rejects.toThrow(code('repair.none'))
  })
})

describe('the proof', () => {
  it('marks what is written from values, what holds opaque bytes, and what does not follow its format', async () => {
    const { studio } = await openBench()
    const proofs = new Map((await studio.api.prove()).map(proof => [proof.entry, proof]))
    expect(proofs.get(`${MAP}!#0`)).toEqual({
      entry: `${MAP}!#0`,
      format: 'tiny.points',
      result: 'opaque',
      unknownBytes: 3,
      totalBytes: 22,
    })
    expect(proofs.get(`${MAP}!#2`)?.result).toBe('unknown')
    expect(proofs.get(MAP)?.result).toBe('opaque')
    await poke(studio, `${MAP}!#0`, 0, 200)
    expect(await studio.api.prove(`${MAP}!#0`)).toMatchObject([{ result: 'unreadable' }])
  })

  it('is made anew of files that came while the install is open; of those that are gone there is none', async () => {
    const { studio, game } = await openBench()
    const told: unknown[] = []
    studio.listen('outside', event => told.push(event))
    game.put('DATA/new.pts', await game.read('DATA/loose.pts'))
    await game.remove('readme.txt')
    await studio.api.list()
    await studio.api.list()
    expect(told).toEqual([{ files: ['DATA/new.pts', 'readme.txt'], kind: 'listed' }])
    expect((await studio.api.prove(['data/NEW.pts', 'readme.txt'])).map(proof => [proof.entry, proof.result])).toEqual([
      ['DATA/new.pts', 'opaque'],
    ])
    expect((await studio.api.info())?.fileCount).toBe(4)
  })
})
