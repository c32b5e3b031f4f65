import { describe, expect, it } from 'vitest'
import { StudioError, type Opened } from '../../../format'
import { workHere } from '../../../format/conversion-work'
import { fromText, toText } from '../../../format/text-bytes'
import { document, type Bytes } from '../../../layout'
import { ASWM } from '../aswm/aswm'
import { openMesh } from '../aswm/mesh'
import { WALKMESH } from '../aswm/walkmesh'
import { materialOf } from '../aswm/walkmesh-mesh'
import { areaFile } from '../sample/files'
import { sampleMesh } from '../sample/mesh'
import { meshIn, operated } from './operated.fixture'

const PLAN = { width: 2, height: 2, tileWidth: 9, cells: 2, heightAt: (x: number, y: number) => x / 7 - y / 5 }
const surfaceAt = (x: number, y: number): number => (x < 4 ? 0 : y < 9 ? 0x20 : 0x1000)
const meshOf = (isBaked: boolean, surface = surfaceAt): Bytes => sampleMesh({ ...PLAN, surfaceAt: surface }, isBaked)

/** An area whose folder has an OBJ. */
const entryWith = (mesh: Bytes, obj: string): Opened =>
  meshIn({ 'a.trx': areaFile([['ASWM', mesh]]), 'a.obj': fromText(obj) }, 'a.trx')
const taken = (mesh: Bytes, obj: string) => operated(entryWith(mesh, obj), 'nwn2.take-walkmesh', [], { file: 'a.obj' })

async function exported(mesh: Bytes): Promise<string> {
  const entry = entryWith(mesh, '')
  const conversion = WALKMESH.conversions?.find(({ ending }) => ending === 'obj')
  if (!conversion) throw new Error('no OBJ')
  return toText(await conversion.encode(entry, (name, ...given) => Promise.resolve(workHere(name, given))))
}

/** Corners and materials of all triangles, in any order. */
function trianglesOf(bytes: Bytes): readonly string[] {
  const { vertices, triangles } = openMesh(bytes)
  const place = (vertex = 0): string => vertices.subarray(3 * vertex, 3 * vertex + 3).join()
  return Array.from(triangles.flags, (flags, triangle) =>
    [
      ...[triangles.v0, triangles.v1, triangles.v2].map(corners => place(corners[triangle])).sort(),
      materialOf(flags),
    ].join(' '),
  ).sort()
}

const errorsOf = async (mesh: Bytes): Promise<readonly string[]> =>
  ((await WALKMESH.check?.(entryWith(mesh, ''))) ?? [])
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code)

describe('an OBJ as a walkmesh', () => {
  it.each([true, false])('changes nothing where it is the export of the mesh (baked: %s)', async isBaked => {
    const mesh = meshOf(isBaked)
    const { outcome } = await taken(mesh, await exported(mesh))
    expect(outcome.edits).toEqual([])
  })

  it.each([true, false])('gives another mesh the triangles of the exported one (baked: %s)', async isBaked => {
    const other = sampleMesh({ ...PLAN, cells: 3, heightAt: () => 2, surfaceAt: () => 0x40 }, isBaked)
    const mesh = meshOf(true)
    const made = await taken(other, await exported(mesh))
    expect(trianglesOf(made.mesh)).toEqual(trianglesOf(mesh))
    expect(document(ASWM, made.mesh).isWhole).toBe(true)
    expect(await errorsOf(made.mesh)).toEqual([])
  })

  it('is taken from any place: unmodified without an edit, and another one as the operation takes it', async () => {
    const mesh = meshOf(true)
    const decode = WALKMESH.conversions?.find(({ ending }) => ending === 'obj')?.decode
    const imported = async (obj: string) =>
      decode?.(entryWith(mesh, ''), fromText(obj), (name, ...given) => Promise.resolve(workHere(name, given)))
    expect(await imported(await exported(mesh))).toEqual({ bytes: mesh, notices: [] })
    const other = await exported(sampleMesh({ ...PLAN, cells: 3, surfaceAt: () => 0x40 }, true))
    const made = await imported(other)
    expect(made?.bytes).toEqual((await taken(mesh, other)).mesh)
    expect(await errorsOf(made?.bytes ?? mesh)).toEqual([])
    await expect(imported('f 1 2 3')).rejects.toMatchObject({ code: 'obj.line', params: { line: 1 } })
  })

  it('takes walkability and surfaces of materials onto triangles that stay', async () => {
    const mesh = meshOf(true, () => 0x20)
    const made = await taken(mesh, await exported(meshOf(true)))
    expect(trianglesOf(made.mesh)).toEqual(trianglesOf(meshOf(true)))
    expect(await errorsOf(made.mesh)).toEqual([])
  })

  it('reads polygons as fans, numbers from the end, and unknown materials as stone; reports faces without an area', async () => {
    const obj = [
      'v 1 0 -1',
      'v 5 0 -1 # Y is up',
      'v 5 0 -5',
      'v 1 0 -5',
      'vt 0 0',
      'usemtl anything',
      'f 1/1 2/1 3/1 4/1',
      'usemtl Water',
      'f -1 -2 \\',
      ' -4',
      'f 1 1 2',
    ]
    const { outcome, mesh } = await taken(meshOf(true), obj.join('\r\n'))
    expect(
      trianglesOf(mesh)
        .map(line => line.replace(/.* /, ''))
        .sort(),
    ).toEqual(['stone', 'stone', 'water'])
    expect(outcome.notices).toEqual([{ code: 'notice.nwn2.faces-skipped', params: { n: 1 } }])
  })

  it.each([
    ['f 1 2 3', { line: 1 }],
    ['v 0 0 0\nf 1 1', { line: 2 }],
    ['v 0 0 0\n\nf 1 1 99', { line: 3 }],
    ['v 0 0 1e99', { line: 1 }],
    ['v 0 zero 0', { line: 1 }],
    ['curv 1 2', { line: 1 }],
    ['v 0 0 0\nf 1 0 1', { line: 2 }],
  ])('refuses %j at its line', async (obj, params) => {
    const refusal = await taken(meshOf(true), obj).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'obj.line', params })
  })

  it('refuses a file without faces', async () => {
    await expect(taken(meshOf(true), 'v 0 0 0')).rejects.toThrow(StudioError)
    await expect(taken(meshOf(true), '')).rejects.toMatchObject({ code: 'obj.empty' })
  })
})
