import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { retailInstall, type SampleFile } from '@areal-studio/core/families/parkan/sample'
import type { MapFiles } from './map-columns'

export interface BenchInstall {
  readonly root: string
  /** A folder of this bench alone, removed at its end. */
  readonly temp: string
  /** Files below the root, with `/`. */
  readonly files: readonly string[]
  /** Folders that hold a Land.msh and a Land.map. */
  readonly mapFolders: readonly string[]
  /** Reads every map from disk. */
  maps(): MapFiles[]
  remove(): void
}

/** The install at `path`, or one of retail size made now. */
export function benchInstall(path: string | undefined): BenchInstall {
  if (path !== undefined && mapFoldersOf(filesBelow(path)).length === 0) {
    throw new Error(`${path} holds no map (a folder with Land.msh and Land.map)`)
  }
  const temp = tempFolder()
  const root = path ?? join(temp, 'Parkan')
  if (path === undefined) writeFiles(root, retailInstall())
  const files = filesBelow(root)
  const mapFolders = mapFoldersOf(files)
  const read = (folder: string, name: string): Uint8Array => bytesOf(join(root, found(files, folder, name) ?? ''))
  return {
    root,
    temp,
    files,
    mapFolders,
    maps: () => mapFolders.map(folder => ({ msh: read(folder, 'land.msh'), map: read(folder, 'land.map') })),
    remove: () => rmSync(temp, { recursive: true, force: true }),
  }
}

/** Beside this program: the system's folder for temporary files is often memory, where flushing costs nothing. */
function tempFolder(): string {
  try {
    return mkdtempSync(join(import.meta.dirname, 'areal-bench-'))
  } catch {
    return mkdtempSync(join(tmpdir(), 'areal-bench-'))
  }
}

const mapFoldersOf = (files: readonly string[]): string[] =>
  files
    .filter(file => /(?:^|\/)land\.msh$/i.test(file))
    .map(file => dirname(file))
    .filter(folder => found(files, folder, 'land.map') !== undefined)

/** A time long ago, in seconds: what is kept of a file that was written just now is not trusted at the next start. */
const OLD = 1_000_000_000

export function writeFiles(root: string, files: readonly SampleFile[]): void {
  for (const { path, bytes, isProgram } of files) {
    const target = join(root, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, bytes, { mode: isProgram === true ? 0o755 : 0o644 })
    utimesSync(target, OLD, OLD)
  }
}

const found = (files: readonly string[], folder: string, name: string): string | undefined =>
  files.find(file => file.toLowerCase() === `${folder.toLowerCase()}/${name}`)

export const bytesOf = (path: string): Uint8Array => new Uint8Array(readFileSync(path))

export function filesBelow(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(item => {
    const path = folder === '' ? item.name : `${folder}/${item.name}`
    if (item.isDirectory()) return filesBelow(root, path)
    return statSync(join(root, path)).isFile() ? [path] : []
  })
}
