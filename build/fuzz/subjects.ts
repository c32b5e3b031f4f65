import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { allFamilies } from '@areal-studio/core'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'

/** A file to damage, with the files that stand beside it. */
export interface Subject {
  readonly path: string
  readonly bytes: Uint8Array
  readonly beside: Readonly<Record<string, Uint8Array>>
}

const LARGEST = 400_000
/** By these a folder is known as the game's. */
export const SIGNS: readonly string[] = ['iron_3d.exe', 'BuildDat.lst', 'objects.rlb', 'Res/aiinfo.res']

/** Samples of the other games. */
const OTHERS = await Promise.all(
  (await allFamilies()).flatMap(({ id, sample }) => (id === 'parkan' || !sample ? [] : [sample(1)])),
)

/** Files of a tiny sample, and of the fixtures where they are. */
export function subjects(fixtures: string | undefined): Subject[] {
  const sample = sampleInstall({
    maps: [
      { name: 'SC_1', seed: 5, tiles: 2, areals: 24 },
      { name: 'Tut_1', seed: 6, tiles: 1, areals: 1 },
    ],
  })
  const own = [sample, ...OTHERS].flatMap(files =>
    subjectsOf(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]))),
  )
  return fixtures !== undefined && existsSync(fixtures) ? [...own, ...subjectsOf(filesOf(fixtures))] : own
}

function subjectsOf(files: Readonly<Record<string, Uint8Array>>): Subject[] {
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
  return Object.entries(files)
    .filter(([, bytes]) => bytes.length > 0 && bytes.length <= LARGEST)
    .map(([path, bytes]) => {
      const folder = folderOf(path)
      const isNear = (other: string): boolean =>
        other !== path && (SIGNS.includes(other) || (folder !== '' && folderOf(other) === folder))
      return { path, bytes, beside: Object.fromEntries(Object.entries(files).filter(([other]) => isNear(other))) }
    })
}

function filesOf(root: string, folder = ''): Record<string, Uint8Array> {
  return Object.assign(
    {},
    ...readdirSync(join(root, folder)).map(name => {
      const path = folder === '' ? name : `${folder}/${name}`
      return statSync(join(root, path)).isDirectory()
        ? filesOf(root, path)
        : { [path]: new Uint8Array(readFileSync(join(root, path))) }
    }),
  )
}
