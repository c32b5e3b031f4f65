import { StudioError, type EntryInfo, type Format, type Opened, type SceneItem } from '../../../format'
import { isExplained } from '../../../format/fields'
import { reportOn, type Report } from '../../../format/report'
import { document, locate, rangeOf, type Document } from '../../../layout'
import { isOld, meshOf, VERSION } from './aswm'
import { checkIslands, checkMatrix, checkMembership } from './island-rules'
import { meshOfDocument, Version, versionOf, wholeMesh } from './mesh'
import { checkEdges, checkIndexes, checkLinks, checkTriangles, checkVertices } from './mesh-rules'
import { fieldPlace } from './mesh-places'
import { walkmeshConversions } from './walkmesh-mesh'
import { repairWalkmesh } from './walkmesh-repair'
import { walkmeshScene } from './walkmesh-scene'
import { walkmeshTools } from './walkmesh-tools'
import { groundScene } from '../terrain/ground-scene'
import { WALKMESH_OPERATIONS } from '../operations/operations'
import { withTakenObj } from '../operations/take-walkmesh'
import { checkCentres, checkTables, checkTileRanges, checkTileStatistics, checkTileWords } from './tile-rules'

/** Whether it is of today's version, as far as its first bytes are known. */
const isCurrent = (entry: EntryInfo): boolean => (versionOf(entry.head) ?? VERSION) === VERSION

/** Flags of the tiles that toolset files have: of a TRN and of a TRX (nwn2 4.7). */
const KNOWN_FLAGS = [15, 31]

function checkWalkmesh(entry: Opened, report: Report): void {
  const version = versionOf(entry.head)
  const opened = document(meshOf(version), entry.bytes)
  const codes = { cut: 'aswm.truncated', trailing: 'aswm.trailing' }
  if (version === undefined) return report.error('aswm.truncated', { size: entry.size }, {})
  if (version !== VERSION) {
    const place = { path: 'version', range: rangeOf(0, Version, 'version') }
    if (!isOld(version)) return report.error('aswm.version', { version: hex(version) }, { range: place.range })
    report.info('aswm.version.old', { version: hex(version) }, place)
    isExplained(opened, codes, report)
    return
  }
  if (opened.isWhole) checkMesh(opened, report)
  else if (!reportOwnedData(opened, report)) isExplained(opened, codes, report)
}

const hex = (version: number): string => `0x${version.toString(16).toUpperCase()}`

/** A tile with data of its own, whose shape is not known, is why the rest does not fit (nwn2 4.8). */
function reportOwnedData(opened: Document, report: Report): boolean {
  const tiles = locate(opened, 'tiles')
  for (let tile = 0; tile < (tiles?.childCount ?? 0); tile++) {
    const field = tiles?.child(tile).childNamed('owns_data')
    if (!field?.isWhole) return false
    const { path, offset, size, value } = field
    if (value === 0) continue
    report.error('aswm.tile.owns-data', { tile }, { path, range: [offset, size] })
    return true
  }
  return false
}

function checkMesh(opened: Document, report: Report): void {
  const mesh = meshOfDocument(opened)
  const owns = locate(opened, 'owns_data')?.value
  if (owns !== 1) report.error('aswm.owns-data', { value: Number(owns) }, fieldPlace(mesh, 'owns_data'))
  const first = locate(opened, 'triangle_offset')?.value
  if (first !== 0) report.info('aswm.triangle-offset', { value: Number(first) }, fieldPlace(mesh, 'triangle_offset'))
  if (!KNOWN_FLAGS.includes(mesh.tilesFlags))
    report.info('aswm.tiles-flags', { flags: mesh.tilesFlags }, fieldPlace(mesh, 'tiles_flags'))
  checkTileWords(mesh, report)
  checkVertices(mesh, report)
  const areIndexes = checkIndexes(mesh, report)
  const areRanges = checkTileRanges(mesh, report)
  if (areIndexes) {
    checkEdges(mesh, report)
    checkLinks(mesh, report)
    checkTriangles(mesh, report)
  }
  if (areIndexes && areRanges) {
    checkTileStatistics(mesh, report)
    checkCentres(mesh, report)
    checkTables(mesh, report)
  }
  checkMembership(mesh, report)
  if (checkIslands(mesh, report)) checkMatrix(mesh, report)
}

/** Items of a mesh; none of a damaged or older one, whose check names the reason. The variant is the file extension: TRN or TRX. */
function sceneOf(entry: Opened): readonly SceneItem[] {
  const mesh = wholeMesh(entry.bytes)
  const variant = /\.(\w+)$/.exec(entry.container?.name ?? '')?.[1]?.toUpperCase() ?? ''
  return mesh ? walkmeshScene(mesh, entry.path, variant) : []
}

/** The walkmesh of an area (nwn2 4). */
export const WALKMESH: Format = {
  id: 'nwn2.aswm',
  match: ({ container, name }) => container?.format === 'nwn2.trn' && name === 'ASWM',
  layout: entry => meshOf(versionOf(entry.head)),
  numbered: 'triangles',
  conversions: withTakenObj(walkmeshConversions(isCurrent)),
  operations: WALKMESH_OPERATIONS,
  scene: async entry => sceneOf(entry),
  surroundings: groundScene,
  async regions(entry) {
    const mesh = wholeMesh(entry.bytes)
    if (!mesh) throw new StudioError('aswm.not-drawable')
    return walkmeshTools(mesh)
  },
  async check(entry) {
    const report = reportOn(entry)
    checkWalkmesh(entry, report)
    return report.problems()
  },
  repair: async (entry, fix) => repairWalkmesh(entry, fix.id, fix.params),
}
