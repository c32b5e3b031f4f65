import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Recent } from '../service/host-api'
import { APP_ID, showRecents, type Desktop } from './system-recents'

const recent = (path: string, title = 'Parkan: Iron Strategy'): Recent => ({
  path,
  title,
  time: 1,
  isMissing: false,
  isPinned: false,
})

function desktop(platform: NodeJS.Platform, removed: readonly { args?: string }[] = []) {
  const told = {
    jump: [] as Parameters<Desktop['setJumpList']>[0][],
    dock: [] as Parameters<Desktop['setDockMenu']>[0][],
    opened: [] as string[],
    forgotten: [] as string[],
  }
  const one: Desktop = {
    platform,
    program: 'C:\\Areal Studio\\areal-studio.exe',
    words: ['--user-data', 'D:\\'],
    removed: () => removed,
    setJumpList: items => {
      told.jump.push(items)
    },
    setDockMenu: items => {
      told.dock.push(items)
    },
    open: path => {
      told.opened.push(path)
    },
    forget: path => Promise.resolve(told.forgotten.push(path)),
  }
  return { one, told }
}

describe('recents in the lists of the system', () => {
  it('are tasks of the jump list on Windows, each starting the program with its folder', async () => {
    const { one, told } = desktop('win32')
    const long = `C:\\${'x'.repeat(300)}`
    await showRecents([recent('C:\\My Games\\Parkan'), recent('E:\\', ''), recent(long)], one)
    expect(told.jump[0]?.slice(0, 2)).toEqual([
      {
        type: 'task',
        title: 'Parkan – Parkan: Iron Strategy',
        description: 'C:\\My Games\\Parkan',
        program: one.program,
        args: '"--user-data" "D:\\\\" "C:\\My Games\\Parkan"',
        iconPath: one.program,
        iconIndex: 0,
      },
      {
        type: 'task',
        title: 'E:\\',
        description: 'E:\\',
        program: one.program,
        args: '"--user-data" "D:\\\\" "E:\\\\"',
        iconPath: one.program,
        iconIndex: 0,
      },
    ])
    expect(told.jump[0]?.[2]?.description).toHaveLength(260)
    expect(told.dock).toEqual([])
  })

  it('do not come back where the user took them out, and are forgotten', async () => {
    const { one, told } = desktop('win32', [{ args: '"--user-data" "D:\\\\" "C:\\b"' }, {}])
    await showRecents([recent('C:\\a'), recent('C:\\b'), recent('C:\\c')], one)
    expect(told.jump[0]?.map(item => item.description)).toEqual(['C:\\a', 'C:\\c'])
    expect(told.forgotten).toEqual(['C:\\b'])
  })

  it('are the dock menu on macOS, at most ten of them', async () => {
    const { one, told } = desktop('darwin')
    await showRecents(
      Array.from({ length: 12 }, (_, i) => recent(`/Games/Parkan ${i}`)),
      one,
    )
    const [items = []] = told.dock
    expect(items.map(item => item.label).slice(0, 2)).toEqual([
      'Parkan 0 – Parkan: Iron Strategy',
      'Parkan 1 – Parkan: Iron Strategy',
    ])
    expect(items).toHaveLength(10)
    items[1]?.click()
    expect([told.opened, told.jump]).toEqual([['/Games/Parkan 1'], []])
  })

  it('are shown nowhere on Linux', async () => {
    const { one, told } = desktop('linux')
    await showRecents([recent('/games/Parkan')], one)
    expect([told.jump, told.dock]).toEqual([[], []])
  })

  it('belong to the program as the installers name it', () => {
    const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8'))
    expect(read('build/electron-builder.json')).toMatchObject({ appId: APP_ID, linux: { syncDesktopName: true } })
    // The windows of Linux are matched to the desktop entry by this name.
    expect(read('package.json')).toMatchObject({ desktopName: `${APP_ID}.desktop` })
  })
})
