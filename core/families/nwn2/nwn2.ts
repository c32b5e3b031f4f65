import type { Family, Format } from '../../format'
import { coveredAreas, listAreas } from './areas'
import { WALKMESH } from './aswm/walkmesh'
import { ERF } from './erf/erf'
import { GFF, GIT_TREE, TREE } from './gff/gff'
import { MESSAGES } from './messages/messages'
import { REFERENCES } from './references'
import { TERRAIN_FORMATS } from './terrain/terrain-format'
import { TRN } from './trn/trn'
import { TWO_DA_FORMAT } from './two-da/two-da'
import { ZIP } from './zip/zip'

export const FORMATS: readonly Format[] = [
  TRN,
  ERF,
  ZIP,
  GFF,
  WALKMESH,
  ...TERRAIN_FORMATS,
  GIT_TREE,
  TREE,
  TWO_DA_FORMAT,
]

/** The program's folder: tables, models, textures; it is only read (nwn2 20.6). */
const isGameFile = (file: string): boolean => /^(?:nwn2main\.exe|data\/.*\.zip)$/i.test(file)

/** Neverwinter Nights 2: the user's folder, the folder of a module, or one file. */
export const NWN2: Family = {
  id: 'nwn2',
  title: 'Neverwinter Nights 2',
  formats: FORMATS,
  encoding: 'cp1252',
  messages: MESSAGES,
  help: async () => (await import('./help/help')).HELP,
  sample: async seed => (await import('./sample/sample')).sampleFiles(seed),
  launch: { executables: ['nwn2main.exe', 'nwn2server.exe'], root: 'game', logs: [] },
  icons: { map: ['aswm'], terrain: ['trwh', 'trrn', 'watr'], table: ['2da'] },
  overrides: 'override',
  subjects: listAreas,
  roots: [{ id: 'game', title: 'Neverwinter Nights 2', detect: files => (files.some(isGameFile) ? 1 : 0) }],
  references: REFERENCES,
  checkInstall: install => Promise.resolve(coveredAreas(install)),
}
