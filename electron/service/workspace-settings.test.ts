import { describe, expect, it } from 'vitest'
import { MemoryFiles, StudioError } from '@areal-studio/core/format'
import { WorkspaceSettings } from './workspace-settings'

function workspace(text?: string) {
  const folder = new MemoryFiles(text === undefined ? {} : { 'settings.json': new TextEncoder().encode(text) }, {
    root: '/workspace',
  })
  const textOf = async (name: string): Promise<string> => new TextDecoder().decode(await folder.read(name))
  return { textOf, settings: new WorkspaceSettings(() => Promise.resolve(folder)) }
}

describe('settings of a workspace', () => {
  it('are none where the workspace has none, and refused where none is open', async () => {
    expect(await workspace().settings.read()).toEqual({})
    const closed = new WorkspaceSettings(() => Promise.resolve(undefined))
    expect(await closed.read()).toEqual({})
    await expect(closed.shown()).rejects.toMatchObject({ code: 'studio.nothing-open' })
    await expect(closed.replace('{}')).rejects.toMatchObject({ code: 'studio.nothing-open' })
    expect(
      await new WorkspaceSettings(() =>
        Promise.reject(new StudioError('file.missing', { path: '/never made' })),
      ).read(),
    ).toEqual({})
  })
  it('say what the studio knows; the rest stays in the file', async () => {
    const { settings, textOf } = workspace()
    const text = '{ "version": 1, "theme": "light", "updates": "notify", "ours": [1] }\n'
    expect(await settings.replace(text)).toEqual({ theme: 'light' })
    expect([await settings.shown(), await textOf('settings.json')]).toEqual([text, text])
    await expect(settings.replace('{ "theme": "pink" }')).rejects.toMatchObject({
      code: 'settings.wrong',
      params: { name: 'theme' },
    })
    expect(await textOf('settings.json')).toBe(text)
  })
  it('set a broken file aside and say so once', async () => {
    const { settings, textOf } = workspace('{ "theme": ')
    expect(await settings.read()).toEqual({})
    expect(await textOf('settings.json.bad')).toBe('{ "theme": ')
    expect(settings.notices().map(words => words.code)).toEqual(['notice.settings-aside'])
    expect(settings.notices()).toEqual([])
  })
})
