import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { apply } from '../../../edit'
import { parameterValues, type Opened, type ParameterValues } from '../../../format'
import { document, type Bytes } from '../../../layout'
import { ASWM } from '../aswm/aswm'
import { areaFromAbove } from '../aswm/geometry'
import { openMesh, type Mesh } from '../aswm/mesh'
import { isWalkable } from '../bake/tile-table'
import { cutOut, isWithin, type Corner } from '../edit/cut'
import { MeshDraft } from '../edit/mesh-draft'
import { rebuilt } from '../edit/rebuild'
import { formatOf, shelf } from '../opened.fixture'
import { describeReference, fixture, fixtureJson } from '../reference.fixture'
import { areaFile } from '../sample/files'
import { areaSize } from '../sample/ground'
import { cuttersOf } from './cutters'
import { operated, meshIn } from './operated.fixture'
import { twinMesh } from './make-trx'

const USER = 'nwn2-small/user'
const HARBOUR = 'modules/Harbour'
const MODULE = 'modules/harbour_published.mod'
const files = (...names: readonly string[]): Record<string, Bytes> =>
  Object.fromEntries(names.map(name => [name, fixture(`${USER}/${name}`)]))
interface Expected {
  readonly sha256: string
}
const { areas } = fixtureJson<{
  readonly areas: Readonly<Record<string, { readonly expected: Readonly<Record<string, Expected>> }>>
}>('nwn2-small/manifest.json', { areas: {} })
const hash = (bytes: Bytes): string => createHash('sha256').update(bytes).digest('hex')
const STEP = { step: () => Promise.resolve() }
const ALL = { cutters: true, borders: false }

const areaOf = (mesh: Mesh): number =>
  [...mesh.triangles.flags.keys()].reduce((sum, triangle) => sum + Math.abs(areaFromAbove(mesh, triangle)) / 2, 0)
const walkableAreaOf = (mesh: Mesh): number =>
  [...mesh.triangles.flags.keys()]
    .filter(triangle => isWalkable(mesh, triangle))
    .reduce((sum, triangle) => sum + Math.abs(areaFromAbove(mesh, triangle)) / 2, 0)

describeReference('the conversion of the reference files', () => {
  it.each([
    ['old_hall', 'old_hall.trn', 'old_hall.git'],
    ['cell', 'cell.TRN', 'cell.GIT'],
    ['nook', 'nook.trn', 'nook.git'],
  ])('%s: the expected walkmesh byte for byte', async (area, trn, git) => {
    const entry = meshIn(files(`${HARBOUR}/${trn}`, `${HARBOUR}/${git}`), `${HARBOUR}/${trn}`)
    const { bytes } = await twinMesh(entry, ALL, STEP)
    expect(hash(bytes)).toBe(areas[area]?.expected['trx']?.sha256)
    expect(document(ASWM, bytes).isWhole).toBe(true)
  })

  it('writes the twin beside, or replaces the one that is there; other packets are those of the TRN', async () => {
    const trn = `${HARBOUR}/nook.trn`
    const run = async (all: Record<string, Bytes>, given: ParameterValues = {}) => {
      const entry = shelf(all).open(trn)
      const operation = formatOf(entry)?.operations?.find(({ id }) => id === 'nwn2.make-trx')
      return operation?.run(entry, {
        records: [],
        parameters: parameterValues(operation.parameters ?? [], given),
        ...STEP,
      })
    }
    const made = await run(files(trn, `${HARBOUR}/nook.git`))
    expect(made?.edits[0]).toMatchObject({ entry: `${HARBOUR}/nook.trx`, attributes: { before: null, after: {} } })
    const image = apply(new Uint8Array(0), made?.edits[0]?.splices ?? [])
    const twin = meshIn({ 'nook.trx': image }, 'nook.trx')
    expect(hash(twin.bytes)).toBe(areas['nook']?.expected['trx']?.sha256)
    const again = await run({ ...files(trn, `${HARBOUR}/nook.git`), [`${HARBOUR}/nook.trx`]: image })
    expect(again?.edits).toEqual([])
    const other = await run(files(trn, `${HARBOUR}/nook.trx`), { cutters: false })
    expect(other?.edits[0]?.attributes).toBeUndefined()
    const alone = await run(files(trn))
    expect(alone?.notices.map(({ code }) => code)).toEqual(['notice.nwn2.no-git'])
  })

  it('cuts the pentagon out of the coast by its area, skips a cutter of two points, and cuts one that crosses itself', async () => {
    const entry = meshIn(files(MODULE), MODULE, 'coast.trx')
    const cutters = (await cuttersOf(entry)) ?? []
    expect(cutters.map(({ outline }) => outline.length)).toEqual([5, 4, 2])
    const before = openMesh(entry.bytes)
    const { mesh: after, outcome } = await operated(entry, 'nwn2.apply-cutters')
    expect(outcome.notices.map(({ code }) => code)).toEqual(['notice.nwn2.cutter-crosses', 'notice.nwn2.cutter-points'])
    const mesh = openMesh(after)
    const inside = cutters.slice(0, 2).map(({ outline }) => outline)
    const { centre_x, centre_y } = mesh.triangles
    const left = [...mesh.triangles.flags.keys()].filter(
      triangle =>
        Math.abs(areaFromAbove(mesh, triangle)) > 1e-6 &&
        inside.some(outline => isWithin(outline, centre_x[triangle] ?? 0, centre_y[triangle] ?? 0)),
    )
    expect(left).toEqual([])
    const removed = areaOf(before) - areaOf(mesh)
    expect(Math.abs(removed - areaInside(inside, before)) / removed).toBeLessThan(0.005)
    const pentagon = walkableAreaOf(before) - walkableAreaOf(openMesh(await cut(entry, inside.slice(0, 1))))
    expect(Math.abs(pentagon - 185.695) / 185.695).toBeLessThan(0.0005)
    const image = areaFile([
      ['TRWH', areaSize(4, 3)],
      ['ASWM', after],
    ])
    const whole = meshIn({ 'a.trx': image }, 'a.trx')
    const found = (await formatOf(whole)?.check?.(whole)) ?? []
    expect(found.filter(({ severity, code }) => severity === 'error' || code === 'aswm.edge.manifold')).toEqual([])
  })
})

/** A walkmesh without what outlines enclose. */
async function cut(entry: Opened, outlines: readonly (readonly Corner[])[]): Promise<Bytes> {
  const draft = new MeshDraft(openMesh(entry.bytes))
  for (const outline of outlines) cutOut(draft, outline)
  return rebuilt(draft).bytes
}

/** Area of the mesh within outlines, by points of a fine grid. */
function areaInside(outlines: readonly (readonly Corner[])[], mesh: Mesh): number {
  const STEP_SIZE = 0.25
  const { vertices, triangles } = mesh
  const corner = (list: Uint32Array, triangle: number): Corner => {
    const vertex = (list[triangle] ?? 0) * 3
    return [vertices[vertex] ?? 0, vertices[vertex + 1] ?? 0]
  }
  let area = 0
  for (const outline of outlines) {
    const xs = outline.map(([x]) => x)
    const ys = outline.map(([, y]) => y)
    const near = [...triangles.flags.keys()]
      .map(triangle => [triangles.v0, triangles.v1, triangles.v2].map(list => corner(list, triangle)))
      .filter(
        points =>
          Math.max(...points.map(([x]) => x)) > Math.min(...xs) &&
          Math.min(...points.map(([x]) => x)) < Math.max(...xs) &&
          Math.max(...points.map(([, y]) => y)) > Math.min(...ys) &&
          Math.min(...points.map(([, y]) => y)) < Math.max(...ys),
      )
    for (let x = Math.min(...xs) + STEP_SIZE / 2; x < Math.max(...xs); x += STEP_SIZE)
      for (let y = Math.min(...ys) + STEP_SIZE / 2; y < Math.max(...ys); y += STEP_SIZE)
        if (isWithin(outline, x, y) && near.some(points => isWithin(points, x, y))) area += STEP_SIZE ** 2
  }
  return area
}
