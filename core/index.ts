import type { Family, KnownFamily } from './format'
import { detect as evilIslands } from './families/evil-islands/detect'
import { detect as mw3 } from './families/mw3/detect'
import { detect as nwn2 } from './families/nwn2/detect'
import { detect as parkan } from './families/parkan/detect'
import { registry } from './registry'

export * from './edit'
export * from './format'
export * from './layout'
export * from './messages'
export * from './studio'

/** Every game the studio knows: the one list to which a new family is added. A family is loaded when its game is found. */
export const FAMILIES: readonly KnownFamily[] = registry([
  {
    id: 'parkan',
    title: 'Parkan: Iron Strategy',
    detect: parkan,
    load: async () => (await import('./families/parkan/parkan')).PARKAN,
  },
  {
    id: 'evil-islands',
    title: 'Evil Islands',
    detect: evilIslands,
    load: async () => (await import('./families/evil-islands/evil-islands')).EVIL_ISLANDS,
  },
  {
    id: 'mw3',
    title: 'MechWarrior 3',
    detect: mw3,
    load: async () => (await import('./families/mw3/mw3')).MW3,
  },
  {
    id: 'nwn2',
    title: 'Neverwinter Nights 2',
    detect: nwn2,
    load: async () => (await import('./families/nwn2/nwn2')).NWN2,
  },
])

/** All of them, loaded: for tables and tests of every format. */
export const allFamilies = (): Promise<readonly Family[]> => Promise.all(FAMILIES.map(family => family.load()))
