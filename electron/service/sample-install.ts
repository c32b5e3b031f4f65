import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StudioError, safeName, type Family, type KnownFamily, type SampleFile } from '@areal-studio/core/format'
import { fileError } from '../node/file-errors'
import type { SampleInfo } from './host-api'

/** Titles of the games that have a sample install, in the order of the registry. */
export async function samplesOf(families: readonly KnownFamily[]): Promise<readonly SampleInfo[]> {
  const loaded = await loadedFamilies(families)
  return loaded.flatMap(({ id, title, sample }) => (sample ? [{ id, title }] : []))
}

/**
 * The family whose sample is opened: the first one that has one where `id` is undefined. Throws StudioError
 * `sample.unknown`.
 */
export async function familyWithSample(families: readonly KnownFamily[], id?: string): Promise<Family> {
  const loaded = await loadedFamilies(families.filter(family => id === undefined || family.id === id))
  const found = loaded.find(({ sample }) => sample !== undefined)
  if (found) return found
  const known = (await samplesOf(families)).map(family => family.id)
  throw new StudioError('sample.unknown', { family: id ?? '', families: known.join(', ') })
}

/** A family that fails to load has no sample. */
async function loadedFamilies(families: readonly KnownFamily[]): Promise<readonly Family[]> {
  const loaded = await Promise.allSettled(families.map(family => family.load()))
  return loaded.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
}

/** Absolute path of the sample install of a family; written at the first call, whole or not at all. */
export async function sampleInstallFolder(
  userData: string,
  { title, sample }: Pick<Family, 'title' | 'sample'>,
): Promise<string> {
  // `Parkan: Iron Strategy` is `Parkan`: workspaces of the sample belong to this path.
  const folder = join(userData, 'sample', safeName(title.replace(/:.*/, '')))
  if (existsSync(folder) && readdirSync(folder).length > 0) return folder
  const making = `${folder}.${process.pid}`
  try {
    writeSample(making, (await sample?.()) ?? [])
    rmSync(folder, { recursive: true, force: true })
    renameSync(making, folder)
    return folder
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw fileError(error, folder, 'write')
  }
}

/** Writes the files of a sample install into a folder. */
export function writeSample(folder: string, files: readonly SampleFile[]): void {
  for (const file of files) {
    const path = join(folder, ...file.path.split('/'))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.bytes)
    if (file.isProgram === true) chmodSync(path, 0o755)
  }
}
