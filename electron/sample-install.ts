import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileError } from './file-errors'

const DONE = 'BuildDat.lst'

/** Absolute path of the bundled sample install; written at first need, whole or not at all. */
export async function sampleInstallFolder(userData: string): Promise<string> {
  const folder = join(userData, 'sample', 'Parkan')
  if (existsSync(join(folder, DONE))) return folder
  const { sampleInstall } = await import('@areal-studio/core/parkan/sample')
  const making = `${folder}.${process.pid}`
  try {
    for (const file of sampleInstall()) {
      const path = join(making, ...file.path.split('/'))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, file.bytes)
      if (file.isProgram === true) chmodSync(path, 0o755)
    }
    rmSync(folder, { recursive: true, force: true })
    renameSync(making, folder)
    return folder
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw fileError(error, folder, 'write')
  }
}
