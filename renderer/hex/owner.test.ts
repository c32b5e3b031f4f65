import { effectScope, nextTick, shallowRef } from 'vue'
import { beforeEach, describe, expect, it } from 'vitest'
import { removeEntry } from '@areal-studio/core/edit'
import { NRES_CODEC } from '../../core/families/parkan/nres/nres'
import { RSLI_CODEC } from '../../core/families/parkan/rsli/rsli'
import { useSelection } from '../state/selection.store'
import { openWindow } from '../state/window.fixture'
import { contentsOf, ownerAt } from './owner'
import { useOwner } from './use-owner'

const LIBRARY = 'sprites.lib'
const ARCHIVE = 'DATA/MAPS/AutoMAP/Land.map'
let window: Awaited<ReturnType<typeof openWindow>>
const imageOf = async (file: string) => (await window.port.studio.api.read(file)).bytes
beforeEach(async () => {
  window = await openWindow()
})

describe('the owner of a byte', () => {
  it.each([
    [ARCHIVE, NRES_CODEC],
    [LIBRARY, RSLI_CODEC],
  ])('of %s is a row or a part outside the rows, for every byte', async (file, codec) => {
    const image = await imageOf(file)
    const contents = contentsOf(codec, image) ?? expect.unreachable()
    const { rows, regions } = codec.open(image)
    const inside = (at: number) => rows.flatMap((row, i) => (row.offset <= at && at < row.offset + row.size ? [i] : []))
    const kinds = new Set<string>()
    for (let at = 0; at < image.length; at += at < 4096 || at > image.length - 4096 ? 1 : 61) {
      const owner = ownerAt(contents, at)
      expect(owner.rows.map(({ row }) => row)).toEqual(inside(at))
      const region = regions.find(({ offset, size }) => offset <= at && at < offset + size)
      expect(owner.part).toBe(owner.rows.length > 0 ? undefined : region?.kind)
      kinds.add(owner.part ?? 'row')
      for (const { row, offset, name } of owner.rows) {
        expect(name).toBe(rows[row]?.attributes['name'])
        expect(offset).toBe(rows[row]?.encoding === undefined ? at - (rows[row]?.offset ?? 0) : undefined)
      }
    }
    expect(kinds).toContain('row')
    expect(kinds).toContain('directory')
  })

  it('of two rows on one range is both; of the bytes behind the payloads the trailer', async () => {
    const image = await imageOf(LIBRARY)
    const archive = RSLI_CODEC.open(image)
    const [first] = archive.rows
    const end = { kind: 'header', offset: image.length - 6, size: 6 } as const
    const rows = first ? [...archive.rows, { ...first, id: archive.rows.length }] : []
    const open = () => ({ ...archive, rows, regions: [...archive.regions, end] })
    const contents = contentsOf({ ...RSLI_CODEC, open }, image) ?? expect.unreachable()
    expect(ownerAt(contents, first?.offset ?? 0).rows.map(({ row }) => row)).toEqual([0, archive.rows.length])
    const behind = { ...contents, outline: { ...contents.outline, parts: [] } }
    expect(ownerAt(behind, image.length - 1)).toEqual({ rows: [], part: 'trailer' })
  })

  it('is not known of bytes that are no such archive', () => {
    expect(contentsOf(NRES_CODEC, new Uint8Array(40))).toBeUndefined()
    expect(contentsOf(RSLI_CODEC, new Uint8Array(0))).toBeUndefined()
  })

  it('is opened at the byte, where rows before it were removed too', async () => {
    const { api } = window.port.studio
    const [, second, third] = await api.list(ARCHIVE.replace('.map', '.msh'))
    const file = ARCHIVE.replace('.map', '.msh')
    const label = { code: 'label.given', params: { text: '' } }
    await api.commit({ label, edits: [removeEntry(await api.read(second?.path ?? ''))] })
    await window.workspace.load(file)
    const replica = shallowRef(window.workspace.replica(file))
    const caret = shallowRef(0)
    const selection = useSelection()
    selection.select({ entry: file }, 'tree')
    const owner = effectScope().run(() => useOwner(replica, caret)) ?? expect.unreachable()
    expect(owner.at.value).toEqual({ rows: [], part: 'header' })
    const row = NRES_CODEC.open(replica.value?.image.bytes ?? new Uint8Array(0)).rows[1]
    caret.value = (row?.offset ?? 0) + 3
    await nextTick()
    const [found] = owner.at.value?.rows ?? []
    await owner.open(found ?? expect.unreachable())
    expect([selection.entry, selection.selected.range]).toEqual([third?.path, [3, 1]])
  })
})
