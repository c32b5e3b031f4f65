import { canonicalSplices, type Edit } from '../../../../edit'
import {
  StudioError,
  type Dab,
  type FaceRule,
  type FaceValues,
  type GroundStroke,
  type GroundTools,
  type Opened,
  type Outcome,
  type Words,
} from '../../../../format'
import { f32, offsetOf, recordSplice, strideOf, write, type Splice } from '../../../../layout'
import { SECOND_MATERIAL, passes } from '../face-masks'
import { BATCH_START, FaceListEntry, LandPosition, TerrainFace } from '../land-mesh'
import { faceListOf } from '../land-table'
import { changeBounds } from './bounds'
import { cornersOf, GroundLookup, openGround, type GroundMesh } from './mesh'
import { faceNormals, facesRound, vertexNormals } from './normals'
import { Sculpting, type Sculpted } from './sculpt'

/** Heights beyond these are culled by the game (parkan 3.3). */
const CULL = [-100, 500] as const

/** The tools of the ground of one image; `entry` is its chunk of faces. Throws StudioError `ground.damaged`. */
export async function groundTools(entry: Opened): Promise<Required<GroundTools>> {
  return new TerrainTools(await openGround(entry))
}

class TerrainTools implements Required<GroundTools> {
  private readonly lookup: GroundLookup

  constructor(private readonly mesh: GroundMesh) {
    this.lookup = new GroundLookup(mesh)
  }

  get faceCount(): number {
    return this.mesh.faces.count
  }

  heightAt(x: number, y: number): number | undefined {
    return this.lookup.at(x, y)?.height
  }

  faceAt(x: number, y: number): number | undefined {
    return this.lookup.at(x, y)?.face
  }

  select(rule: FaceRule): readonly number[] {
    return Array.from({ length: this.faceCount }, (_, face) => face).filter(face => isAsked(this.mesh, face, rule))
  }

  setFaces(
    faces: readonly number[],
    given: FaceValues,
    { batches = false }: { readonly batches?: boolean } = {},
  ): Outcome {
    const { mesh } = this
    const values = neededValues(given)
    const records = [...new Set(faces)].sort((a, b) => a - b)
    const wrong = records.find(face => !(Number.isInteger(face) && face >= 0 && face < this.faceCount))
    if (wrong !== undefined) throw new StudioError('ground.no-face', { face: wrong })
    const bytes = this.bytes(21)
    const splices = records.map(face => valueSplice(mesh, bytes, face, values))
    const opened = isMaterial(values) ? batchStarts(mesh, records, values, this.bytes(11)) : []
    const notices: Words[] =
      opened.length > 0 && !batches ? [{ code: 'ground.batches', params: { n: opened.length } }] : []
    return {
      label: { code: 'label.ground-faces', params: { n: records.length } },
      edits: this.edits([
        [21, splices],
        [11, batches ? opened : []],
      ]),
      records,
      notices,
      counts: { faces: records.length, batches: opened.length },
    }
  }

  sculpt(dabs: readonly Dab[]): Outcome {
    const stroke = this.stroke()
    for (const dab of dabs) stroke.add(dab)
    return stroke.end()
  }

  stroke(): GroundStroke {
    const { mesh } = this
    const sculpting = new Sculpting(mesh, this.lookup)
    let mode: Dab['mode'] = 'raise'
    return {
      add(dab) {
        sculpting.add(dab)
        mode = dab.mode
      },
      draft() {
        const { positions, moved } = sculpting.result
        return { positions, faces: facesRound(mesh, moved).filter(face => mesh.lods[face] === 0) }
      },
      end: () => this.sculpted(sculpting.result, mode),
    }
  }

  private sculpted({ positions, moved, kept }: Sculpted, mode: Dab['mode']): Outcome {
    const { mesh } = this
    const faces = facesRound(mesh, moved)
    const [places, normals] = [this.bytes(3), vertexNormals(mesh, positions, faces, this.bytes(4))]
    const bounds = changeBounds(mesh, positions, faces, this.bytes(2))
    const heights = moved.map((vertex): Splice => {
      const { bytes: inserted } = write(f32(), positions[3 * vertex + 2] ?? 0)
      const offset = strideOf(LandPosition) * vertex + offsetOf(LandPosition, 'z')
      return { offset, removed: places.slice(offset, offset + inserted.length), inserted }
    })
    const beyond = moved.filter(vertex => !isSeen(positions[3 * vertex + 2] ?? 0)).length
    const notices: Words[] = [
      ...(kept > 0 ? [{ code: 'ground.water-kept', params: { n: kept } }] : []),
      ...(beyond > 0 ? [{ code: 'ground.beyond-view', params: { n: beyond, low: CULL[0], high: CULL[1] } }] : []),
    ]
    return {
      label: { code: 'label.ground-sculpted', params: { n: moved.length, mode } },
      edits: this.edits([
        [3, heights],
        [4, normals],
        [2, bounds.splices],
        [21, faceNormals(mesh, positions, faces, this.bytes(21))],
      ]),
      records: faces,
      notices,
      counts: { vertices: moved.length, faces: faces.length, slots: bounds.slots },
    }
  }

  private bytes(type: number): Uint8Array {
    return this.mesh.chunks.get(type)?.bytes ?? new Uint8Array(0)
  }

  /** One edit for each chunk that changes. */
  private edits(changes: readonly (readonly [type: number, splices: readonly Splice[]])[]): readonly Edit[] {
    return changes.flatMap(([type, splices]) => {
      const chunk = this.mesh.chunks.get(type)
      const real = canonicalSplices(this.bytes(type), splices)
      return chunk && real.length > 0 ? [{ entry: chunk.path, base: 0, splices: real }] : []
    })
  }
}

/** No second material. */
const NO_MATERIAL = 0xff
const isSeen = (height: number): boolean => height >= CULL[0] && height <= CULL[1]
/** The bytes of a face that a form may set. */
interface FaceBytes {
  readonly set: number
  readonly clear: number
  readonly low: number | undefined
  readonly high: number | undefined
}

const isMaterial = ({ low, high }: FaceBytes): boolean => low !== undefined || high !== undefined

function neededValues({ flags = {}, values = {} }: FaceValues): FaceBytes {
  const { material_low: low, material_high: high, ...others } = values
  for (const field of Object.keys(others)) throw new StudioError('ground.no-field', { field })
  const numbers = [
    ['flags', flags.set ?? 0, 0xffffffff],
    ['flags', flags.clear ?? 0, 0xffffffff],
    ['material_low', low ?? 0, 0xff],
    ['material_high', high ?? 0, 0xff],
  ] as const
  for (const [field, value, max] of numbers) {
    if (!(Number.isInteger(value) && value >= 0 && value <= max))
      throw new StudioError('ground.no-number', { field, value, max })
  }
  // The game draws a second material where the flag says so (parkan 3.6).
  const [added, removed] =
    high === undefined ? [0, 0] : high === NO_MATERIAL ? [0, SECOND_MATERIAL] : [SECOND_MATERIAL, 0]
  return { set: ((flags.set ?? 0) | added) >>> 0, clear: ((flags.clear ?? 0) | removed) >>> 0, low, high }
}

/** Flags and materials of a face. */
function valueSplice(
  { faces }: GroundMesh,
  bytes: Uint8Array,
  face: number,
  { set, clear, low, high }: FaceBytes,
): Splice {
  return recordSplice(bytes, strideOf(TerrainFace) * face, TerrainFace, {
    flags: (((faces.flags[face] ?? 0) & ~clear) | set) >>> 0,
    material_low: low ?? faces.material_low[face] ?? 0,
    material_high: high ?? faces.material_high[face] ?? 0,
  })
}

/**
 * Marks of the face list that would make these faces draw batches of their own: the game draws a run of faces with the
 * material of its first (parkan 3.7).
 */
function batchStarts(
  { faces, slots }: GroundMesh,
  changed: readonly number[],
  values: FaceBytes,
  bytes: Uint8Array,
): readonly Splice[] {
  const isChanged = new Set(changed)
  const tagOf = (face: number): number => {
    const [low, high] = [faces.material_low[face] ?? 0, faces.material_high[face] ?? 0]
    return isChanged.has(face) ? (values.low ?? low) * 256 + (values.high ?? high) : low * 256 + high
  }
  const list = faceListOf(bytes)
  if (!list) return []
  const starts = new Map<number, Splice>()
  for (let slot = 0; slot < slots.count; slot++) {
    const first = slots.tri_start[slot] ?? 0
    const end = Math.min(list.count, first + (slots.tri_count[slot] ?? 0))
    for (let at = first + 1; at < end; at++) {
      const [before = 0, here = 0, flags = 0] = [list.key[at - 1], list.key[at], list.flags[at]]
      if (
        (!isChanged.has(before) && !isChanged.has(here)) ||
        tagOf(before) === tagOf(here) ||
        (flags & BATCH_START) !== 0
      )
        continue
      starts.set(at, recordSplice(bytes, strideOf(FaceListEntry) * at, FaceListEntry, { flags: flags | BATCH_START }))
    }
  }
  return [...starts.values()]
}

function isAsked(mesh: GroundMesh, face: number, rule: FaceRule): boolean {
  const { faces, lods } = mesh
  if (!passes(faces.flags[face] ?? 0, rule.required ?? 0, rule.forbidden ?? 0)) return false
  if (rule.lod !== undefined && lods[face] !== rule.lod) return false
  if (
    rule.material !== undefined &&
    faces.material_low[face] !== rule.material &&
    faces.material_high[face] !== rule.material
  )
    return false
  if (rule.box && !isInBox(mesh, face, rule.box)) return false
  if (rule.slopeFrom === undefined && rule.slopeTo === undefined) return true
  const slope = slopeOf(mesh, face)
  return slope >= (rule.slopeFrom ?? 0) && slope <= (rule.slopeTo ?? 180)
}

function isInBox(
  { faces, positions, vertexCount }: GroundMesh,
  face: number,
  { from, to }: NonNullable<FaceRule['box']>,
): boolean {
  const isIn = (value: number, axis: 0 | 1): boolean =>
    value >= Math.min(from[axis], to[axis]) && value <= Math.max(from[axis], to[axis])
  return cornersOf(faces, face).some(
    corner =>
      corner < vertexCount && isIn(positions[3 * corner] ?? NaN, 0) && isIn(positions[3 * corner + 1] ?? NaN, 1),
  )
}

/** Degrees from level ground, by the corners; of a face without area not a number. */
function slopeOf({ faces, positions }: GroundMesh, face: number): number {
  const [a = 0, b = 0, c = 0] = cornersOf(faces, face)
  const side = (to: number, axis: number): number =>
    (positions[3 * to + axis] ?? NaN) - (positions[3 * a + axis] ?? NaN)
  const [ux, uy, uz, vx, vy, vz] = [side(b, 0), side(b, 1), side(b, 2), side(c, 0), side(c, 1), side(c, 2)]
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  return (Math.acos(Math.min(1, Math.abs(nz) / Math.hypot(nx, ny, nz))) * 180) / Math.PI
}
