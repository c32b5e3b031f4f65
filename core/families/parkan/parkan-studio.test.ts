import { describe, expect, it } from 'vitest'
import { addEntry, type Edit } from '../../edit'
import { HEAD_SIZE, MemoryFiles, rowPath, knownFamily } from '../../format'
import { assign, columns, document, offsets, type Bytes } from '../../layout'
import { memoryHost } from '../../studio/memory-host.fixture'
import { createStudio } from '../../studio'
import { hash, transaction } from '../../studio/studio.fixture'
import { arealMap } from './areal-map/areal-map'
import { writeArchive } from './nres/nres-pack'
import { openArchive } from './nres/nres'
import { PARKAN } from './parkan'
import { sampleInstall } from './sample/sample'
import { tinyMapFile, tinyMapPayload } from './tiny-map.fixture'

const MAP = 'DATA/MAPS/Tiny/Land.map'
const LAND = 'DATA/MAPS/T/Land.msh'
const sample = (): Record<string, Bytes> => ({
  ...Object.fromEntries(
    sampleInstall({ seed: 4, maps: [{ name: 'T', seed: 5, tiles: 1, areals: 6 }] })
      .filter(({ path }) => /^(?:DATA|MISSIONS|BuildDat|Material|objects)/.test(path))
      .map(({ path, bytes }) => [path, bytes]),
  ),
  [MAP]: tinyMapFile(),
})
const bases = (): Bytes =>
  sampleInstall({ seed: 4, maps: [] }).find(({ path }) => path === 'bases.rlb')?.bytes ?? new Uint8Array(0)

async function open(files: Record<string, Bytes>) {
  const folders = new Map([['/game', new MemoryFiles(files, { root: '/game' })]])
  const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(PARKAN)] })
  const info = await api.open('/game')
  const overlay = (file: string): Bytes =>
    folders.get(info.workspace)?.snapshot()[`overlay/${file}`] ?? new Uint8Array(0)
  return { api, info, overlay }
}
const u32 = (bytes: Bytes, at: number, value: number): Bytes => {
  const after = bytes.slice()
  new DataView(after.buffer).setUint32(at, value, true)
  return after
}

describe('a studio on Parkan', () => {
  it('knows the family, its maps and their missions', async () => {
    const { api, info } = await open(sample())
    expect(info.family).toBe('parkan')
    const [map] = (await api.list('DATA/MAPS')).filter(item => item.name === 'T')
    expect(map?.missions?.length).toBeGreaterThan(0)
    expect((await api.list(LAND)).map(item => item.format)).toEqual(
      [1, 2, 3, 4, 5, 18, 14, 11, 21].map(type => `parkan.land-mesh.${type}`),
    )
    expect(
      (await api.list('objects.rlb').catch(() => [])).every(item => item.format !== undefined || item.kind === 'entry'),
    ).toBe(true)
  })
  it('changes the class of an areal by four bytes of the file', async () => {
    const { api, overlay } = await open(sample())
    const image = await api.read(`${MAP}!#0`)
    const opened = document(arealMap(6), image.bytes)
    const { splices } = assign(opened, 'areals/4/class_id', 12)
    await api.commit(transaction({ entry: image.entry, base: image.revision, splices }))
    const report = await api.pack()
    const field = report.files[0]?.entries[0]?.fields[0]
    expect(field).toMatchObject({ path: 'areals/4/class_id', before: '1', after: '12' })
    const before = sample()[MAP] ?? new Uint8Array(0)
    expect([...overlay(MAP).keys()].filter(i => overlay(MAP)[i] !== before[i])).toEqual([
      16 + (offsets(opened, 'areals')[4] ?? 0) + 40,
    ])
    const packed = document(arealMap(6), (await api.read(`${MAP}!#0`)).bytes)
    expect([...columns(packed, 'areals', { class_id: 'u32' }).class_id]).toEqual([0, 1, 2, 0, 12, 2])
  })
  it('finds in a damaged map, and sets nothing there by fields', async () => {
    const map = tinyMapFile()
    const { api } = await open({ ...sample(), [MAP]: u32(map, map.length - 60, 7) })
    const scope = { entry: `${MAP}!#0` }
    expect((await api.query('areals where class_id = 2', scope, { dryRun: true })).matching).toBe(2)
    for (const dryRun of [true, false]) {
      await expect(api.query('areals where class_id = 2 set class_id = 9', scope, { dryRun })).rejects.toMatchObject({
        code: 'edit.not-editable',
        where: `${MAP}!#0`,
      })
    }
    expect((await api.info())?.revision).toBe(0)
  })
  it('packs a nested archive that became something else, and tells its bytes', async () => {
    const { api, overlay } = await open({ ...sample(), 'bases.rlb': bases() })
    const nested = (await api.list('bases.rlb')).find(item => item.kind === 'archive')
    const image = await api.read(nested?.path ?? '')
    await api.commit(
      transaction({
        entry: image.entry,
        base: image.revision,
        splices: [{ offset: 0, removed: image.bytes, inserted: Uint8Array.of(1, 2, 3) }],
      }),
    )
    expect((await api.changes())[0]?.entries[0]?.fields).toMatchObject([{ path: '', after: '01 02 03' }])
    expect((await api.pack()).files[0]?.entries).toMatchObject([{ entry: image.entry, sizeAfter: 3 }])
    expect(openArchive(overlay('bases.rlb')).rows[0]?.size).toBe(3)
  })
  it('reads an archive whose entries have grown by its present header', async () => {
    const { api } = await open(sample())
    const image = await api.read('Material.lib!#0')
    const inserted = new Uint8Array(64).fill(1)
    await api.commit(
      transaction({
        entry: image.entry,
        base: image.revision,
        splices: [{ offset: image.bytes.length, removed: new Uint8Array(0), inserted }],
      }),
    )
    const packed = await api.read('Material.lib')
    expect([packed.info.size, packed.info.head]).toEqual([packed.bytes.length, packed.bytes.subarray(0, HEAD_SIZE)])
    const told = (await api.check('Material.lib')).filter(problem => problem.entry === 'Material.lib')
    expect(told.filter(problem => problem.code.startsWith('layout.'))).toEqual([])
  })
  it('proves what it can read', async () => {
    const { api } = await open(sample())
    const proofs = new Map((await api.prove()).map(proof => [proof.entry, proof]))
    expect(proofs.get(`${MAP}!#0`)).toMatchObject({ result: 'identical', unknownBytes: 0 })
    expect(proofs.get('BuildDat.lst')).toMatchObject({ result: 'identical' })
    expect(proofs.get(`${LAND}!#2`)).toMatchObject({ result: 'identical' })
    expect(proofs.get(`${LAND}!#8`)).toMatchObject({ result: 'opaque' })
  })
  it('repairs links, counts and the order of names', async () => {
    const areals = tinyMapPayload()
    const link = (offsets(document(arealMap(6), areals), 'areals')[1] ?? 0) + 56 + 48
    const names = writeArchive(
      ['b', 'a', 'c'].map(name => ({
        attributes: { name, type_id: 0x57415257, attr1: 0, attr2: 0, attr3: 0 },
        payload: Uint8Array.of(1),
      })),
    )
    const files = {
      'BuildDat.lst': new Uint8Array(0),
      [MAP]: tinyMapFile(u32(areals, link, 99)),
      'DATA/MAPS/Other/Land.map': tinyMapFile(areals, 5),
      'names.rlb': u32(names, names.length - 4, 0),
    }
    const { api } = await open(files)
    for (const [entry, code] of [
      [`${MAP}!#0`, 'areal.link-out-of-range'],
      ['DATA/MAPS/Other/Land.map', 'areal-map.areal-count'],
      ['names.rlb', 'nres.sort-duplicate'],
    ] as const) {
      const problem = (await api.check(entry)).find(p => p.code === code)
      if (!problem) throw new Error(`${code}: ${(await api.check(entry)).map(p => p.code).join()}`)
      await api.repair(problem)
      expect([entry, (await api.check(entry)).filter(p => p.severity === 'error').map(p => p.code)]).toEqual([
        entry,
        [],
      ])
    }
    await api.pack()
    expect((await api.read('names.rlb')).bytes).toEqual(names)
    expect((await api.read('DATA/MAPS/Other/Land.map')).bytes).toEqual(tinyMapFile())
    for (let step = 0; step < 3; step++) await api.undo()
    expect((await api.read('names.rlb')).bytes).toEqual(files['names.rlb'])
  })
  it.each([100, -100])('shows the rows of an archive whose header is wrong by %i, and repairs it', async by => {
    const right = bases()
    const wrong = u32(right, 12, right.length + by)
    const { api } = await open({ 'BuildDat.lst': new Uint8Array(0), 'bases.rlb': wrong })
    expect((await api.list('bases.rlb')).map(row => [row.name, row.size])).toEqual(
      openArchive(right).rows.map(row => [row.attributes['name'], row.size]),
    )
    expect((await api.read('bases.rlb')).bytes).toEqual(wrong)
    const problem = (await api.check('bases.rlb')).find(one => one.code === 'nres.header-total')
    if (!problem) throw new Error('not found')
    await api.repair(problem)
    expect((await api.read('bases.rlb')).bytes).toEqual(right)
    expect((await api.check('bases.rlb')).filter(one => one.severity === 'error')).toEqual([])
    await api.undo()
    expect((await api.read('bases.rlb')).bytes).toEqual(wrong)
  })
  it('adds, renames and removes entries of an archive', async () => {
    const { api } = await open(sample())
    const archive = 'Material.lib'
    const before = openArchive(sample()[archive] ?? new Uint8Array(0)).rows.length
    const path = await api.nextEntry(archive)
    const attributes = {
      ...PARKAN.formats.find(format => format.id === 'parkan.nres')?.archive?.newAttributes('zz.bin'),
      row: before,
    }
    const edits: readonly Edit[] = [addEntry(path, (await api.info())?.revision ?? 0, attributes, Uint8Array.of(0x31))]
    await api.commit(transaction(...edits))
    const first = await api.read(rowPath(archive, 0))
    await api.commit(
      transaction({
        entry: first.entry,
        base: (await api.info())?.revision ?? 0,
        splices: [],
        attributes: { before: first.attributes, after: { ...first.attributes, name: 'AAA_first' } },
      }),
    )
    const second = await api.read(rowPath(archive, 1))
    const taken = { ...second.attributes, name: 'aaa_FIRST' }
    await expect(
      api.commit(
        transaction({
          entry: second.entry,
          base: second.revision,
          splices: [],
          attributes: { before: second.attributes, after: taken },
        }),
      ),
    ).rejects.toMatchObject({ code: 'nres.name-taken' })
    expect((await api.check(archive)).filter(p => p.severity === 'error')).toEqual([])
    const packed = openArchive((await api.read(archive)).bytes)
    expect(packed.rows.length).toBe(before + 1)
    expect(packed.rows[0]?.attributes['name']).toBe('AAA_first')
    expect(packed.rows.at(-1)?.attributes['name']).toBe('zz.bin')
  })
})
