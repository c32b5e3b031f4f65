import type { Candidate, EntryInfo, Format, Opened, Problem } from '../../format'
import { isExplained } from '../../format/fields'
import { reportOn, type Report } from '../../format/report'
import { document, type AnyLayout, type Document } from '../../layout'
import { adbLayout, isShortVariant } from './animation-db/adb'
import { checkAnimations, checkClipsOf } from './animation-db/adb-rules'
import { CAMERA } from './camera/cam'
import { checkCamera } from './camera/cam-rules'
import { databaseKind, databaseLayout } from './database/database'
import { checkDatabase } from './database/database-rules'
import { MOB, MOB_OUTLINE } from './map/mob'
import { checkMap } from './map/mob-rules'
import { checkQuest } from './map/quest-rules'
import { trackLayout } from './model/anm'
import { BON } from './model/bon'
import { isMesh, meshLayout } from './model/fig'
import { FIG_CONVERSIONS, figModel } from './model/fig-mesh'
import { LNK } from './model/lnk'
import { modModel } from './model/mod-model'
import { checkClip, checkClips } from './model/animation-rules'
import { repairMesh } from './model/mesh-bounds'
import { checkMesh, hasLostZeros } from './model/mesh-rules'
import { checkLink, checkOffsets, checkOffsetSet, checkTrack, repairLink, checkModel } from './model/model-rules'
import { nameKey, sameName, stem } from './names'
import { REG } from './reg/reg'
import { checkReg, repairReg } from './reg/reg-rules'
import { followTables } from './reg/reg-tables'
import { hasMagic, ResLayout } from './res/directory'
import { RES_CODEC } from './res/res'
import { repairArchive, reportArchive } from './res/res-rules'
import { MP } from './terrain/mp'
import { sectorLayout } from './terrain/sec'
import { checkBorders, checkHead, checkSector, checkSectors, checkTerrain, headOf } from './terrain/terrain-rules'
import { pageOfTexts } from './texts/page'
import { mapListLayout, textLayout } from './texts/texts'
import { BUILD_MIPS } from './texture/build-mips'
import { MMP } from './texture/mmp'
import { MMP_CONVERSIONS, MMP_PICTURE, mmpPictures } from './texture/mmp-picture'
import { checkTexture } from './texture/mmp-rules'

const PREFIX = 'evil-islands.'

const id = (name: string): string => PREFIX + name

type Match = (entry: Candidate) => boolean

const isLoose: Match = ({ container }) => container === null
const isRow: Match = ({ container }) => container !== null && CONTAINERS.has(container.format)
const isIn = (format: string): Match => {
  const whole = id(format)
  return ({ container }) => container?.format === whole
}
const ends =
  (ending: RegExp): Match =>
  ({ name }) =>
    ending.test(name)
const both =
  (...all: readonly Match[]): Match =>
  entry => {
    for (const one of all) if (!one(entry)) return false
    return true
  }
const begins =
  (magic: readonly number[]) =>
  ({ head }: Pick<EntryInfo, 'head'>): boolean =>
    magic.every((byte, at) => head[at] === byte)
const either =
  (...all: readonly Match[]): Match =>
  entry => {
    for (const one of all) if (one(entry)) return true
    return false
  }
const ADB_MAGIC = [0x41, 0x44, 0x42, 0]
const MMP_MAGIC = [0x4d, 0x4d, 0x50, 0]
const REG_MAGIC = [0xfb, 0x3e, 0xab, 0x45]
const isArchive: Match = ({ head }) => hasMagic(head)

/** Rules of the rows of an archive, beside those of its directory; problems of rows are returned. */
type RowRules = (
  entry: Opened,
  rows: readonly Opened[],
  report: Report,
) => void | readonly Problem[] | Promise<void | readonly Problem[]>

const archive = (name: string, match: Match, rules?: RowRules): Format => ({
  id: id(name),
  match,
  layout: () => ResLayout,
  archive: RES_CODEC,
  async check(entry) {
    const { report, directory } = await reportArchive(entry)
    const ofRows = directory && (await rules?.(entry, await entry.entries(), report))
    return [...report.problems(), ...(ofRows ?? [])]
  },
  repair: (entry, fix) => repairArchive(entry, fix.id),
})

/** RES and its kin: what an archive is follows from its ending and from what contains it (evil-islands 2). */
const ARCHIVES: readonly Format[] = [
  archive('mpr', both(isLoose, ends(/\.mpr$/i)), checkTerrain),
  { ...archive('mq', both(isLoose, ends(/\.mq$/i)), checkQuest), encoding: pageOfTexts },
  { ...archive('res', both(isLoose, either(isArchive, ends(/\.res$/i)))), encoding: pageOfTexts },
  archive('clip', both(isIn('anm'), isArchive), checkClip),
  { ...archive('mod', both(isRow, ends(/\.mod$/i)), checkModel), model: modModel },
  archive('bon-set', both(isRow, ends(/\.bon$/i), isArchive), checkOffsetSet),
  archive('anm', both(isRow, ends(/\.anm$/i)), checkClips),
]
const CONTAINERS: ReadonlySet<string> = new Set(ARCHIVES.map(format => format.id))

/** Reports bytes that a layout does not explain; bytes behind the last record are a warning. False where there are others. */
function isWhole(opened: Document, codes: { readonly cut: string; readonly tail: string }, report: Report): boolean {
  const fault = opened.isWhole ? undefined : opened.findings[0]
  if (fault?.what !== 'trailing' || fault.path !== '')
    return isExplained(opened, { cut: codes.cut, trailing: codes.cut }, report)
  report.warning(codes.tail, { n: fault.size }, { range: [fault.offset, fault.size] })
  return true
}

interface Declared {
  readonly name: string
  readonly match: Match
  readonly layout: (entry: EntryInfo) => AnyLayout
  check(entry: Opened, opened: Document, report: Report): Promise<void> | void
}

const declared = ({ name, match, layout, check }: Declared): Format => ({
  id: id(name),
  match,
  layout,
  async check(entry): Promise<readonly Problem[]> {
    const report = reportOn(entry)
    await check(entry, document(layout(entry), entry.bytes), report)
    return report.problems()
  },
})

const fixedLayout = (layout: AnyLayout) => (): AnyLayout => layout

const link: Format = {
  ...declared({
    name: 'lnk',
    match: both(
      isRow,
      either(
        ends(/\.lnk$/i),
        both(isIn('mod'), ({ name, container }) => sameName(name, stem(container?.name ?? ''))),
      ),
    ),
    layout: fixedLayout(LNK),
    async check(entry, opened, report) {
      if (!isWhole(opened, { cut: 'lnk.cut', tail: 'lnk.tail' }, report)) return
      const parts = checkLink(opened, report)
      const loose = entry.container?.format === id('mod') ? undefined : stem(entry.name)
      const names = new Set((await entry.entries()).map(row => nameKey(row.name)))
      const isThere = (part: string): boolean => names.has(nameKey(loose === undefined ? part : `${loose}${part}.fig`))
      parts.forEach((part, k) => {
        const place = { path: `parts/${k}/name` }
        if (!isThere(part)) report.error('lnk.mesh', { part }, place)
        if (loose !== undefined && !names.has(nameKey(`${loose}${part}.bon`)))
          report.error('lnk.offsets', { part }, place)
      })
    },
  }),
  repair: async (entry, fix) => repairLink(entry, fix.id),
}

const mesh: Format = {
  ...declared({
    name: 'fig',
    match: both(
      isRow,
      either(({ head }) => isMesh(head), ends(/\.fig$/i)),
    ),
    layout: ({ head }) => meshLayout(head),
    check(entry, opened, report) {
      const { head, bytes } = entry
      if (!isMesh(head)) report.error('fig.magic', {}, { path: 'magic', range: [0, Math.min(4, bytes.length)] })
      else if (opened.isWhole) checkMesh(entry, opened, report)
      else if (hasLostZeros(bytes)) report.error('fig.lost-zeros', { size: bytes.length }, { range: [0, bytes.length] })
      else
        report.error(
          'fig.size',
          { size: bytes.length },
          { path: opened.findings[0]?.path ?? '', range: [0, bytes.length] },
        )
    },
  }),
  conversions: FIG_CONVERSIONS,
  model: figModel,
  repair: async (entry, fix) => repairMesh(entry, fix.id),
}

const offsets = declared({
  name: 'bon',
  match: either(isIn('bon-set'), both(isRow, ends(/\.bon$/i))),
  layout: fixedLayout(BON),
  check: checkOffsets,
})

const track = declared({
  name: 'anm-track',
  match: isIn('clip'),
  layout: trackLayout,
  check(_, opened, report) {
    if (isWhole(opened, { cut: 'anm.cut', tail: 'anm.tail' }, report)) checkTrack(opened, report)
  },
})

const animations = declared({
  name: 'adb',
  match: both(isRow, either(ends(/\.adb$/i), begins(ADB_MAGIC))),
  layout: adbLayout,
  async check(entry, opened, report) {
    if (!begins(ADB_MAGIC)(entry)) report.error('adb.magic', {}, { path: 'magic', range: [0, Math.min(4, entry.size)] })
    else if (isShortVariant(entry)) report.warning('adb.short', { size: entry.size }, { path: 'record_count' })
    else if (isExplained(opened, { cut: 'adb.cut', trailing: 'adb.cut' }, report)) {
      checkAnimations(opened, report)
      await checkClipsOf(entry, opened, report)
    }
  },
})

const database = declared({
  name: 'db',
  match: both(isRow, entry => databaseKind(entry) !== undefined),
  layout: databaseLayout,
  check: checkDatabase,
})

const texture: Format = {
  ...declared({
    name: 'mmp',
    match: either(begins(MMP_MAGIC), both(isRow, ends(/\.mmp$/i))),
    layout: fixedLayout(MMP),
    async check(entry, opened, report) {
      if (!begins(MMP_MAGIC)(entry))
        report.error('mmp.magic', {}, { path: 'magic', range: [0, Math.min(4, entry.size)] })
      else if (isExplained(opened, { cut: 'mmp.cut', trailing: 'mmp.cut' }, report))
        await checkTexture(entry, opened, report)
    },
  }),
  conversions: MMP_CONVERSIONS,
  operations: [BUILD_MIPS],
  picture: MMP_PICTURE.raster,
  pictures: mmpPictures,
}

const register: Format = {
  ...declared({
    name: 'reg',
    match: either(begins(REG_MAGIC), ends(/\.reg$/i)),
    layout: fixedLayout(REG),
    check(entry, opened, report) {
      if (!begins(REG_MAGIC)(entry))
        report.error('reg.magic', {}, { path: 'magic', range: [0, Math.min(4, entry.size)] })
      else if (opened.findings[0]?.what === 'union') {
        const { path, offset, size } = opened.findings[0]
        report.error('reg.type', {}, { path, range: [offset, size] })
      } else if (isWhole(opened, { cut: 'reg.cut', tail: 'reg.tail' }, report)) checkReg(opened, report)
    },
  }),
  follow: followTables,
  repair: async (entry, fix) => repairReg(entry, fix.id),
}

const terrain = declared({
  name: 'mp',
  match: both(isRow, ends(/\.mp$/i)),
  layout: fixedLayout(MP),
  async check(entry, opened, report) {
    if (!isWhole(opened, { cut: 'mp.cut', tail: 'mp.tail' }, report)) return
    checkHead(opened, report)
    checkSectors(entry, opened, await entry.entries(), report)
  },
})

const sector = declared({
  name: 'sec',
  match: both(isRow, ends(/\.sec$/i)),
  layout: sectorLayout,
  async check(entry, opened, report) {
    if (!isExplained(opened, { cut: 'sec.size', trailing: 'sec.size' }, report)) return
    const rows = await entry.entries()
    const head = headOf(rows, entry.container?.name ?? '')
    const of = head && document(MP, head.bytes)
    const number = (field: string): number => Number(of?.root.childNamed(field)?.value)
    const known = of?.isWhole ? { textures: number('texture_count'), materials: number('material_count') } : undefined
    checkSector(entry, opened, known, report)
    await checkBorders(entry, opened, rows, report)
  },
})

const map: Format = {
  ...declared({
    name: 'mob',
    match: both(isLoose, ends(/\.mob$/i)),
    layout: fixedLayout(MOB),
    check: checkMap,
  }),
  outline: MOB_OUTLINE,
}

const camera = declared({
  name: 'cam',
  match: both(isLoose, ends(/\.cam$/i)),
  layout: fixedLayout(CAMERA),
  check(_, opened, report) {
    if (isExplained(opened, { cut: 'cam.size', trailing: 'cam.size' }, report)) checkCamera(opened, report)
  },
})

const isTextArchive: Match = either(
  isIn('mq'),
  both(isIn('res'), ({ container }) => /^texts/i.test(container?.name ?? '')),
)

const mapList: Format = {
  id: id('map-list'),
  match: both(isTextArchive, ends(/(?:^|\\)map(?:-lmp)?\.txt$/i)),
  layout: mapListLayout,
}

const text: Format = { id: id('text'), match: isTextArchive, layout: textLayout }

/** All file kinds of the game: those matched by container and name come before those matched by their bytes. */
export const FORMATS: readonly Format[] = [
  ...ARCHIVES,
  register,
  texture,
  link,
  mesh,
  offsets,
  track,
  animations,
  database,
  terrain,
  sector,
  map,
  camera,
  mapList,
  text,
]
