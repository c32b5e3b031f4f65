import { describe, expect, it } from 'vitest'
import { MemoryFiles, StudioError } from '@areal-studio/core/format'
import { Remembered } from './remembered'
import { backupLimitsOf } from './settings-file'

function kept(files: Readonly<Record<string, string>> = {}) {
  const folder = new MemoryFiles(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])),
    { root: '/user' },
  )
  const textOf = async (name: string): Promise<string> => new TextDecoder().decode(await folder.read(name))
  return {
    folder,
    textOf,
    remembered: new Remembered(
      () => Promise.resolve(folder),
      () => 1,
    ),
  }
}

describe('settings', () => {
  it('keeps choices in a readable file with a version, and the state of the window beside it', async () => {
    const { remembered, textOf } = kept()
    await remembered.setSettings({ theme: 'light', layout: { version: 2 } })
    expect(JSON.parse(await textOf('settings.json'))).toEqual({ version: 1, theme: 'light' })
    expect(JSON.parse(await textOf('state.json'))).toEqual({ layout: { version: 2 } })
    expect(await remembered.settings()).toEqual({ theme: 'light', layout: { version: 2 } })
  })
  it('lets keys survive that it does not know, and values that it cannot use', async () => {
    const { remembered, textOf } = kept({
      'settings.json': '{ "version": 1, "later": { "a": [1] }, "theme": "pink", "language": "ru" }',
    })
    expect(await remembered.settings()).toEqual({ later: { a: [1] }, language: 'ru' })
    expect((await remembered.notices()).map(words => [words.code, words.params])).toEqual([
      ['notice.settings-wrong', { name: 'theme', file: 'settings.json' }],
    ])
    await remembered.setSettings({ scale: 125 })
    expect(JSON.parse(await textOf('settings.json'))).toEqual({
      version: 1,
      later: { a: [1] },
      theme: 'pink',
      language: 'ru',
      scale: 125,
    })
  })
  it('says how often the journal is copied and how many copies are kept; what it does not say is as usual', async () => {
    expect(backupLimitsOf(await kept().remembered.settings())).toEqual({ minutes: 10, newest: 50, days: 30 })
    const { remembered } = kept({ 'settings.json': '{ "backups": { "minutes": 3, "days": 0 } }' })
    expect(backupLimitsOf(await remembered.settings())).toEqual({ minutes: 3, newest: 50, days: 0 })
    const wrong = kept({ 'settings.json': '{ "backups": { "newest": 0 } }' }).remembered
    expect(backupLimitsOf(await wrong.settings())).toEqual({ minutes: 10, newest: 50, days: 30 })
    expect((await wrong.notices()).map(words => words.code)).toEqual(['notice.settings-wrong'])
  })
  it('leaves a file alone that cannot be read, and says so', async () => {
    const folder = new MemoryFiles(
      { 'settings.json': new TextEncoder().encode('{ "theme": "light" }') },
      {
        root: '/user',
        before: (operation, path) => {
          if (operation === 'read' && path === 'settings.json')
            throw new StudioError('file.unreadable', { path, reason: 'EACCES' })
        },
      },
    )
    const remembered = new Remembered(
      () => Promise.resolve(folder),
      () => 1,
    )
    expect(await remembered.setSettings({ theme: 'dark' })).toEqual({})
    expect(await remembered.notices()).toEqual([
      { code: 'notice.settings-unread', params: { file: 'settings.json', reason: 'EACCES' } },
    ])
    expect(new TextDecoder().decode(folder.snapshot()['settings.json'])).toBe('{ "theme": "light" }')
  })
  it('and recents are none where the folder of the user cannot be made; nothing is refused for it', async () => {
    const remembered = new Remembered(
      () => Promise.reject(new StudioError('file.read-only', { path: '/user', reason: 'EROFS' })),
      () => 1,
    )
    expect([
      await remembered.settings(),
      await remembered.recents(),
      await remembered.setSettings({ theme: 'dark' }),
    ]).toEqual([{}, [], {}])
    expect((await remembered.opened('/game', 'Game')).map(({ path }) => path)).toEqual(['/game'])
    await expect(remembered.setSettingsText('{}')).rejects.toMatchObject({ code: 'file.read-only' })
  })
  it('moves the state of earlier versions out of the settings', async () => {
    const { remembered, textOf } = kept({ 'settings.json': '{ "theme": "light", "layout": 7 }' })
    await remembered.setSettings({ scale: 100 })
    expect(JSON.parse(await textOf('settings.json'))).toEqual({ version: 1, theme: 'light', scale: 100 })
    expect(await remembered.settings()).toEqual({ theme: 'light', layout: 7, scale: 100 })
  })
  it('sets a broken file aside and says so once', async () => {
    const { remembered, textOf } = kept({ 'settings.json': '{ "theme": ' })
    expect(await remembered.settings()).toEqual({})
    expect(await textOf('settings.json.bad')).toBe('{ "theme": ')
    expect((await remembered.notices()).map(words => words.code)).toEqual(['notice.settings-aside'])
    expect(await remembered.notices()).toEqual([])
  })
  it('takes a text from an editor as it is, and refuses one that is wrong', async () => {
    const { remembered, textOf } = kept()
    const text = '{\n    "version": 1,\n    "scale": 150,\n    "mine": true\n}\n'
    expect(await remembered.setSettingsText(text)).toEqual({ scale: 150, mine: true })
    expect(await remembered.settingsText()).toBe(text)
    await expect(remembered.setSettingsText('{')).rejects.toMatchObject({ code: 'settings.malformed' })
    await expect(remembered.setSettingsText('{ "scale": 900 }')).rejects.toMatchObject({
      code: 'settings.wrong',
      params: { name: 'scale' },
    })
    expect(await textOf('settings.json')).toBe(text)
  })
  it('takes names that every object has for what they are', async () => {
    const { remembered } = kept()
    const strange = JSON.parse('{ "toString": "x", "hasOwnProperty": 1, "__proto__": 7 }') as Record<string, string>
    expect(Object.entries(await remembered.setSettings(strange)).sort()).toEqual(Object.entries(strange).sort())
  })
  it('forgets a setting that is given up', async () => {
    const { remembered } = kept()
    await remembered.setSettings({ theme: 'light', camera: 1 })
    await remembered.setSettings({ theme: null, camera: null })
    expect(await remembered.settings()).toEqual({})
  })
})

describe('what was opened', () => {
  it('keeps its pin where it was moved, and every change is told', async () => {
    const { remembered } = kept()
    const told: unknown[] = []
    remembered.onRecents = recents => {
      told.push(recents.map(({ path, isPinned }) => [path, isPinned]))
    }
    await remembered.opened('/new', 'There already')
    await remembered.opened('/old', 'Parkan')
    await remembered.setRecent('/old', { isPinned: true })
    expect(await remembered.moved('/old', '/new')).toMatchObject([
      { path: '/new', title: 'Parkan', isPinned: true, isMissing: true },
    ])
    expect(told).toEqual([
      [['/new', false]],
      [
        ['/old', false],
        ['/new', false],
      ],
      [
        ['/old', true],
        ['/new', false],
      ],
      [['/new', true]],
    ])
  })
})
