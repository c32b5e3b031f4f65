import type { Format, EntryInfo, Opened, Problem } from '../../format'
import { reportOn, type Report } from '../../format/report'
import { document, type AnyLayout, type Document } from '../../layout'
import { ANIM, ANIM_SIGNATURE } from './anim/anim'
import { checkAnim } from './anim/anim-rules'
import { SAVE_ACTIVATION, SAVE_HEADER } from './anim/save'
import { ARCHIVE_CODEC } from './archive/archive'
import { checkArchive } from './archive/archive-rules'
import { GAMEZ, GAMEZ_SIGNATURE } from './gamez/gamez'
import { MECHLIB_MATERIALS, MECHLIB_MODEL, MECHLIB_NUMBER, MECHLIB_OUTLINE } from './mechlib/mechlib'
import { checkMechMaterials, checkMechModel } from './mechlib/mechlib-rules'
import { MECH_CONVERSIONS, mechModel } from './model/mech-mesh'
import { WORLD_CONVERSIONS } from './model/world-mesh'
import { MOTION } from './motion/motion'
import { checkMotion } from './motion/motion-rules'
import { WORLD_OPERATIONS } from './operations/operations'
import { repairGamez } from './rules/computed'
import { checkGamez } from './rules/gamez-rules'
import { one } from './rules/expected'
import { expectNode } from './rules/record-rules'
import { INTERP, INTERP_SIGNATURE } from './scripts/interp'
import { READER } from './scripts/reader'
import { checkInterp, checkReader } from './scripts/script-rules'
import { PACKAGE_CODEC } from './textures/package'
import { checkPackage, checkTexture } from './textures/package-rules'
import { TEXTURE } from './textures/texture'
import { TEXTURE_CONVERSIONS, texturePicture, texturePictures } from './textures/texture-picture'

/** Whether a file begins with that word, or has the name of one that should. */
const beginsWith =
  (signature: number, name: RegExp) =>
  (entry: EntryInfo): boolean =>
    entry.container === null &&
    (name.test(entry.name) || [0, 8, 16, 24].every((shift, at) => entry.head[at] === ((signature >>> shift) & 0xff)))

const isFile =
  (name: RegExp) =>
  (entry: EntryInfo): boolean =>
    entry.container === null && name.test(entry.name)

/** A row with that name in an archive with that name. */
const isRow =
  (archive: RegExp, row: RegExp) =>
  ({ container, name }: EntryInfo): boolean =>
    container?.format === ARCHIVE_ID && archive.test(container.name) && row.test(name)

const ARCHIVE_ID = 'mw3.archive'
const PACKAGE_ID = 'mw3.texture-package'

interface Declared {
  readonly id: string
  readonly match: Format['match']
  readonly layout: AnyLayout
  readonly trailing?: string
  rules?(opened: Document, report: Report, entry: Opened): void
}

/** A format of one layout. Bytes that it does not explain are an error; what is readable is judged by the rules. */
const declared = ({ id, match, layout, rules, trailing = 'mw3.H11' }: Declared): Format => ({
  id,
  match,
  layout: () => layout,
  check(entry): Promise<readonly Problem[]> {
    const report = reportOn(entry)
    const opened = document(layout, entry.bytes)
    const fault = opened.isWhole ? undefined : opened.findings[0]
    if (fault) {
      const { length } = entry.bytes
      const size = Math.max(0, Math.min(fault.size, length - fault.offset))
      const code = fault.what === 'trailing' ? trailing : 'mw3.H11'
      report.error(
        code,
        { size: length },
        { path: fault.path, ...(size > 0 && { range: [fault.offset, size] as const }) },
      )
    }
    rules?.(opened, report, entry)
    return Promise.resolve(report.problems())
  },
})

const MECHLIB = /^mechlib\.zbd$/i
const READERS = /^reader\w*\.zbd$/i
const SAVE = /\.mw3$/i

/** All formats of MechWarrior 3, archives before the rows in them. */
export const MW3_FORMATS: readonly Format[] = [
  {
    id: 'mw3.gamez',
    match: beginsWith(GAMEZ_SIGNATURE, /^gamez\.zbd$/i),
    layout: () => GAMEZ,
    check(entry) {
      const report = reportOn(entry)
      checkGamez(document(GAMEZ, entry.bytes), report)
      return Promise.resolve(report.problems())
    },
    repair: async (entry, fix) => repairGamez(entry, fix),
    operations: WORLD_OPERATIONS,
    conversions: WORLD_CONVERSIONS,
  },
  declared({
    id: 'mw3.interp',
    match: beginsWith(INTERP_SIGNATURE, /^interp\.zbd$/i),
    layout: INTERP,
    trailing: 'mw3.I3.trailing',
    rules: checkInterp,
  }),
  declared({
    id: 'mw3.anim',
    match: beginsWith(ANIM_SIGNATURE, /^anim\.zbd$/i),
    layout: ANIM,
    rules: checkAnim,
  }),
  {
    id: PACKAGE_ID,
    match: isFile(/^(?:r?texture\w*|rimage|rmechtex\w*)\.zbd$/i),
    archive: PACKAGE_CODEC,
    async check(entry) {
      const report = reportOn(entry, await rowPaths(entry))
      checkPackage(entry.bytes, report)
      return report.problems()
    },
  },
  {
    id: ARCHIVE_ID,
    match: isFile(/^(?:mechlib|motion|reader\w*|sounds\w*)\.zbd$|\.mw3$/i),
    archive: ARCHIVE_CODEC,
    async check(entry) {
      const report = reportOn(entry, await rowPaths(entry))
      checkArchive(entry.bytes, report)
      return report.problems()
    },
  },
  {
    id: 'mw3.texture',
    match: ({ container }) => container?.format === PACKAGE_ID,
    layout: () => TEXTURE,
    conversions: TEXTURE_CONVERSIONS,
    picture: texturePicture,
    pictures: texturePictures,
    check(entry) {
      const report = reportOn(entry)
      const palette = entry.attributes['palette_index']
      checkTexture(document(TEXTURE, entry.bytes), report, typeof palette === 'number' ? palette : undefined)
      return Promise.resolve(report.problems())
    },
  },
  {
    ...declared({
      id: 'mw3.mechlib-model',
      match: isRow(MECHLIB, /\.flt$/i),
      layout: MECHLIB_MODEL,
      trailing: 'mw3.L1',
      rules: checkMechModel,
    }),
    outline: MECHLIB_OUTLINE,
    conversions: MECH_CONVERSIONS,
    model: mechModel,
  },
  declared({
    id: 'mw3.mechlib-materials',
    match: isRow(MECHLIB, /^materials$/),
    layout: MECHLIB_MATERIALS,
    trailing: 'mw3.L1',
    rules: checkMechMaterials,
  }),
  declared({
    id: 'mw3.mechlib-format',
    match: isRow(MECHLIB, /^format$/),
    layout: MECHLIB_NUMBER,
    trailing: 'mw3.L5.size',
    rules: (opened, report) => void expectNode(report, opened.root.childNamed('value'), 'mw3.L5', one(1)),
  }),
  declared({
    id: 'mw3.mechlib-version',
    match: isRow(MECHLIB, /^version$/),
    layout: MECHLIB_NUMBER,
    trailing: 'mw3.L5.size',
    rules: (opened, report) => void expectNode(report, opened.root.childNamed('value'), 'mw3.L5', one(27)),
  }),
  declared({
    id: 'mw3.reader',
    match: isRow(READERS, /./),
    layout: READER,
    rules: checkReader,
  }),
  declared({ id: 'mw3.motion', match: isRow(/^motion\.zbd$/i, /./), layout: MOTION, rules: checkMotion }),
  declared({
    id: 'mw3.save-header',
    match: isRow(SAVE, /^zSaveHeader$/),
    layout: SAVE_HEADER,
    rules(opened, report) {
      expectNode(report, opened.root.childNamed('field_0'), 'mw3.S1', one(8))
      expectNode(report, opened.root.childNamed('field_4'), 'mw3.S1', one(2))
    },
  }),
  declared({ id: 'mw3.save-activation', match: isRow(SAVE, /./), layout: SAVE_ACTIVATION }),
  // RIFF files, in archives and beside them: kept byte for byte.
  {
    id: 'mw3.sound',
    match: entry => isRow(/^sounds\w*\.zbd$/i, /./)(entry) || isFile(/\.wav$/i)(entry),
  },
]

async function rowPaths(entry: Opened): Promise<readonly string[]> {
  return (await entry.entries()).map(row => row.path)
}
