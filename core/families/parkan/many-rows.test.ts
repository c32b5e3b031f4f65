import { describe, expect, it } from 'vitest'
import {
  OpenedEntry,
  SiblingCounts,
  type Candidate,
  type EntryRow,
  type EntrySource,
  type Format,
  matchFormat,
} from '../../format'
import { ownersOf, type Outline } from '../../search'
import { States } from '../../studio/entries/states'
import { View } from '../../studio/entries/view'
import { NRES_CODEC } from './nres/nres'
import { writeArchive } from './nres/nres-pack'
import { PARKAN } from './parkan'

// Work is counted, not timed: each thing a row needs to know of its archive is looked up, never searched for.
const ROWS = 2000
/** Looks per row that are fine: a binary search, a few passes; a scan of the siblings would be 2000. */
const LOOKS = 60

describe('an archive of many rows', () => {
  it('is scanned for the types of its rows once, not for every row', () => {
    let reads = 0
    const row = {
      get type_id() {
        reads++
        return 21
      },
    }
    const siblings = new SiblingCounts(() => Array.from({ length: ROWS }, () => row))
    const container = { path: 'a.rlb', name: 'a.rlb', format: 'parkan.nres', siblings }
    for (let i = 0; i < ROWS; i++) {
      const row: Candidate = {
        path: `a.rlb!#${i}`,
        name: 'row',
        size: 0,
        attributes: { type_id: 21 },
        head: new Uint8Array(0),
        container,
      }
      expect(matchFormat(row, PARKAN.formats)?.id).toBe('parkan.land-mesh.21')
    }
    expect(reads).toBeLessThan(LOOKS * ROWS)
  })

  it('is not searched for the owner of every hit', () => {
    let reads = 0
    const parts = Array.from(
      { length: ROWS },
      (_, i): Outline => ({
        path: `a.rlb!#${i}`,
        name: 'row',
        attributes: {},
        size: 8,
        parts: [],
        get offset() {
          reads++
          return 16 + 8 * i
        },
      }),
    )
    const file: Outline = { path: 'a.rlb', name: 'a.rlb', attributes: {}, offset: 0, size: 16 + 8 * ROWS, parts }
    for (let i = 0; i < ROWS; i++) expect(ownersOf(file, 16 + 8 * i + 2, 4)[0]).toBe(parts[i])
    expect(ownersOf(file, 20, 8)).toEqual([file])
    expect(reads).toBeLessThan(LOOKS * ROWS)
  })

  it('is read for the names of its rows once per revision, however many entries look for a row by name', async () => {
    let reads = 0
    const rowsOf = (): readonly EntryRow[] =>
      Array.from({ length: ROWS }, (_, i) => ({
        attributes: {},
        get name() {
          reads++
          return `Row${i}.tex`
        },
      }))
    let rows = rowsOf()
    const bytes = new Uint8Array(0)
    const sourceOf = (path: string, name: string): EntrySource<EntryRow> => ({
      ...{ path, name, attributes: {}, container: null, bytes, base: bytes, size: 0, head: bytes },
      own: () => (path === 'a.lib' ? rows : undefined),
      around: () => undefined,
      open: row => sourceOf(`a.lib!#${rows.indexOf(row)}`, row.name),
      file: async file => (file === 'a.lib' ? sourceOf(file, file) : undefined),
    })
    const found = async (user: number, name: string) =>
      (await (await new OpenedEntry(sourceOf(`user${user}`, 'user')).file('a.lib'))?.row(name))?.path
    for (let i = 0; i < ROWS; i++) expect(await found(i, `ROW${i}.TEX`)).toBe(`a.lib!#${i}`)
    expect(reads).toBeLessThan(LOOKS * ROWS)
    rows = rowsOf().slice(1)
    expect(await found(0, 'row0.tex')).toBeUndefined()
    expect(await found(0, 'row1.tex')).toBe('a.lib!#0')
  })

  it('knows where its rows stand once it is packed', () => {
    let reads = 0
    const counted: Format = {
      id: 'counted',
      match: entry => entry.container === null,
      archive: {
        ...NRES_CODEC,
        pack: (pristine, present) => {
          const { bytes, rows } = NRES_CODEC.pack(pristine, present)
          return {
            bytes,
            rows: rows.map(({ id, ...row }) => ({
              ...row,
              get id() {
                reads++
                return id
              },
            })),
          }
        },
      },
    }
    const states = new States()
    states.set('a.rlb!#0', { bytes: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9) })
    const attributes = { name: 'row', type_id: 0, attr1: 0, attr2: 0, attr3: 0 }
    const base = writeArchive(Array.from({ length: ROWS }, () => ({ attributes, payload: new Uint8Array(8) })))
    const archive = new View({ states, formats: [counted] }, 'a.rlb', base, {}, 'a.rlb', undefined, true).archive
    const places = archive?.order.map(id => archive.placeOf(id))
    expect(places?.slice(0, 3)).toEqual([16, 32, 40])
    expect(reads).toBeLessThan(LOOKS * ROWS)
  })
})
