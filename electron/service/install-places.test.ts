import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { FAMILIES } from '@areal-studio/core'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { findInstalls } from './find-installs'
import { registryFolders, steamLibraries, wineFolders } from './install-places'
import { writeSample } from './sample-install'

const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'areal-home-'))
  made.push(folder)
  return folder
}

function putGame(folder: string): string {
  writeSample(folder, sampleInstall({ maps: [{ name: 'AutoMAP', seed: 1, tiles: 1, areals: 12 }] }))
  return folder
}

describe('where games are', () => {
  it('reads the libraries of Steam, new and old', () => {
    expect(
      steamLibraries(
        '"libraryfolders"\n{\n\t"0"\n\t{\n\t\t"path"\t\t"C:\\\\Program Files (x86)\\\\Steam"\n\t\t"label"\t\t""\n\t}\n\t"1"\n\t{\n\t\t"path"\t\t"D:\\\\Игры"\n\t\t"apps"\n\t\t{\n\t\t\t"1"\t\t"22"\n\t\t}\n\t}\n}',
      ),
    ).toEqual(['C:\\Program Files (x86)\\Steam', 'D:\\Игры'])
    expect(steamLibraries('"LibraryFolders"\n{\n\t"TimeNextStatsReport"\t\t"15"\n\t"1"\t\t"/mnt/games"\n}')).toEqual([
      '/mnt/games',
    ])
    expect(steamLibraries('damaged { "path')).toEqual([])
  })
  it('reads folders from what the registry printed', () => {
    const printed = [
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\WOW6432Node\\GOG.com\\Games\\1',
      '    gameName    REG_SZ    Parkan',
      '    path    REG_SZ    C:\\GOG Games\\Parkan\\',
      '    exe    REG_SZ    x',
      '    EXEPath    REG_SZ    D:/Old/iron.exe',
      '    InstallLocation    REG_DWORD    0x1',
      '',
    ].join('\r\n')
    expect(registryFolders(printed)).toEqual(['C:\\GOG Games\\Parkan', 'D:\\Old'])
  })
  it('reads folders from a Wine prefix', () => {
    expect(
      wineFolders(
        '[Software\\\\X] 1\n"InstallLocation"="C:\\\\Games\\\\Iron\\\\"\n"Other"="C:\\\\No"\n"Path"="Z:\\\\home"\n',
      ),
    ).toEqual(['Games/Iron'])
  })
})

describe('finding installs', () => {
  it('finds a game in a Steam library, in a Wine prefix and in a common folder, each once', async () => {
    const user = home()
    const library = home()
    mkdirSync(join(user, '.steam/steam/steamapps'), { recursive: true })
    writeFileSync(
      join(user, '.steam/steam/steamapps/libraryfolders.vdf'),
      `"libraryfolders" { "0" { "path" "${library}" } "1" { "path" "${library}" } }`,
    )
    const found = [
      putGame(join(library, 'steamapps/common/Parkan')),
      putGame(join(user, '.wine/drive_c/Old/Iron')),
      putGame(join(user, 'Games/Parkan')),
    ]
    writeFileSync(join(user, '.wine/system.reg'), '"InstallLocation"="C:\\\\Old\\\\Iron"\n')
    mkdirSync(join(user, 'Games/Other'))
    const installs = await findInstalls(FAMILIES, {
      home: user,
      platform: 'linux',
      registry: () => Promise.resolve(''),
    })
    expect(installs.map(install => install.path).sort()).toEqual(found.sort())
    expect(installs.every(install => install.game !== '')).toBe(true)
  })
  it('finds nothing on an empty computer', async () => {
    expect(
      await findInstalls(FAMILIES, { home: home(), platform: 'linux', registry: () => Promise.resolve('') }),
    ).toEqual([])
  })
})
