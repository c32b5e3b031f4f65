import { join } from 'node:path'
import { best, bestOf, type Measured } from './figures'
import { bytesOf, type BenchInstall } from './install'
import { benchStudio } from './studio'

/** The tree of all files with their formats and the family, over reading every byte of the install. */
export async function measureOpen(install: BenchInstall): Promise<Measured> {
  const open = async (): Promise<number> => {
    const studio = benchStudio(install, 'open')
    const { family } = await studio.open(install.root)
    if (family !== 'parkan') throw new Error(`the install was taken for ${family}`)
    return (await studio.list('', { deep: true })).length
  }
  // The first makes the workspace; what is measured is the opening.
  await open()
  const opened = await bestOf(7, open)
  const read = best(7, () => install.files.map(file => bytesOf(join(install.root, file)).length))
  return { figures: { open_vs_read: opened / read, open_ms: opened, read_all_ms: read } }
}
