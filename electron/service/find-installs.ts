import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { KnownFamily } from '@areal-studio/core/format'
import { marked } from './browse'
import type { BrowsedFolder } from './host-api'
import { registryFolders, steamLibraries, wineFolders } from './install-places'

interface Machine {
  readonly home: string
  readonly platform: NodeJS.Platform
  /** Output of `reg query KEY /s`; '' where the key or the registry does not exist. */
  registry(key: string): Promise<string>
}

const KEYS = [
  'HKCU\\Software\\Valve\\Steam',
  'HKLM\\SOFTWARE\\WOW6432Node\\GOG.com\\Games',
  'HKLM\\SOFTWARE\\WOW6432Node\\Microsoft\\Windows\\CurrentVersion\\Uninstall',
]
const COMMON = {
  windows: ['C:\\Games', 'D:\\Games', 'E:\\Games', 'C:\\GOG Games', 'D:\\GOG Games', 'C:\\Program Files (x86)'],
  other: ['Games', 'GOG Games', 'games', '.local/share/lutris'],
} as const
const STEAM = {
  windows: ['C:\\Program Files (x86)\\Steam'],
  other: [
    '.steam/steam',
    '.local/share/Steam',
    '.var/app/com.valvesoftware.Steam/.local/share/Steam',
    'Library/Application Support/Steam',
  ],
} as const
const DRIVE_C_FOLDERS = ['', 'Games', 'GOG Games', 'Program Files', 'Program Files (x86)']

const thisMachine: Machine = {
  home: homedir(),
  platform: process.platform,
  registry: key =>
    new Promise(done => {
      execFile(
        'reg',
        ['query', key, '/s'],
        { timeout: 5000, maxBuffer: 16 * 1024 * 1024, windowsHide: true },
        (_, printed) => done(printed),
      )
    }),
}

/** Folders that look like a game of one of the families, in common places. Nothing is opened or changed. */
export async function findInstalls(
  families: readonly KnownFamily[],
  machine: Machine = thisMachine,
): Promise<BrowsedFolder[]> {
  const { named, parents } = await (machine.platform === 'win32' ? windowsPlaces(machine) : otherPlaces(machine))
  const below = await Promise.all([...new Set(parents)].map(foldersIn))
  const found = await marked(families, [...new Set([...named, ...below.flat()])])
  return found.filter(folder => folder.game !== '')
}

/** `named` may be games themselves; `parents` may contain games. */
interface Places {
  readonly named: readonly string[]
  readonly parents: readonly string[]
}

async function windowsPlaces(machine: Machine): Promise<Places> {
  const [steam = [], ...others] = (await Promise.all(KEYS.map(key => machine.registry(key)))).map(registryFolders)
  return { named: others.flat(), parents: [...COMMON.windows, ...(await commonOfSteam([...steam, ...STEAM.windows]))] }
}

async function otherPlaces({ home }: Machine): Promise<Places> {
  const steam = await commonOfSteam(STEAM.other.map(folder => join(home, folder)))
  const libraries = steam.map(folder => join(folder, '..', 'compatdata'))
  const proton = (await Promise.all(libraries.map(foldersIn))).flat().map(folder => join(folder, 'pfx'))
  const bottles = await foldersIn(join(home, '.var/app/com.usebottles.bottles/data/bottles/bottles'))
  const prefixes = [
    join(home, '.wine'),
    ...proton,
    ...bottles,
    ...(await foldersIn(join(home, '.local/share/wineprefixes'))),
  ]
  const named = await Promise.all(
    prefixes.map(async prefix =>
      wineFolders(await textOf(join(prefix, 'system.reg'))).map(folder => join(prefix, 'drive_c', folder)),
    ),
  )
  return {
    named: named.flat(),
    parents: [
      ...COMMON.other.map(folder => join(home, folder)),
      ...steam,
      ...prefixes.flatMap(prefix => DRIVE_C_FOLDERS.map(folder => join(prefix, 'drive_c', folder))),
    ],
  }
}

async function commonOfSteam(roots: readonly string[]): Promise<string[]> {
  const libraries = await Promise.all(
    roots.map(async root => [root, ...steamLibraries(await textOf(join(root, 'steamapps', 'libraryfolders.vdf')))]),
  )
  return [...new Set(libraries.flat())].map(library => join(library, 'steamapps', 'common'))
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** Names of the folders in a folder; empty where it is missing or cannot be read. */
async function foldersIn(path: string): Promise<string[]> {
  const items = await readdir(path, { withFileTypes: true }).catch(() => [])
  return items.filter(item => item.isDirectory() || item.isSymbolicLink()).map(item => join(path, item.name))
}
