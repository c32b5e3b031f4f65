import type { Document as GltfDocument } from '@gltf-transform/core'
import fc from 'fast-check'
import { validateBytes } from 'gltf-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../../format'
import type { Bytes } from '../../../layout'
import { createStudio, type StudioApi, type TreeItem } from '../../../studio'
import { memoryHost } from '../../../studio/memory-host.fixture'
import { codeOf, hash } from '../../../studio/studio.fixture'
import { changedGlb, glbIo, movedInGlb, shuffledGlb } from '../../glb.fixture'
import { PARKAN } from '../parkan'

const LAND = 'DATA/MAPS/SC_1/Land.msh'
const SAMPLE_TIME = 60_000
let api: StudioApi
/** Terrains, models in archives, maps of areals. */
let meshes: readonly TreeItem[]

beforeAll(async () => {
  const files = (await PARKAN.sample?.(1)) ?? []
  const game = new MemoryFiles(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])), { root: '/game' })
  const host = memoryHost({ hash, folders: new Map([['/game', game]]) })
  api = createStudio({ host, families: [knownFamily(PARKAN)] }).api
  await api.open('/game')
  const below = async (parent: string): Promise<readonly TreeItem[]> => {
    const items = await api.list(parent)
    return [...items, ...(await Promise.all(items.map(item => (item.hasChildren ? below(item.path) : [])))).flat()]
  }
  meshes = (await below('')).filter(({ name }) => /\.(?:msh|map)$/i.test(name))
}, SAMPLE_TIME)

const preview = (path: string, glb: Bytes) => api.incoming(path, glb, { file: 'a.glb', dryRun: true })

describe('meshes as GLB', () => {
  it(
    'are files without any error, of terrains, models and areals; as OBJ they have as many triangles',
    async () => {
      expect(new Set(meshes.map(({ name }) => name.replace(/^.*\./, '').toLowerCase()))).toEqual(
        new Set(['map', 'msh']),
      )
      expect(meshes.length).toBeGreaterThan(8)
      for (const { path } of meshes) {
        const glb = await api.convert(path, 'glb')
        const { issues } = await validateBytes(glb)
        expect([path, issues.numErrors, issues.numWarnings]).toEqual([path, 0, 0])
        const file = await glbIo.readBinary(glb)
        const triangles = file
          .getRoot()
          .listMeshes()
          .flatMap(mesh => mesh.listPrimitives())
          .reduce((sum, primitive) => sum + (primitive.getIndices()?.getCount() ?? 0) / 3, 0)
        const text = new TextDecoder().decode(await api.convert(path, 'obj'))
        expect([path, text.match(/^f /gm)?.length]).toEqual([path, triangles])
      }
    },
    SAMPLE_TIME,
  )

  it(
    'change nothing where they are imported unmodified, nor after another program has put everything in another order',
    async () => {
      const all = await Promise.all(meshes.map(async ({ path }) => [path, await api.convert(path, 'glb')] as const))
      for (const [path, glb] of all) {
        const { entries, notices = [] } = await preview(path, glb)
        expect([path, entries, notices]).toEqual([path, [], []])
      }
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...all), fc.nat(), async ([path, glb], seed) => {
          const { entries, notices = [] } = await preview(path, await shuffledGlb(glb, seed))
          expect([path, entries, notices]).toEqual([path, [], []])
        }),
        { numRuns: 12, seed: 7 },
      )
    },
    SAMPLE_TIME,
  )

  it('move one vertex of a terrain with its normal, those of its faces and its bounds, and nothing else', async () => {
    const glb = await movedInGlb(await shuffledGlb(await api.convert(LAND, 'glb'), 3), 200, [0.5, -0.25, 40])
    const { entries, notices, problems } = await preview(LAND, glb)
    const fields = entries.flatMap(entry => entry.fields.map(({ path }) => path.replace(/\/\d+(?=\/|$)/, '')))
    expect(
      entries.flatMap(entry => entry.fields.map(({ path }) => path)).filter(path => /^positions/.test(path)),
    ).toEqual(['x', 'y', 'z'].map(axis => `positions/200/${axis}`))
    expect(
      new Set(fields.filter(path => !/^(?:positions|normals|faces\/normal|slots\/(?:aabb|sphere)|header)/.test(path))),
    ).toEqual(new Set())
    expect(
      entries
        .flatMap(entry => entry.fields.filter(({ path }) => path.startsWith('normals/')))
        .every(({ path }) => path.startsWith('normals/200/')),
    ).toBe(true)
    expect(fields.some(path => path.startsWith('slots/'))).toBe(true)
    expect(notices?.map(({ code, params }) => [code, params['n']])).toEqual([['notice.mesh-vertices', 1]])
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('move one vertex of a model with the bounds of the slots that draw it, as one step', async () => {
    const model = meshes.find(({ path, name }) => path.includes('!') && /\.msh$/i.test(name))
    const path = model?.path ?? ''
    const before = (await api.read(path)).bytes
    const glb = await movedInGlb(await api.convert(path, 'glb'), 0, [0, 0, 90])
    const report = await api.incoming(path, glb, { file: 'a.glb', dryRun: false })
    const fields = report.entries.flatMap(entry => entry.fields.map(field => field.path))
    expect(fields.filter(field => field.startsWith('positions/'))).toEqual(['positions/0/z'])
    expect(fields.filter(field => /^slots\/\d+\/aabb_max\/z$/.test(field)).length).toBeGreaterThan(0)
    expect(fields.every(field => /^(?:positions\/0\/|slots\/\d+\/(?:aabb|sphere))/.test(field))).toBe(true)
    expect((await preview(path, await api.convert(path, 'glb'))).entries).toEqual([])
    await api.undo()
    expect((await api.read(path)).bytes).toEqual(before)
  })

  it('are refused where they are of another mesh, have other triangles, codecs or no numbers; nothing is changed', async () => {
    const [glb, steps] = [await api.convert(LAND, 'glb'), await api.history()]
    const refusal = async (change: (file: GltfDocument) => void): Promise<string> =>
      codeOf(preview(LAND, await changedGlb(glb, change)))
    const first = (file: GltfDocument) => {
      const primitive = file.getRoot().listMeshes()[0]?.listPrimitives()[0]
      if (!primitive) throw new Error('no primitive')
      return primitive
    }
    expect(await codeOf(preview(LAND, await api.convert('DATA/MAPS/Tut_1/Land.msh', 'glb')))).toBe('mesh.topology')
    expect(await codeOf(preview('DATA/MAPS/Tut_1/Land.msh', glb))).toBe('mesh.other')
    expect(
      await refusal(file => {
        const indices = first(file).getIndices()
        indices?.setArray(Uint32Array.from(indices.getArray() ?? []).slice(3))
      }),
    ).toBe('mesh.topology')
    expect(await refusal(file => void first(file).setAttribute('_VERTEX', null))).toBe('mesh.no-numbers')
    expect(
      await refusal(file => {
        const positions = first(file).getAttribute('POSITION')
        positions?.setArray(Int16Array.from(positions.getArray() ?? []))
      }),
    ).toBe('mesh.quantised')
    expect(await refusal(file => void file.getRoot().listNodes()[1]?.setTranslation([0, 0, 5]))).toBe('mesh.moved-node')
    expect(await refusal(file => void first(file).setMode(1))).toBe('mesh.unsupported')
    const required = new TextDecoder('latin1')
      .decode(glb)
      .replace('"asset":{', '"extensionsRequired":["KHR_draco_mesh_compression"],"asset":{')
    expect(
      await codeOf(
        preview(
          LAND,
          relength(
            Uint8Array.from(required, char => char.charCodeAt(0)),
            glb,
          ),
        ),
      ),
    ).toBe('mesh.extension')
    expect(await codeOf(preview(LAND, glb.subarray(0, 900)))).toBe('mesh.cut')
    expect(await codeOf(preview(LAND, Uint8Array.of(1, 2, 3)))).toBe('mesh.not-glb')
    expect(await codeOf(preview('DATA/MAPS/SC_1/Land.map', glb))).toBe('mesh.other')
    const areals = await movedInGlb(await api.convert('DATA/MAPS/SC_1/Land.map', 'glb'), 1, [1, 0, 0])
    expect(await codeOf(preview('DATA/MAPS/SC_1/Land.map', areals))).toBe('mesh.fixed')
    expect(await api.history()).toEqual(steps)
  })

  it('are refused with a code wherever their bytes are damaged, never with an exception of another kind', async () => {
    const model = meshes.find(({ path, name }) => path.includes('!') && /\.msh$/i.test(name))?.path ?? ''
    const glb = await api.convert(model, 'glb')
    await fc.assert(
      fc.asyncProperty(fc.nat(glb.length - 1), fc.nat(255), fc.nat(glb.length), async (at, to, end) => {
        const damaged = glb.slice(0, end < 40 ? end : glb.length)
        if (at < damaged.length) damaged[at] = to
        expect(await codeOf(preview(model, damaged))).toMatch(/^(?:done|mesh\.[\w-]+)$/)
      }),
      { numRuns: 300, seed: 5 },
    )
  })
})

/** The bytes of a GLB whose JSON was made longer: header and lengths to match, padded to four. */
function relength(bytes: Uint8Array, before: Bytes): Bytes {
  const grown = bytes.length - before.length
  const pad = (4 - (grown % 4)) % 4
  const json = new DataView(before.buffer, before.byteOffset).getUint32(12, true) + grown
  const made = new Uint8Array(bytes.length + pad)
  made.set(bytes.subarray(0, 20 + json))
  made.fill(0x20, 20 + json, 20 + json + pad)
  made.set(bytes.subarray(20 + json), 20 + json + pad)
  const view = new DataView(made.buffer)
  view.setUint32(8, made.length, true)
  view.setUint32(12, json + pad, true)
  return made
}
