import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StudioError, type PresentRow } from '../../../format'
import type { Bytes } from '../../../layout'
import { collate, compareNames, isCollated } from './collation'
import { readRows, typeIdOf, typeWord } from './directory'
import { NRES_CODEC, openArchive } from './nres'
import { writeArchive } from './nres-pack'

const ascii = (text: string): Bytes => Uint8Array.from(text, c => c.charCodeAt(0))
const attributes = (name: string, type_id = 1) => ({ name, type_id, attr1: 0, attr2: 0, attr3: 0 })

/** The three rows of parkan 1.8.1. */
const WORKED = writeArchive([
  { attributes: { name: 'b_x', type_id: 1, attr1: 2, attr2: 3, attr3: 4 }, payload: ascii('hello') },
  { attributes: attributes('BA', 2), payload: new Uint8Array(0) },
  { attributes: attributes('A', 3), payload: ascii('12345678') },
])

const present = (image: Bytes): PresentRow[] =>
  openArchive(image).rows.map(row => ({ id: String(row.id), attributes: row.attributes }))
const payload = (image: Bytes, id: number): Bytes => {
  const row = openArchive(image).rows[id]
  return row ? image.slice(row.offset, row.offset + row.size) : new Uint8Array(0)
}
const codeOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return error instanceof StudioError ? String(error.params['problem'] ?? error.code) : String(error)
  }
  return 'nothing refused'
}

describe('collation', () => {
  it('folds to lower case: the underscore comes before letters', () => {
    expect([...collate(['b_x', 'BA', 'A'].map(ascii))]).toEqual([2, 0, 1])
    expect(compareNames(ascii('A_'), ascii('aa'))).toBeLessThan(0)
    expect(compareNames(ascii('ab\0zz'), ascii('AB\0'))).toBe(0)
    expect(compareNames(ascii('\xe0'), ascii('\xc0'))).toBeGreaterThan(0)
  })
  it('keeps the order of equal names, and accepts either', () => {
    const names = ['x', 'X', 'a'].map(ascii)
    expect([...collate(names)]).toEqual([2, 0, 1])
    expect(isCollated([2, 1, 0], names)).toBe(true)
    expect(isCollated([2, 0, 0], names)).toBe(false)
    expect(isCollated([0, 1, 2], names)).toBe(false)
    expect(isCollated([2, 0, 7], names)).toBe(false)
  })
})

describe('the worked example', () => {
  it('is these 224 bytes', () => {
    expect(WORKED.length).toBe(224)
    expect(Buffer.from(WORKED.subarray(0, 0x20)).toString('hex')).toBe(
      '4e526573000100000300 0000e000000068656c6c6f0000003132333435363738'.replaceAll(' ', ''),
    )
    const row = (n: string, a: string, size: string, attr3: string, name: string, offset: string, sort: string) =>
      n + a + size + attr3 + Buffer.from(name.padEnd(36, '\0')).toString('hex') + offset + sort
    const zero = '00000000'
    expect(Buffer.from(WORKED.subarray(0x20)).toString('hex')).toBe(
      row('01000000', '0200000003000000', '05000000', '04000000', 'b_x', '10000000', '02000000') +
        row('02000000', zero + zero, zero, zero, 'BA', '18000000', '00000000') +
        row('03000000', zero + zero, '08000000', zero, 'A', '18000000', '01000000'),
    )
  })
  it('opens with its padding and directory', () => {
    const archive = openArchive(WORKED)
    expect(archive.isSound).toBe(true)
    expect(archive.rows[0]).toEqual({
      id: 0,
      attributes: { name: 'b_x', type_id: 1, attr1: 2, attr2: 3, attr3: 4, row: 0 },
      offset: 16,
      size: 5,
      isReadable: true,
    })
    expect(archive.regions.map(r => [r.kind, r.offset, r.size])).toEqual([
      ['header', 0, 16],
      ['padding', 21, 3],
      ['directory', 32, 192],
    ])
  })
})

/** A region that no row names between the first two payloads, bytes after a name, and a wrong sort column if asked. */
function untidy(): Bytes {
  const bytes = writeArchive([
    { attributes: attributes('one'), payload: ascii('12345') },
    { attributes: attributes('gap'), payload: ascii('GAPGAPGAPGAP') },
    { attributes: { ...attributes('three'), name: { text: 'three', tail: '00ff' } }, payload: ascii('abc') },
  ])
  const rows = NRES_CODEC.pack(
    bytes,
    present(bytes).filter(row => row.id !== '1'),
  )
  const image = new Uint8Array(rows.bytes.length + 16)
  image.set(rows.bytes.subarray(0, 24))
  image.set(ascii('not in directory'), 24)
  image.set(rows.bytes.subarray(24), 40)
  const view = new DataView(image.buffer)
  view.setUint32(12, image.length, true)
  view.setUint32(image.length - 64 + 56, 40, true)
  return image
}

describe('pack', () => {
  it('answers the pristine bytes for pristine rows', () => {
    for (const image of [WORKED, untidy()]) expect(NRES_CODEC.pack(image, present(image)).bytes).toEqual(image)
  })
  it('patches a payload of the same size in place', () => {
    const rows = present(WORKED).map(row => (row.id === '0' ? { ...row, payload: ascii('HELLO') } : row))
    const packed = NRES_CODEC.pack(WORKED, rows).bytes
    expect([...packed].flatMap((b, i) => (b === WORKED[i] ? [] : [i]))).toEqual([16, 17, 18, 19, 20])
  })
  it('moves what follows a resized payload and keeps the region that no row names', () => {
    const image = untidy()
    const rows = present(image).map(row => (row.id === '0' ? { ...row, payload: ascii('123456789') } : row))
    const packed = NRES_CODEC.pack(image, rows)
    expect(openArchive(packed.bytes).regions.map(r => r.kind)).toEqual(['header', 'gap', 'padding', 'directory'])
    expect(Buffer.from(packed.bytes).includes('not in directory')).toBe(true)
    expect(payload(packed.bytes, 1)).toEqual(ascii('abc'))
    expect(packed.rows.every(row => row.offset % 8 === 0)).toBe(true)
  })
  it('keeps the bytes after a name through a change of attributes, and clears them with a new name', () => {
    const image = untidy()
    expect(openArchive(image).rows[1]?.attributes['name']).toEqual({ text: 'three', tail: '00ff' + '00'.repeat(28) })
    const change = (patch: Record<string, number | string>) =>
      NRES_CODEC.pack(
        image,
        present(image).map(row => (row.id === '1' ? { ...row, attributes: { ...row.attributes, ...patch } } : row)),
      ).bytes
    expect(openArchive(change({ attr1: 9 })).rows[1]?.attributes).toMatchObject({ attr1: 9, name: { text: 'three' } })
    expect(openArchive(change({ name: 'Four' })).rows[1]?.attributes['name']).toBe('Four')
  })
  it('makes the name order anew for a new name, an added row and a removed one', () => {
    const renamed = present(WORKED).map(row =>
      row.id === '0' ? { ...row, attributes: { ...row.attributes, name: 'zz' } } : row,
    )
    expect(readRows(NRES_CODEC.pack(WORKED, renamed).bytes).map(row => row.sort_index)).toEqual([2, 1, 0])
    const added = [...present(WORKED), { id: '+1', attributes: { ...attributes('aa'), row: 1 }, payload: ascii('new') }]
    const packed = NRES_CODEC.pack(WORKED, added)
    expect(packed.rows.map(row => row.id)).toEqual(['0', '+1', '1', '2'])
    expect(readRows(packed.bytes).map(row => row.sort_index)).toEqual([3, 1, 0, 2])
    expect(payload(packed.bytes, 1)).toEqual(ascii('new'))
    const back = NRES_CODEC.pack(
      WORKED,
      present(WORKED).filter(row => row.id !== '1'),
    )
    expect(readRows(back.bytes).map(row => row.sort_index)).toEqual([1, 0])
  })
  it('moves a row up and down to where its attribute says', () => {
    const at = (id: string, row: number) =>
      NRES_CODEC.pack(
        WORKED,
        present(WORKED).map(r => (r.id === id ? { ...r, attributes: { ...r.attributes, row } } : r)),
      ).rows.map(r => r.id)
    expect(at('2', 0)).toEqual(['2', '0', '1'])
    expect(at('0', 1)).toEqual(['1', '0', '2'])
    expect(at('0', 99)).toEqual(['1', '2', '0'])
  })
  it('keeps a wrong name order until its attribute is taken away', () => {
    const wrong = WORKED.slice()
    new DataView(wrong.buffer).setUint32(0x20 + 60, 1, true)
    const rows = present(wrong)
    expect(rows[0]?.attributes['sort_index']).toBe(1)
    expect(NRES_CODEC.pack(wrong, rows).bytes).toEqual(wrong)
    const repaired = rows
      .map(row => ({ ...row, attributes: { ...row.attributes, sort_index: 'none' } }))
      .map(({ id, attributes: { sort_index: _dropped, ...kept } }) => ({ id, attributes: kept }))
    expect(NRES_CODEC.pack(wrong, repaired).bytes).toEqual(WORKED)
  })
  it('refuses to move what overlaps, but patches it', () => {
    const overlap = WORKED.slice()
    new DataView(overlap.buffer).setUint32(0xa0 + 56, 16, true)
    expect(openArchive(overlap).isSound).toBe(false)
    const change = (text: string) =>
      present(overlap).map(row => (row.id === '0' ? { ...row, payload: ascii(text) } : row))
    expect(codeOf(() => NRES_CODEC.pack(overlap, change('longer')))).toBe('nres.unsound')
    expect(NRES_CODEC.pack(overlap, change('HELLO')).bytes[16]).toBe(0x48)
  })
  it('takes payloads that touch for sound, and those that share one byte not', () => {
    const soundAt = (offset: number): boolean => {
      const image = WORKED.slice()
      new DataView(image.buffer).setUint32(0xa0 + 56, offset, true)
      return openArchive(image).isSound
    }
    expect([soundAt(20), soundAt(21)]).toEqual([false, true])
  })
})

describe('attributes', () => {
  it('that a row cannot hold are refused', () => {
    const check = (patch: Record<string, number | string>) =>
      codeOf(() => NRES_CODEC.validate({ ...attributes('a'), ...patch }))
    expect(check({ name: 'x'.repeat(36) })).toBe('nres.name')
    expect(check({ name: 'карта' })).toBe('nres.name')
    expect(check({ attr1: -1 })).toBe('nres.attribute')
    expect(check({ attr1: 2 ** 32 })).toBe('nres.attribute')
    expect(check({ colour: 1 })).toBe('nres.attribute-unknown')
    expect(check({ name: 'x'.repeat(35) })).toBe('nothing refused')
    expect(check({ name: '' })).toBe('nres.name')
  })
  it('that a row has already are not refused, nor names that only chunks share', () => {
    const check = (name: string, type_id: number, before?: string) =>
      codeOf(() => {
        const named = () => [{ ...attributes('tree.MSH'), type_id }]
        NRES_CODEC.validate(
          { ...attributes(name), type_id },
          { named, ...(before !== undefined && { before: attributes(before) }) },
        )
      })
    expect(check('', 0, '')).toBe('nothing refused')
    expect(check('x'.repeat(36), 0, 'x'.repeat(36))).toBe('nothing refused')
    expect(check('', 0, 'a')).toBe('nres.name')
    expect(check('Tree.msh', typeIdOf('MESH'))).toBe('nres.name-taken')
    expect(check('Tree.msh', 0, 'a')).toBe('nres.name-taken')
    expect(check('Tree.msh', 0, 'Tree.msh')).toBe('nothing refused')
    expect(check('Tree.msh', 12, 'a')).toBe('nothing refused')
  })
  it('of a new entry follow its ending', () => {
    expect(typeWord(Number(NRES_CODEC.newAttributes('tower.wea')['type_id']))).toBe('WEAR')
    expect(NRES_CODEC.newAttributes('x')['type_id']).toBe(0)
    expect(typeIdOf('MAT0')).toBe(0x3054414d)
    expect(typeWord(12)).toBe('12')
  })
})

describe('damaged bytes', () => {
  it('are refused by what is wrong with them', () => {
    const broken = (at: number, value: number) => {
      const bytes = WORKED.slice()
      new DataView(bytes.buffer).setUint32(at, value, true)
      return codeOf(() => openArchive(bytes))
    }
    expect(codeOf(() => openArchive(WORKED.subarray(0, 10)))).toBe('nres.header-cut')
    expect(broken(0, 0)).toBe('nres.header-magic')
    expect(broken(8, 0xffffffff)).toBe('nres.header-count')
    expect(broken(8, 0x7fffffff)).toBe('nres.directory-bounds')
    expect(codeOf(() => openArchive(WORKED.subarray(0, 200)))).toBe('nres.header-size')
    expect(broken(12, 225)).toBe('nothing refused')
  })
  it('of any kind end in an answer', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(223), fc.nat(255)), { maxLength: 6 }), fc.nat(224), (changes, cut) => {
        const bytes = WORKED.slice(0, cut < 200 ? 224 : cut)
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
        const code = codeOf(() =>
          NRES_CODEC.pack(bytes, present(bytes)).bytes.forEach((b, i) => expect(b).toBe(bytes[i])),
        )
        expect(code).toMatch(/^(?:nothing refused|nres\.[a-z-]+)$/)
      }),
      { seed: 20001, numRuns: 400 },
    )
  })
})

const NAME = fc.string({ unit: fc.constantFrom('a', 'B', '_', 'z', 'Z', '1', '['), minLength: 1, maxLength: 6 })
const ENTRY = fc.record({ name: NAME, payload: fc.uint8Array({ maxLength: 20 }) })
const CHANGE = fc.record({
  row: fc.nat(9),
  kind: fc.constantFrom('resize', 'rename', 'remove', 'add'),
  name: NAME,
  payload: fc.uint8Array({ maxLength: 30 }),
})

describe('any edits', () => {
  it('give an archive that holds exactly the rows that should be there', () => {
    fc.assert(
      fc.property(
        fc.array(ENTRY, { minLength: 1, maxLength: 9 }),
        fc.array(CHANGE, { maxLength: 5 }),
        (entries, changes) => {
          const image = writeArchive(entries.map(e => ({ attributes: attributes(e.name), payload: e.payload })))
          let rows: PresentRow[] = entries.map((e, i) => ({
            id: String(i),
            attributes: { ...attributes(e.name), row: i },
            payload: e.payload,
          }))
          changes.forEach(({ row, kind, name, payload: bytes }, k) => {
            if (kind === 'add') rows = [...rows, { id: `+${k}`, attributes: attributes(name), payload: bytes }]
            if (kind === 'remove') rows = rows.filter(r => r.id !== String(row))
            if (kind === 'resize') rows = rows.map(r => (r.id === String(row) ? { ...r, payload: bytes } : r))
            if (kind === 'rename')
              rows = rows.map(r => (r.id === String(row) ? { ...r, attributes: { ...r.attributes, name } } : r))
          })
          const packed = NRES_CODEC.pack(image, rows)
          const archive = openArchive(packed.bytes)
          expect(archive.isSound).toBe(true)
          expect(
            archive.rows.map(r => [r.attributes['name'], Buffer.from(payload(packed.bytes, r.id)).toString('hex')]),
          ).toEqual(rows.map(r => [r.attributes['name'], Buffer.from(r.payload ?? []).toString('hex')]))
          const found = readRows(packed.bytes)
          expect(
            isCollated(
              found.map(r => r.sort_index),
              found.map(r => r.name),
            ),
          ).toBe(true)
          const order = packed.rows.map(r => r.id)
          expect(NRES_CODEC.pack(packed.bytes, present(packed.bytes)).bytes).toEqual(packed.bytes)
          expect(order).toEqual(rows.map(r => r.id))
        },
      ),
      { seed: 20002, numRuns: 300 },
    )
  })
})
