import { expect, it } from 'vitest'
import { apply } from '../../../edit'
import { assign, brokenLaws, document, locate, read } from '../../../layout'
import { shelf } from '../opened.fixture'
import { sampleMaterials } from '../sample/materials'
import { archiveLayout } from './nres-layout'
import { writeArchive } from './nres-pack'

const rows = sampleMaterials().slice(0, 2)
const blended = rows.map(row => ({ ...row, attributes: { ...row.attributes, attr1: 0x80000062 } }))
const other = { attributes: { name: 'x', type_id: 5, attr1: 0x62, attr2: 0, attr3: 0 }, payload: new Uint8Array(0) }
const bytes = writeArchive([...blended, other])
const layout = archiveLayout(shelf({ 'Material.lib': bytes }).open('Material.lib'))

it('the row of a material has the bits of how it is drawn, that of anything else a number', () => {
  const { directory } = read(layout, bytes) as { readonly directory: readonly { readonly attr1: unknown }[] }
  expect(directory.map(row => row.attr1)).toEqual([
    { environment: 0, lit_skin: 1, blend: 8, unk_6: 1, unk_7: 0x1000000 },
    { environment: 0, lit_skin: 1, blend: 8, unk_6: 1, unk_7: 0x1000000 },
    0x62,
  ])
  expect(brokenLaws(layout, bytes)).toEqual([])
})

it('a bit is set alone', () => {
  const opened = document(layout, bytes)
  const at = locate(opened, 'directory/1/attr1')?.offset ?? 0
  const after = (path: string, value: number): number =>
    new DataView(apply(bytes, assign(opened, path, value).splices).buffer).getUint32(at, true)
  expect(after('directory/1/attr1/blend', 4)).toBe(0x80000052)
  expect(after('directory/1/attr1/environment', 1)).toBe(0x80000063)
})
