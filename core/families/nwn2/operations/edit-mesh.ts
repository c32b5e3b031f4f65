import { StudioError, type Opened, type Operation, type OperationRun, type Outcome } from '../../../format'
import { DraftPieces } from '../edit/draft-pieces'
import { MeshDraft, sidesAround, type Side } from '../edit/mesh-draft'
import { finished } from './finished'
import { neededMesh } from './walkmesh-entry'

interface MeshOperation extends Omit<Operation, 'run' | 'initial' | 'isHeavy'> {
  readonly code: string
  /** Changes a draft and returns counts for the report. Throws StudioError where it cannot be done. */
  change(draft: MeshDraft, given: OperationRun): Outcome['counts'] | undefined
}

/** Declares an operation on triangles or vertices. Edges, links and tiles are updated; a baked mesh is baked again. */
const meshOperation = ({ change, code, ...declared }: MeshOperation): Operation => ({
  ...declared,
  isHeavy: true,
  run(entry: Opened, given: OperationRun) {
    const draft = new MeshDraft(neededMesh(entry))
    const counts = change(draft, given)
    return finished(entry, draft, { code, ...(counts && { counts }) }, given)
  },
})

const coordinate = (name: string) =>
  ({ name, kind: 'number', isWhole: false, least: -1e5, most: 1e5, initial: 0 }) as const
const placeOf = ({ parameters }: OperationRun): readonly [number, number, number] => [
  Number(parameters['x']),
  Number(parameters['y']),
  Number(parameters['z']),
]

/** The mean of vertices. */
function middle(draft: MeshDraft, vertices: readonly number[]): readonly [number, number, number] {
  const mean = (axis: 0 | 1 | 2): number =>
    vertices.reduce((sum, vertex) => sum + draft.point(vertex)[axis], 0) / vertices.length
  return [mean(0), mean(1), mean(2)]
}

/** Divides triangles. A divided side is divided in the neighbour, too. */
export const SPLIT_TRIANGLES = meshOperation({
  id: 'nwn2.split-triangles',
  records: 'triangles',
  code: 'label.nwn2.triangles-changed',
  parameters: [{ name: 'at', kind: 'choice', choices: ['centre', 'longest-side'], initial: 'centre' }],
  change(draft, { records, parameters }) {
    const chosen = new Set(records)
    if (parameters['at'] === 'centre') {
      draft.replace(triangle => {
        if (!chosen.has(triangle.source)) return undefined
        const vertex = draft.add(middle(draft, triangle.corners))
        return sidesAround(triangle.corners).map(([from, to]) => MeshDraft.part(triangle, [from, to, vertex]))
      })
      return undefined
    }
    const pieces = new DraftPieces(draft, draft.triangles)
    for (const { corners } of draft.triangles.filter(({ source }) => chosen.has(source))) {
      const length = ([a, b]: Side): number =>
        Math.hypot(...[0, 1, 2].map(axis => (draft.point(a)[axis] ?? 0) - (draft.point(b)[axis] ?? 0)))
      const [longest] = [...sidesAround(corners)].sort((a, b) => length(b) - length(a))
      if (longest && pieces.countAt(longest) > 0) pieces.splitSide(longest, draft.add(middle(draft, longest)))
    }
    draft.replace(triangle => pieces.of(triangle))
    return undefined
  },
})

/** Removes triangles, and vertices that no other triangle uses. */
export const DELETE_TRIANGLES = meshOperation({
  id: 'nwn2.delete-triangles',
  records: 'triangles',
  code: 'label.nwn2.triangles-changed',
  change(draft, { records }) {
    const chosen = new Set(records)
    draft.replace(({ source }) => (chosen.has(source) ? [] : undefined))
    return { 'triangles-removed': records.length }
  },
})

/** Adds a triangle with the same flags at a free side of a triangle. */
export const ADD_TRIANGLE = meshOperation({
  id: 'nwn2.add-triangle',
  records: 'triangles',
  code: 'label.nwn2.triangles-changed',
  parameters: [
    { name: 'side', kind: 'number', isWhole: true, least: 0, most: 2, initial: 0 },
    coordinate('x'),
    coordinate('y'),
    coordinate('z'),
  ],
  change(draft, given) {
    const side = Number(given.parameters['side'])
    const pieces = new DraftPieces(draft, draft.triangles)
    const chosen = new Set(given.records)
    draft.replace(own => {
      if (!chosen.has(own.source)) return undefined
      const [a, b] = sidesAround(own.corners)[side] ?? [0, 0]
      if (pieces.countAt([a, b]) > 1) throw new StudioError('nwn2.side', { triangle: own.source, side })
      return [own, MeshDraft.part(own, [b, a, draft.add(placeOf(given))])]
    })
    return undefined
  },
})

/** Moves vertices; the triangles around them follow. */
export const MOVE_VERTICES = meshOperation({
  id: 'nwn2.move-vertices',
  records: 'vertices',
  code: 'label.nwn2.vertices-changed',
  parameters: [coordinate('x'), coordinate('y'), coordinate('z')],
  change(draft, given) {
    const [dx, dy, dz] = placeOf(given)
    for (const vertex of given.records) {
      const [x, y, z] = draft.point(vertex)
      draft.move(vertex, [x + dx, y + dy, z + dz])
    }
    draft.replace(triangle =>
      triangle.corners.some(corner => draft.moved.has(corner))
        ? [MeshDraft.part(triangle, triangle.corners)]
        : undefined,
    )
    return { vertices: given.records.length }
  },
})

/** Merges vertices into the first; triangles that lose a side are removed. */
export const MERGE_VERTICES = meshOperation({
  id: 'nwn2.merge-vertices',
  records: 'vertices',
  code: 'label.nwn2.vertices-changed',
  change(draft, { records: [first = 0, ...others] }) {
    if (others.length === 0) throw new StudioError('nwn2.two-vertices')
    const merged = new Set(others)
    let removed = 0
    draft.replace(triangle => {
      if (!triangle.corners.some(corner => merged.has(corner))) return undefined
      const [a = 0, b = 0, c = 0] = triangle.corners.map(corner => (merged.has(corner) ? first : corner))
      if (a !== b && b !== c && c !== a) return [MeshDraft.part(triangle, [a, b, c])]
      removed++
      return []
    })
    return { vertices: others.length, 'triangles-removed': removed }
  },
})

/** Removes vertices with all triangles that have them. */
export const DELETE_VERTICES = meshOperation({
  id: 'nwn2.delete-vertices',
  records: 'vertices',
  code: 'label.nwn2.vertices-changed',
  change(draft, { records }) {
    const chosen = new Set(records)
    const before = draft.triangles.length
    draft.replace(({ corners }) => (corners.some(corner => chosen.has(corner)) ? [] : undefined))
    return { vertices: records.length, 'triangles-removed': before - draft.triangles.length }
  },
})
