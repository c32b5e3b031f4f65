import { StudioError, type Dab } from '../../../../format'
import { cornersOf, isWater, type GroundLookup, type GroundMesh } from './mesh'

export interface Sculpted {
  /** Height of every vertex after the stroke, in single precision. */
  readonly positions: Float32Array
  /** Vertices whose height changed, in ascending order. */
  readonly moved: readonly number[]
  /** Places in the brush that were not moved, because water depends on them. */
  readonly kept: number
}

/**
 * Heights during a stroke. Vertices at one place move together, whatever texture or level they belong to; those of
 * water keep their level.
 */
export class Sculpting {
  private readonly heights: Float64Array
  private readonly kinds: Uint8Array
  private readonly kept = new Set<number>()

  constructor(
    private readonly mesh: GroundMesh,
    private readonly lookup: GroundLookup,
  ) {
    this.heights = Float64Array.from(
      { length: mesh.groupCount },
      (_, group) => mesh.positions[3 * firstOf(mesh, group) + 2] ?? 0,
    )
    this.kinds = kindsOf(mesh)
  }

  /** Throws StudioError `ground.brush`; nothing is changed then. */
  add(dab: Dab): void {
    needBrush(dab)
    const { mesh, heights, kinds } = this
    const goal = dab.mode === 'flatten' ? (dab.height ?? this.lookup.at(...dab.at)?.height) : undefined
    const next = new Map<number, number>()
    for (let group = 0; group < mesh.groupCount; group++) {
      const share = shareOf(mesh, group, dab)
      if (!(share > 0) || kinds[group] === UNUSED) continue
      if (kinds[group] === WET) this.kept.add(group)
      else next.set(group, heightAfter(mesh, heights, kinds, group, dab, share, goal))
    }
    for (const [group, height] of next) heights[group] = height
  }

  get result(): Sculpted {
    return { ...settled(this.mesh, this.heights), kept: this.kept.size }
  }
}

function needBrush({ at, radius, strength, height = 0 }: Dab): void {
  const isSo = [...at, radius, strength, height].every(Number.isFinite) && radius > 0
  if (!isSo) throw new StudioError('ground.brush', { radius, strength })
}

const firstOf = (mesh: GroundMesh, group: number): number => mesh.members[mesh.memberStarts[group] ?? 0] ?? 0
const membersOf = (mesh: GroundMesh, group: number): Uint32Array =>
  mesh.members.subarray(mesh.memberStarts[group] ?? 0, mesh.memberStarts[group + 1] ?? 0)
const facesAt = (mesh: GroundMesh, vertex: number): Uint32Array =>
  mesh.faceOf.subarray(mesh.faceStarts[vertex] ?? 0, mesh.faceStarts[vertex + 1] ?? 0)

const [UNUSED, DRY, WET] = [0, 1, 2]

/** Whether faces hang on a place, and whether one of them is water. */
function kindsOf(mesh: GroundMesh): Uint8Array {
  const kinds = new Uint8Array(mesh.groupCount)
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const group = mesh.groups[vertex] ?? 0
    for (const face of facesAt(mesh, vertex))
      kinds[group] = Math.max(kinds[group] ?? 0, isWater(mesh.faces, face) ? WET : DRY)
  }
  return kinds
}

/** How much of the strength is left at a place: 1 in the middle, 0 beyond the rim. */
function shareOf(mesh: GroundMesh, group: number, { at, radius, falloff }: Dab): number {
  const vertex = firstOf(mesh, group)
  const t =
    Math.hypot((mesh.positions[3 * vertex] ?? NaN) - at[0], (mesh.positions[3 * vertex + 1] ?? NaN) - at[1]) / radius
  if (!(t <= 1)) return 0
  if (falloff === 'constant') return 1
  return falloff === 'linear' ? 1 - t : (1 - t * t) ** 2
}

function heightAfter(
  mesh: GroundMesh,
  heights: Float64Array,
  kinds: Uint8Array,
  group: number,
  dab: Dab,
  share: number,
  goal: number | undefined,
): number {
  const now = heights[group] ?? 0
  if (dab.mode === 'raise') return now + dab.strength * share
  if (dab.mode === 'lower') return now - dab.strength * share
  const target = dab.mode === 'flatten' ? goal : meanAround(mesh, heights, kinds, group)
  return target === undefined ? now : now + (target - now) * Math.max(0, Math.min(1, dab.strength)) * share
}

/** Mean height of the places beside one: over the near faces where it has some, else over the far ones. */
function meanAround(mesh: GroundMesh, heights: Float64Array, kinds: Uint8Array, group: number): number | undefined {
  const beside = [new Set<number>(), new Set<number>()]
  for (const vertex of membersOf(mesh, group)) {
    for (const face of facesAt(mesh, vertex)) {
      if (isWater(mesh.faces, face)) continue
      for (const corner of cornersOf(mesh.faces, face)) {
        const other = mesh.groups[corner] ?? group
        if (other !== group && kinds[other] === DRY) beside[mesh.lods[face] ?? 0]?.add(other)
      }
    }
  }
  const places = [...(beside[0]?.size ? beside[0] : (beside[1] ?? []))]
  return places.length === 0 ? undefined : places.reduce((sum, place) => sum + (heights[place] ?? 0), 0) / places.length
}

function settled(mesh: GroundMesh, heights: Float64Array): Pick<Sculpted, 'positions' | 'moved'> {
  const positions = mesh.positions.slice()
  const moved: number[] = []
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const height = Math.fround(heights[mesh.groups[vertex] ?? 0] ?? 0)
    if (height === positions[3 * vertex + 2] || !Number.isFinite(height)) continue
    positions[3 * vertex + 2] = height
    moved.push(vertex)
  }
  return { positions, moved }
}
