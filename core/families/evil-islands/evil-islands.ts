import type { Family } from '../../format'
import { FORMATS } from './formats'
import { REFERENCES } from './links'
import { MESSAGES } from './messages/messages'
import { MOD_FOLDER } from './mod-folder'
import { listSubjects } from './subjects'

/** Evil Islands (evil-islands 26). */
export const EVIL_ISLANDS: Family = {
  id: 'evil-islands',
  title: 'Evil Islands',
  formats: FORMATS,
  encoding: 'cp1251',
  messages: MESSAGES,
  help: async () => (await import('./help/help')).HELP,
  sample: async seed => (await import('./sample/sample')).sampleInstall(seed),
  subjects: listSubjects,
  references: REFERENCES,
  modFolder: MOD_FOLDER,
  icons: {
    map: ['mpr', 'mob', 'map-list'],
    terrain: ['mp', 'sec'],
    model: ['mod', 'lnk', 'fig', 'bon', 'bon-set'],
    picture: ['mmp'],
    text: ['text'],
    table: ['db', 'adb'],
  },
  // The loader of mods first: it starts the game with the one that is chosen (evil-islands 27).
  launch: { executables: ['EIStarter.exe', 'game.exe'], logs: [] },
}
