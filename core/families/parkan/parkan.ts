import {
  SiblingCounts,
  StudioError,
  type EntryInfo,
  type Family,
  type Format,
  type Opened,
  type Problem,
} from '../../format'
import { arealScene } from './areal-map/areal-scene'
import { checkMapArchive } from './areal-map/areal-archive-rules'
import { reportDamage } from './areal-map/areal-damage'
import { arealTools } from './areal-map/edit/areal-edit'
import { arealMap, isArealMap, numberAttribute } from './areal-map/areal-map'
import { repairAreals } from './areal-map/areal-repair'
import { checkAreals, checkCells } from './areal-map/areal-rules'
import { arealTable, openAreals } from './areal-map/areal-table'
import { BUILD_DAT } from './build-dat/build-dat-format'
import { CONTROL_FORMAT } from './control/control-format'
import { checkInstall } from './install-rules'
import { reportNotChecked } from './declared-later'
import { EXPLOSION_FORMAT } from './explosion/explosion'
import { FONT_FORMAT } from './font/font-format'
import { REFERENCES } from './links'
import { MESSAGES } from './messages/messages'
import { PALETTE_FORMAT } from './palette/palette'
import { RESEARCH_FORMATS } from './research/research-format'
import { SAVE_FORMAT } from './save/save'
import { EFFECT_FORMAT } from './effect/effect-format'
import { MISSION_FORMAT } from './mission/mission-format'
import { startIn } from './mission/missions'
import { listSubjects } from './subjects'
import { MATERIAL } from './material/material-format'
import { archivedModel } from './assembly/archived-model'
import { prototypeModelOf } from './assembly/unit-scene'
import { checkModelArchive } from './model/model-archive-rules'
import { isModel } from './model/model-chunks'
import { MODEL_FORMATS } from './model/model-format'
import { PART_FORMATS } from './parts/part-formats'
import { PROTOTYPE_FORMAT } from './prototype/prototype'
import { PROFILE_FORMAT } from './script/profile'
import { SCRIPT_FORMAT } from './script/script'
import { SKY_FORMAT } from './sky/sky'
import { SOUND_FORMAT } from './sound/sound-format'
import { MESH_CONVERSIONS } from './mesh/mesh-file'
import { NRES } from './nres/nres'
import { archiveLayout } from './nres/nres-layout'
import { repairArchive } from './nres/nres-repair'
import { checkArchive } from './nres/nres-rules'
import { reportOn } from '../../format/report'
import { RSLI } from './rsli/rsli'
import { checkLandArchive } from './terrain/land-archive-rules'
import { CHUNK_ORDER, isLandChunk, isTerrain, landChunk } from './terrain/land-mesh'
import { terrainBounds } from './terrain/land-table'
import { groundTools } from './terrain/edit/terrain-edit'
import { checkChunk } from './terrain/terrain-rules'
import { terrainPaints } from './terrain/terrain-paint'
import { terrainScene } from './terrain/terrain-scene'
import { KEYED_TEXTS } from './texts/keyed-texts'
import { TEXTURE } from './texture/texture-format'
import { UNIT_FORMAT } from './unit/unit-format'
import { WEAR } from './wear/wear-format'
import { readWear } from './wear/wear'

/** XY of the hull of the Land.msh beside a map: the second guess for the rectangle of its cells (parkan 15). */
async function hullBeside(entry: Opened) {
  const rows = await (await entry.beside('Land.msh'))?.entries()
  const slots = rows?.find(row => row.attributes['type_id'] === 2)
  return slots && terrainBounds(slots.bytes)
}

/**
 * Chunk 12 of a Land.map. Its scene is the areals and the lookup cells; with it belongs the ground of Land.msh, whose
 * scene hangs on the chunk of faces there: `beside('Land.msh')`, its `entries()`, the one of `parkan.land-mesh.21`.
 */
const AREAL_MAP: Format = {
  id: 'parkan.areal-map',
  match: isArealMap,
  layout: entry => arealMap(numberAttribute(entry, 'attr1')),
  numbered: 'areals',
  scene: async entry => arealScene(tableOf(entry), entry.path, await hullBeside(entry)),
  async check(entry) {
    const report = reportOn(entry)
    const readable = reportDamage(entry.bytes, numberAttribute(entry, 'attr1'), report)
    if (readable !== 'nothing') checkAreals(tableOf(entry), report)
    if (readable === 'all') checkCells(tableOf(entry), report, await hullBeside(entry))
    return report.problems()
  },
  repair: async (entry, fix) => repairAreals(entry, fix.id, fix.params, await hullBeside(entry)),
  regions: async entry => arealTools(entry, await hullBeside(entry)),
}

const tableOf = (entry: Opened) => arealTable(openAreals(entry.bytes, numberAttribute(entry, 'attr1')))

/** Rows that both wear tables of a map hold (parkan 3.8). */
async function materialRows(entry: Opened): Promise<number | undefined> {
  const tables = [await entry.beside('Land1.wea'), await entry.beside('Land2.wea')]
  const counts = tables.flatMap(table => (table ? [readWear(table.bytes).materials.length] : []))
  return counts.length === 0 ? undefined : Math.min(...counts)
}

/** One chunk of a Land.msh. The ground is drawn from the faces (21); the areals of Land.map lie over it. */
const landFormat = (type: number): Format => ({
  id: `parkan.land-mesh.${type}`,
  match: entry => isLandChunk(entry, type),
  layout: entry => {
    const layout = landChunk(type, numberAttribute(entry, 'attr1'))
    if (!layout) throw new StudioError('format.no-layout', { type })
    return layout
  },
  async check(entry) {
    const report = reportOn(entry)
    await checkChunk(entry, type, report, materialRows)
    return report.problems()
  },
  ...(type === 21 && { scene: terrainScene, paints: terrainPaints, ground: groundTools }),
})

/** Every archive; the rules of maps and terrains that concern the directory hang on it too. */
const ARCHIVE: Format = {
  ...NRES,
  layout: archiveLayout,
  conversions: MESH_CONVERSIONS,
  model: archivedModel,
  async check(entry): Promise<readonly Problem[]> {
    const report = reportOn(
      entry,
      (await entry.entries()).map(row => row.path),
    )
    const rows = checkArchive(entry.bytes, report)
    if (!rows) return report.problems()
    const types = new SiblingCounts(() => rows.map(({ type_id }) => ({ type_id })))
    if (isTerrain(types, entry.name)) checkLandArchive(entry.bytes, rows, report)
    else if (isMapFile(entry)) checkMapArchive(entry.bytes, rows, report)
    else if (isModel(types)) checkModelArchive(entry.bytes, rows, report)
    else reportNotChecked(entry, rows, report)
    return report.problems()
  },
  repair: (entry, fix) => repairArchive(entry, fix.id, fix.params),
}

const isMapFile = (entry: EntryInfo): boolean => entry.container === null && /\.map$/i.test(entry.name)

/** Parkan: Iron Strategy. */
export const PARKAN: Family = {
  id: 'parkan',
  title: 'Parkan: Iron Strategy',
  encoding: 'cp1251',
  messages: MESSAGES,
  help: async () => (await import('./help/help')).HELP,
  sample: async seed => (await import('./sample/sample')).sampleInstall({ ...(seed !== undefined && { seed }) }),
  formats: [
    AREAL_MAP,
    ...CHUNK_ORDER.map(landFormat),
    RSLI,
    ARCHIVE,
    WEAR,
    BUILD_DAT,
    TEXTURE,
    FONT_FORMAT,
    PALETTE_FORMAT,
    MATERIAL,
    ...MODEL_FORMATS,
    ...PART_FORMATS,
    UNIT_FORMAT,
    { ...PROTOTYPE_FORMAT, model: prototypeModelOf },
    EXPLOSION_FORMAT,
    CONTROL_FORMAT,
    SKY_FORMAT,
    SCRIPT_FORMAT,
    PROFILE_FORMAT,
    SOUND_FORMAT,
    EFFECT_FORMAT,
    MISSION_FORMAT,
    ...RESEARCH_FORMATS,
    SAVE_FORMAT,
    ...KEYED_TEXTS,
  ],
  // dgVoodoo's two libraries (parkan 10.2)
  launch: {
    executables: ['iron_3d.exe', 'iron_3d_p2.exe'],
    logs: ['Behavior.log', 'ai.log'],
    windowsLibraries: ['DDraw.dll', 'D3DImm.dll'],
  },
  icons: {
    map: ['.map', 'areal-map', 'mission'],
    terrain: ['.msh', 'land-mesh'],
    model: ['model'],
    picture: ['texture', 'font', 'palette'],
    sound: ['sound'],
    text: ['wear', 'build-dat', 'tips', 'mission-title', 'description'],
    script: ['script', 'profile', 'varset', 'formulas'],
  },
  references: REFERENCES,
  subjects: listSubjects,
  startIn,
  checkInstall,
}

// For other programs that read the same files: layouts of the two map files, and the archive around them.
export { openArchive } from './nres/nres'
export { writeArchive } from './nres/nres-pack'
export { RSLI_CODEC } from './rsli/rsli'
export { CHUNK_ORDER, arealMap, landChunk }
