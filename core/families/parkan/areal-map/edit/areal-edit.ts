import {
  StudioError,
  type AnchorTarget,
  type CellAssumption,
  type FillRule,
  type NewRegion,
  type Opened,
  type Outcome,
  type PlanPoint,
  type RegionTools,
  type RouteRule,
  type SpacePoint,
  type VertexTarget,
} from '../../../../format'
import { document, offsetOf, recordSplice, type Splice } from '../../../../layout'
import { brokenAreals } from '../areal-broken'
import { Areal, arealMap, numberAttribute } from '../areal-map'
import { addAreal, clipRing } from './add'
import { ArealDraft } from './draft'
import { finish, type Saying } from './finish'
import { rebuildLinks } from './links'
import { mergeAreals } from './merge'
import { splitAreal } from './split'
import { deleteVertex, insertVertex, moveAnchors, moveVertices } from './vertices'
import { fillFrom, needAreal, neighboursOf } from '../areal-fill'
import { ArealLookup } from '../areal-lookup'
import { reportLinks, routeBetween } from '../areal-route'
import { arealTable, type ArealTable } from '../areal-table'
import { chooseGrid, ringOf, type Grid } from '../grid'
import { boundsOf, type Box } from '../polygon'

/** Fields that a stroke may set (parkan 4.2). */
const PAINTED = ['logic_flag', 'class_id'] as const
type Painted = (typeof PAINTED)[number]

/** Areals have no path tables beside their links: there is nothing that routes could be compared with. */
export type ArealMapTools = Required<Omit<RegionTools, 'compareRoutes' | 'unreachable' | 'sight'>>

/**
 * The tools of one map image. `terrain`: XY of the hull of Land.msh, where known. Throws StudioError
 * `areal.damaged-map` where the bytes are not wholly explained: what is not understood cannot be moved about.
 */
export function arealTools(entry: Opened, terrain?: Box): ArealMapTools {
  const opened = document(arealMap(numberAttribute(entry, 'attr1')), entry.bytes)
  if (!opened.isWhole) throw new StudioError('areal.damaged-map', {}, entry.path)
  return new ArealTools(entry, arealTable(opened), terrain)
}

class ArealTools implements ArealMapTools {
  private readonly lookup: ArealLookup
  private chosen: Grid | undefined

  constructor(
    private readonly entry: Opened,
    private readonly table: ArealTable,
    private readonly terrain: Box | undefined,
  ) {
    this.lookup = new ArealLookup(table)
  }

  get count(): number {
    return this.table.count
  }

  get cells(): CellAssumption & { readonly score: number } {
    const { source, isXOuter, score } = this.grid()
    return { rectangle: source === 'areals' ? 'regions' : 'ground', isXOuter, score }
  }

  private readonly grid = (): Grid => (this.chosen ??= chooseGrid(this.table, this.terrain))

  neighbours(record: number): readonly number[] {
    return neighboursOf(this.table, record)
  }

  at(x: number, y: number): readonly number[] {
    return this.lookup.at(x, y)
  }

  around(x: number, y: number, radius: number): readonly number[] {
    return this.lookup.around(x, y, radius)
  }

  vertexNear(x: number, y: number, reach: number) {
    return this.lookup.vertexNear(x, y, reach)
  }

  fill(seed: number, rule: FillRule): readonly number[] {
    return fillFrom(this.table, seed, rule)
  }

  route(from: number, to: number, rule?: RouteRule) {
    return routeBetween(this.table, from, to, rule)
  }

  links() {
    return reportLinks(this.table)
  }

  broken() {
    return brokenAreals(this.table)
  }

  set(records: readonly number[], values: Readonly<Record<string, number>>): Outcome {
    const { table, entry } = this
    const areals = [...new Set(records)].sort((a, b) => a - b)
    const words = wordsOf(values).sort((a, b) => offsetOf(Areal, a[0]) - offsetOf(Areal, b[0]))
    // No draft: a stroke over thousands of areals changes a few words in each.
    const splices: Splice[] = []
    for (const areal of areals) {
      needAreal(table, areal)
      for (const [field, value] of words) {
        if (table[field][areal] === value) continue
        splices.push(recordSplice(entry.bytes, table.starts[areal] ?? 0, Areal, { [field]: value }))
      }
    }
    return {
      label: label('label.areals-set', areals, { fields: Object.keys(values).join(', ') }),
      edits: splices.length > 0 ? [{ entry: entry.path, base: 0, splices }] : [],
      records: areals,
      notices: [],
      counts: { areals: areals.length },
    }
  }

  moveAnchors(targets: readonly AnchorTarget[]): Outcome {
    return this.operate(draft => {
      moveAnchors(draft, targets)
      const areals = targets.map(target => target.record)
      return { label: label('label.areal-anchors', areals), about: areals }
    })
  }

  moveVertices(targets: readonly VertexTarget[], { together = true }: { readonly together?: boolean } = {}): Outcome {
    return this.operate(draft => {
      const { joined, parted } = moveVertices(draft, targets, together)
      const notices = [...said('areal.links-joined', joined), ...said('areal.links-parted', parted)]
      const areals = targets.map(target => target.record)
      return {
        label: label('label.areal-vertices', areals),
        about: reshaped(draft),
        notices,
        counts: { vertices: targets.length },
      }
    })
  }

  insertVertex(record: number, edge: number, point?: SpacePoint): Outcome {
    return this.operate(draft => ({
      about: insertVertex(draft, record, edge, point),
      label: label('label.areal-vertex-added', [record]),
    }))
  }

  deleteVertex(record: number, vertex: number): Outcome {
    return this.operate(draft => ({
      about: deleteVertex(draft, record, vertex),
      label: label('label.areal-vertex-removed', [record]),
    }))
  }

  split(record: number, from: PlanPoint, to: PlanPoint): Outcome {
    return this.operate(draft => ({
      about: [record, splitAreal(draft, record, from, to)],
      label: label('label.areal-split', [record]),
    }))
  }

  merge(records: readonly number[]): Outcome {
    return this.operate(draft => {
      mergeAreals(draft, records)
      return { about: records.slice(0, 1), label: label('label.areals-merged', records) }
    })
  }

  add(ring: readonly SpacePoint[], { like, values = {}, clip = false }: NewRegion = {}): Outcome {
    return this.operate(draft => {
      const fields = Object.fromEntries(wordsOf(values))
      const areal = addAreal(draft, clip ? clipRing(ring, this.ringsUnder(ring)) : ring, like)
      draft.record(areal).set(fields)
      return { about: [areal], label: label('label.areal-added', [areal]) }
    })
  }

  /** Outlines of the areals whose bounds a polygon touches. */
  private ringsUnder(ring: readonly SpacePoint[]): readonly (readonly SpacePoint[])[] {
    const { minX, minY, maxX, maxY } = boundsOf(Float32Array.from(ring.flat()), 0, ring.length)
    return this.lookup.search(minX, minY, maxX, maxY).map(areal => {
      const { values, start, count } = ringOf(this.table, areal)
      return Array.from(
        { length: count },
        (_, v): SpacePoint => [
          values[3 * (start + v)] ?? NaN,
          values[3 * (start + v) + 1] ?? NaN,
          values[3 * (start + v) + 2] ?? NaN,
        ],
      )
    })
  }

  remove(records: readonly number[]): Outcome {
    return this.operate(draft => {
      const areals = new Set(records)
      for (const areal of areals) {
        if (!draft.has(areal)) throw new StudioError('areal.no-record', { areal })
        draft.gone.add(areal)
      }
      return { about: [], label: label('label.areals-removed', [...areals]), counts: { removed: areals.size } }
    })
  }

  rebuildCells(assumption: Partial<CellAssumption> = {}): Outcome {
    return this.operate(() => ({
      about: [],
      label: label('label.areal-cells', []),
      cells: { ...assumption, ...this.boxOf(assumption) },
    }))
  }

  private boxOf({ rectangle }: Partial<CellAssumption>): { readonly box?: Box } {
    if (rectangle === 'regions') return { box: boundsOf(this.table.vertices, 0, this.table.vertices.length / 3) }
    if (rectangle !== 'ground') return {}
    if (!this.terrain) throw new StudioError('areal.no-ground', {})
    return { box: this.terrain }
  }

  rebuildLinks(which: 'broken' | 'all'): Outcome {
    return this.operate(draft => {
      const { added, removed, changed, areals } = rebuildLinks(draft, which)
      return { about: areals, label: label('label.areal-links', []), counts: { added, removed, changed } }
    })
  }

  private operate(work: (draft: ArealDraft) => Saying): Outcome {
    const draft = new ArealDraft(this.entry.bytes, this.table)
    return finish(draft, this.entry, this.grid, work(draft))
  }
}

const label = (code: string, areals: readonly number[], params: Readonly<Record<string, string | number>> = {}) => ({
  code,
  params: { areal: areals[0] ?? 0, n: new Set(areals).size, ...params },
})

const said = (code: string, n: number) => (n === 0 ? [] : [{ code, params: { n } }])

const reshaped = (draft: ArealDraft): readonly number[] =>
  [...draft.touched].flatMap(([areal, record]) => (record.isReshaped ? [areal] : []))

function wordsOf(values: Readonly<Record<string, number>>): (readonly [field: Painted, value: number])[] {
  return Object.entries(values).map(([name, value]) => {
    const field = PAINTED.find(painted => painted === name)
    if (!field) throw new StudioError('areal.no-field', { field: name })
    if (!(Number.isInteger(value) && value >= 0 && value <= 0xffffffff))
      throw new StudioError('areal.no-number', { field, value })
    return [field, value] as const
  })
}
