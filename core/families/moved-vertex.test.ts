import { expect, it } from 'vitest'
import { EVIL_ISLANDS } from './evil-islands/evil-islands'
import { changedGlb, movedInGlb, shuffledGlb } from './glb.fixture'
import { NWN2 } from './nwn2/nwn2'
import type { EntryPath } from '../edit'
import { knownFamily, MemoryFiles, type Family } from '../format'
import type { Bytes } from '../layout'
import { createStudio, type StudioApi, type TreeItem } from '../studio'
import { memoryHost } from '../studio/memory-host.fixture'
import { hash } from '../studio/studio.fixture'

/** The sample of a family, and its first entry of a format. */
async function firstOf(family: Family, format: string): Promise<{ readonly api: StudioApi; readonly item: TreeItem }> {
  const files = (await family.sample?.(1)) ?? []
  const game = new MemoryFiles(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])), { root: '/game' })
  const host = memoryHost({ hash, folders: new Map([['/game', game]]) })
  const { api } = createStudio({ host, families: [knownFamily(family)] })
  await api.open('/game')
  const below = async (parent: EntryPath): Promise<readonly TreeItem[]> =>
    (
      await Promise.all(
        (await api.list(parent)).map(async item => [item, ...(item.hasChildren ? await below(item.path) : [])]),
      )
    ).flat()
  const item = (await below('')).find(one => one.format === format)
  if (!item) throw new Error(`no ${format}`)
  return { api, item }
}

/** The file with every vertex that is where vertex 0 is at another place. */
function movedPlace(glb: Bytes, by: readonly number[]): Promise<Bytes> {
  return changedGlb(glb, file => {
    const all = file
      .getRoot()
      .listMeshes()
      .flatMap(mesh => mesh.listPrimitives())
      .map(primitive => ({
        accessor: primitive.getAttribute('POSITION'),
        positions: Float32Array.from(primitive.getAttribute('POSITION')?.getArray() ?? []),
        numbers: Array.from(primitive.getAttribute('_VERTEX')?.getArray() ?? []),
      }))
    const first = all.find(({ numbers }) => numbers.includes(0))
    const at = 3 * (first?.numbers.indexOf(0) ?? 0)
    const place = Array.from(first?.positions.subarray(at, at + 3) ?? [])
    for (const { accessor, positions, numbers } of all) {
      for (const vertex of numbers.keys())
        if (place.every((value, k) => positions[3 * vertex + k] === value))
          positions.set(
            place.map((value, k) => value + (by[k] ?? 0)),
            3 * vertex,
          )
      accessor?.setArray(positions)
    }
  })
}

it.each([
  [
    'a mesh of Evil Islands with the bounds of its shape',
    EVIL_ISLANDS,
    'evil-islands.fig',
    /^(?:positions|centers|mins|maxs|radii)\//,
  ],
  ['the ground of Neverwinter Nights 2 with its normal', NWN2, 'nwn2.trrn', /^vertices\/0\/(?:position|normal)/],
] as const)('a moved vertex changes %s, and nothing else, as one step', async (_, family, format, allowed) => {
  const { api, item } = await firstOf(family, format)
  const before = hash((await api.read(item.path)).bytes)
  const glb = await movedPlace(await shuffledGlb(await api.convert(item.path, 'glb'), 3), [3, -2, 50])
  const report = await api.incoming(item.path, glb, { file: 'a.glb', dryRun: false })
  const fields = report.entries.flatMap(entry => entry.fields.map(({ path }) => path))
  expect(fields.length).toBeGreaterThan(3)
  expect(fields.filter(path => !allowed.test(path))).toEqual([])
  expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(
    (await api.incoming(item.path, await api.convert(item.path, 'glb'), { file: 'a.glb', dryRun: true })).entries,
  ).toEqual([])
  await api.undo()
  expect(hash((await api.read(item.path)).bytes)).toBe(before)
})

it('a vertex that is moved away from those that share its position is refused', async () => {
  const { api, item } = await firstOf(EVIL_ISLANDS, 'evil-islands.fig')
  const glb = await movedInGlb(await api.convert(item.path, 'glb'), 0, [0, 0, 9])
  await expect(api.incoming(item.path, glb, { file: 'a.glb', dryRun: true })).rejects.toMatchObject({
    code: 'mesh.torn',
  })
})
