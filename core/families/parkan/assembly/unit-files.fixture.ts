import { write, type Bytes } from '../../../layout'
import { openArchive } from '../nres/nres'
import { writeArchive } from '../nres/nres-pack'
import { typeIdOf } from '../nres/directory'
import { PROTOTYPE } from '../prototype/prototype'
import { millModel, modelOf, still, walls, type Part as ModelPart } from '../sample/models'
import type { UnitPart } from '../sample/missions'

const archive = (rows: Readonly<Record<string, Bytes>>): Bytes =>
  writeArchive(
    Object.entries(rows).map(([name, payload]) => ({
      attributes: { name, type_id: typeIdOf(name.endsWith('.msh') ? 'MESH' : ''), attr1: 0, attr2: 0, attr3: 0 },
      payload,
    })),
  )
const slots = (...names: readonly string[]): Bytes =>
  write(PROTOTYPE, {
    slots: names.map(name => ({ archive: name.includes('.') ? 'm.rlb' : 'objects.rlb', name })),
  }).bytes

const node = (name: string, position: readonly [number, number, number], parent?: number): ModelPart => ({
  name,
  ...(parent !== undefined && { parent }),
  drawn: parent === undefined ? {} : { 0: walls(1, 1, 1) },
  track: still(position),
})
const r = Math.SQRT1_2
const BODY = modelOf([node('Root', [0, 0, 0]), node('Base_m1o1', [0, 0, 2], 0)])
/** Its root is turned, which its place undoes. */
const GUN = modelOf([
  { ...node('Root', [0, 0, 0]), track: [{ time: 0, position: [0, 0, 0], rotation: [r, 0, 0, r] }] },
  node('a', [1, 0, 0], 0),
  node('b', [0, 0, 1], 1),
])

export const part = (key: string, attach = -1, type = 0, children = 0): UnitPart => ({
  key,
  description: '',
  attach,
  type,
  children,
})

const OBJECTS = {
  body: slots('body.msh'),
  mill: slots('mill.msh'),
  gun: slots('gun.msh', 'gun.wea'),
  e_gun_9: slots('gun.msh'),
  fort: slots('fortbase'),
  fortbase: slots('body.bas'),
  circle: slots('circle2'),
  circle2: slots('circle'),
  deep0: slots('deep1'),
  deep1: slots('deep2'),
  deep2: slots('deep3'),
  deep3: slots('deep4'),
  deep4: slots('body.msh'),
  weapon: slots('shot.wav'),
  lost: slots('lost.msh'),
  far: write(PROTOTYPE, { slots: [{ archive: 'no.rlb', name: 'x.msh' }] }).bytes,
  bare: slots('bare.msh'),
}
const BARE = writeArchive(
  openArchive(BODY)
    .rows.filter(row => row.attributes['type_id'] !== 1)
    .map(row => ({ attributes: row.attributes, payload: BODY.slice(row.offset, row.offset + row.size) })),
)
/** An install of rows of objects.rlb, good and bad, and their models. */
export const UNIT_FILES = {
  'objects.rlb': archive(OBJECTS),
  'm.rlb': archive({ 'body.msh': BODY, 'gun.msh': GUN, 'mill.msh': millModel(), 'bare.msh': BARE }),
}
