import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SampleFile } from '@areal-studio/core/families/parkan/sample'
import { fileError } from '../node/file-errors'

const DONE = 'BuildDat.lst'

/** Absolute path of the bundled sample install; written at the first call, whole or not at all. */
export async function sampleInstallFolder(userData: string): Promise<string> {
  const folder = join(userData, 'sample', 'Parkan')
  if (existsSync(join(folder, DONE))) return folder
  const { sampleInstall } = await import('@areal-studio/core/families/parkan/sample')
  const making = `${folder}.${process.pid}`
  try {
    writeSample(making, sampleInstall())
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
