import { expect, it } from 'vitest'
import { apply, assignedEdit } from '../../../edit'
import { assignAll, locate, type Bytes } from '../../../layout'
import {
  applyEdited,
  editedEntry,
  mergePatches,
  Original,
  type Circumstances,
  type EntryEdited,
  type Patch,
  type Side,
} from '../../../patch'
import { hash, type Image } from '../../../patch/record-laws.fixture'
import { workedOut } from '../../../patch/work'
import { GAMEZ } from '../gamez/gamez'
import { faultsOf } from '../referee/referee.fixture'
import { sampleWorld } from '../sample/sample-world'
import { addedNode } from '../operations/add-node'
import { worldOf, type Step } from '../operations/world-edit'
import { addTexture, append, copyPolygon, removePolygon, rename, reparent } from './steps.fixture'

/** The sample's world with addresses of their own in its polygons, as in the game's files: no two are the same. */
function worldWithAddresses(): Bytes {
  const world = sampleWorld([[40, 0, 40]])
  const opened = worldOf(world)
  const model = 'model_data/1/polygons'
  const polygons = locate(opened, model)?.childCount ?? 0
  const addresses = Array.from({ length: polygons }, (_, at) => ({ path: `${model}/${at}/unk_ptr`, value: 4096 + at }))
  return apply(world, assignAll(opened, addresses).splices)
}

/** Uses the first free slot, for an object with a model. */
const ADDED = addedNode({ slot: 15, parent: 5, name: 'box', model: 1, place: [1, 2, 3] })

const PRISTINE: Image = { bytes: worldWithAddresses(), moves: [] }

const sideOf = ({ bytes, moves }: Image): Side => ({
  entry: 'gamez.zbd',
  name: 'gamez.zbd',
  bytes,
  attributes: {},
  layout: GAMEZ,
  moves,
})
const CIRCUMSTANCES: Circumstances = {
  original: PRISTINE.bytes,
  hash,
  isForced: () => false,
  isFieldsOnly: false,
  pristine: sideOf(PRISTINE),
}

function after(steps: readonly Step[]): Image {
  return steps.reduce<Image>(({ bytes, moves }, step) => {
    const opened = worldOf(bytes)
    const source = { entry: 'gamez.zbd', revision: 0, bytes, attributes: {} }
    const edit = assignedEdit(source, opened, step(opened))
    return { bytes: apply(bytes, edit.splices), moves: [...moves, ...(edit.moves ?? [])] }
  }, PRISTINE)
}

function patchOf(steps: readonly Step[]): EntryEdited {
  const work = editedEntry(sideOf(PRISTINE), sideOf(after(steps)), new Original(PRISTINE.bytes), hash, true)
  const made = workedOut(work)
  if (!made) throw new Error('nothing changed')
  return made
}

const inOrder = (patches: readonly EntryEdited[]): Bytes =>
  patches.reduce<Image>((image, patch) => {
    const { bytes, moves = [], misses } = applyEdited(sideOf(image), patch, CIRCUMSTANCES)
    expect(misses).toEqual([])
    return { bytes, moves: [...image.moves, ...moves] }
  }, PRISTINE).bytes

const filed = (entry: EntryEdited): Patch => ({ family: 'mw3', title: '', files: [], entries: [entry] })

it.each<readonly [string, readonly Step[], readonly Step[]]>([
  ['a vertex and a polygon of one model', [append('model_data/1/vertices', [1, 2, 3])], [copyPolygon(1, 0, 2)]],
  ['two changes of the polygons of one model', [removePolygon(1, 0)], [copyPolygon(1, 4, 5)]],
  ['two nodes that move', [reparent(11, 8)], [reparent(13, 6)]],
  [
    'models and nodes together',
    [append('model_data/1/vertices', [1, 2, 3]), reparent(11, 8)],
    [removePolygon(1, 3), reparent(13, 6), rename(12, 'lantern')],
  ],
  ['an added node and nodes that move', [ADDED], [reparent(11, 8), rename(12, 'lantern')]],
  [
    'an added node with a child and other polygons of its model',
    [ADDED, addedNode({ slot: 16, parent: 15, name: 'lid', model: -1, place: [0, 1, 0] })],
    [removePolygon(1, 0)],
  ],
  ['a texture and a vertex', [addTexture('sky')], [append('model_data/2/vertices', [1, 2, 3])]],
])('two patches with %s give the same world in both orders', (_, a, b) => {
  const [one, two] = [patchOf(a), patchOf(b)]
  expect([one, two].flatMap(({ splices }) => splices)).toEqual([])
  const world = inOrder([one, two])
  expect(Buffer.compare(inOrder([two, one]), world)).toBe(0)
  expect(faultsOf(world)).toEqual([])
  const merged = mergePatches(filed(one), filed(two), () => undefined)
  expect(merged.conflicts).toEqual([])
  const [entry] = merged.patch.entries
  expect(entry?.kind === 'edited' && Buffer.compare(inOrder([entry]), world)).toBe(0)
})
