import type { GltfScene } from '../gltf'
import type { Bytes } from '../layout'
import type { Work } from './conversion-work'
import type { Conversion, EntryInfo, Opened, Replacement } from './format'
import type { ChangedMesh } from './mesh-changes'
import { StudioError } from './problem'

/** How the mesh in the bytes of an entry is read and changed. */
export interface Meshed {
  /** Whether the entry may hold a mesh, by what is known without reading it. */
  isFor(entry: EntryInfo): boolean
  /** The mesh; undefined where the bytes are damaged or hold none. */
  read(entry: Opened): Promise<GltfScene | undefined>
  /** What a file shows beside the mesh: its textures. */
  dressed?(entry: Opened, scene: GltfScene, work: Work): Promise<GltfScene>
  /**
   * The entry's bytes with other vertices; bounds and what else depends on them included. Absent: only an unmodified file
   * is imported.
   */
  write?(entry: Opened, changed: ChangedMesh): Promise<Bytes>
}

/** GLB out and in, OBJ out. */
export const meshConversions = ({ isFor, read, dressed, write }: Meshed): readonly Conversion[] => [
  {
    ending: 'glb',
    isFor,
    ...(!write && { isFixed: true }),
    async encode(entry, work) {
      const scene = await needed(read, entry)
      return work('writeGlb', dressed ? await dressed(entry, scene, work) : scene)
    },
    async decode(entry, file, work): Promise<Replacement> {
      const scene = await needed(read, entry)
      const found = await work('meshChanges', scene, file)
      if ('code' in found) throw new StudioError(found.code, { name: entry.name, ...found.params }, entry.path)
      const { changed, notices } = found
      const n = new Set([...changed.moved, ...changed.turned, ...changed.mapped]).size
      if (n === 0) return { bytes: entry.bytes, notices }
      if (!write) throw new StudioError('mesh.fixed', { name: entry.name, n }, entry.path)
      return { bytes: await write(entry, changed), notices }
    },
  },
  { ending: 'obj', isFor, encode: async (entry, work) => work('writeObj', entry.name, await needed(read, entry)) },
]

async function needed(read: Meshed['read'], entry: Opened): Promise<GltfScene> {
  const scene = await read(entry)
  if (!scene) throw new StudioError('convert.no-mesh', { name: entry.name }, entry.path)
  const count = scene.positions.length / 3
  const isWhole = scene.parts.every(({ indices }) => indices.every(vertex => vertex < count))
  if (!isWhole || !scene.positions.every(Number.isFinite))
    throw new StudioError('mesh.damaged', { name: entry.name }, entry.path)
  return scene
}
