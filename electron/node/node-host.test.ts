import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StudioError } from '@areal-studio/core/format'
import { isInside, nodeHost } from './node-host'
import { keepFilesPrivate, keepPrivate, portableFolder, userDataFolder } from './user-data'

let base: string
const host = (): ReturnType<typeof nodeHost> => nodeHost(join(base, 'data'), base)

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-host-')))
  mkdirSync(join(base, 'game'))
  writeFileSync(join(base, 'game', 'loose.map'), 'x')
  symlinkSync(join(base, 'game'), join(base, 'link'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('node host', () => {
  it('gives the same hash in pieces, of a part of a buffer too, and lets other work run between', async () => {
    const bytes = new Uint8Array(9_000_000).fill(7).subarray(3, 8_999_990)
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    expect(await host().hashInPieces?.(bytes)).toBe(host().hash(bytes))
    isOver = true
    expect(turns).toBeGreaterThan(3)
    expect(await host().hashInPieces?.(new Uint8Array(0))).toBe(host().hash(new Uint8Array(0)))
  })

  it('finds folders, files and what is missing, from where the user stands, links resolved', async () => {
    expect(await host().resolve('game')).toEqual({
      kind: 'folder',
      path: join(base, 'game'),
      parent: base,
      name: 'game',
    })
    expect(await host().resolve('link')).toMatchObject({ kind: 'folder', path: join(base, 'game') })
    expect(await host().resolve('link/loose.map')).toMatchObject({
      kind: 'file',
      path: join(base, 'game/loose.map'),
      name: 'loose.map',
    })
    expect(await host().resolve('link/no/such')).toMatchObject({ kind: 'missing', path: join(base, 'game/no/such') })
    expect(await host().resolve('game/loose.map/x')).toMatchObject({ kind: 'missing' })
  })

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'takes a folder for readable only where the files in it can be looked at',
    async () => {
      mkdirSync(join(base, 'names-only'))
      chmodSync(join(base, 'names-only'), 0o444)
      expect(await host().resolve('names-only')).toMatchObject({ kind: 'unreadable' })
    },
  )

  it.each([
    ['/a/b', '/a/b', true],
    ['/a/b', '/a/b/c', true],
    ['/a/b', '/a/bc', false],
    ['/a/b', '/a', false],
    ['/a/b', '/a/b/..x', true],
    ['/', '/a', true],
  ])('knows whether %s holds %s: %s', (outer, inner, expected) => expect(isInside(outer, inner)).toBe(expected))

  it('hashes by SHA-256', () => {
    expect(host().hash(new TextEncoder().encode('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  it('refuses a folder that is none', async () => {
    await expect(host().folder(join(base, 'game/loose.map'))).rejects.toBeInstanceOf(StudioError)
    await expect(host().folder(join(base, 'nowhere'))).rejects.toMatchObject({ code: 'file.missing' })
    expect((await host().folder(join(base, 'made/deep'), { create: true })).root).toBe(join(base, 'made/deep'))
  })

  it('runs a program without a shell, with its words, environment and folder', async () => {
    const said: string[] = []
    const script =
      'console.log(process.argv[1], process.env.AREAL_WORD, process.cwd()); console.error("oops"); process.exit(3)'
    const done = await host().run(
      {
        command: process.execPath,
        arguments: ['-e', script, '$(id) ; rm'],
        folder: join(base, 'game'),
        environment: { AREAL_WORD: 'yes' },
      },
      text => said.push(text),
      () => undefined,
    )
    expect(done).toMatchObject({ exitCode: 3, signal: null })
    expect(said.join('')).toContain(`$(id) ; rm yes ${join(base, 'game')}`)
    expect(said.join('')).toContain('oops')
  })

  it('ends a program when told, and refuses what cannot start', async () => {
    const command = {
      command: process.execPath,
      arguments: ['-e', 'setInterval(() => {}, 1000)'],
      folder: base,
      environment: {},
    }
    const done = await host().run(
      command,
      () => undefined,
      kill => setTimeout(kill, 200),
    )
    expect(done).toMatchObject({ exitCode: null, signal: 'SIGTERM' })
    await expect(
      host().run(
        { ...command, command: join(base, 'no.exe') },
        () => undefined,
        () => undefined,
      ),
    ).rejects.toMatchObject({ code: 'launch.failed', params: { reason: 'ENOENT' } })
    writeFileSync(join(base, 'text.exe'), 'x')
    chmodSync(join(base, 'text.exe'), 0o644)
    await expect(
      host().run(
        { ...command, command: join(base, 'text.exe') },
        () => undefined,
        () => undefined,
      ),
    ).rejects.toMatchObject({ code: 'launch.failed' })
  })

  it('keeps no more of a program’s output than a person can read', async () => {
    let size = 0
    const script = 'process.stdout.write("x".repeat(6 * 1024 * 1024))'
    await host().run(
      { command: process.execPath, arguments: ['-e', script], folder: base, environment: {} },
      text => {
        size += text.length
      },
      () => undefined,
    )
    expect(size).toBe(4 * 1024 * 1024)
  })
})

describe('user data', () => {
  it('is what was asked for, else the environment, else the place of the system', () => {
    expect(userDataFolder('/asked', { AREAL_USER_DATA: '/env' })).toBe('/asked')
    expect(userDataFolder(undefined, { AREAL_USER_DATA: '/env' })).toBe('/env')
    if (process.platform === 'linux') {
      expect(userDataFolder(undefined, { XDG_CONFIG_HOME: '/xdg' })).toBe('/xdg/areal-studio')
      expect(userDataFolder(undefined, { XDG_CONFIG_HOME: 'relative' })).toMatch(/\/\.config\/areal-studio$/)
    }
  })

  it('is beside the program where a file there says so, beside the AppImage and not where that is unpacked to', () => {
    const [stick, mounted] = [mkdtempSync(join(base, 'stick-')), mkdtempSync(join(base, 'mounted-'))]
    expect(portableFolder(join(stick, 'areal-studio'), {})).toBeUndefined()
    writeFileSync(join(stick, 'PORTABLE'), '')
    expect(portableFolder(join(stick, 'areal-studio'), {})).toBe(join(stick, 'data'))
    expect(portableFolder(join(mounted, 'areal-studio'), { APPIMAGE: join(stick, 'Areal.AppImage') })).toBe(
      join(stick, 'data'),
    )
  })
})

describe.skipIf(process.platform === 'win32')('the data of the user', () => {
  it('can be read by nobody else, files of the game as before', async () => {
    const data = join(base, 'private')
    mkdirSync(data, { mode: 0o755 })
    keepPrivate(data)
    const files = await nodeHost(data).folder(join(data, 'workspaces/one'), { create: true })
    await files.write('settings.json', Uint8Array.of(1))
    await files.append('journal', Uint8Array.of(1))
    await files.claim('lock.json', Uint8Array.of(1))
    const rights = (path: string): number => statSync(join(data, path)).mode & 0o777
    expect(['', 'workspaces', 'workspaces/one'].map(rights)).toEqual([0o700, 0o700, 0o700])
    expect(['settings.json', 'journal', 'lock.json'].map(name => rights(`workspaces/one/${name}`))).toEqual([
      0o600, 0o600, 0o600,
    ])
    await (await host().folder(join(base, 'game'))).write('new.map', Uint8Array.of(1))
    expect(statSync(join(base, 'game/new.map')).mode & 0o777).toBe(0o666 & ~process.umask())
  })
})

it.skipIf(process.platform === 'win32')(
  'what older versions left open to others is taken from them, links are not followed',
  () => {
    const [data, outside] = [join(base, 'older'), join(base, 'older-outside')]
    const modes: Readonly<Record<string, number>> = {
      'workspaces/one/journal': 0o644,
      'settings.json': 0o664,
      'sample/game.exe': 0o755,
    }
    for (const [path, mode] of Object.entries(modes)) {
      mkdirSync(dirname(join(data, path)), { recursive: true, mode: 0o755 })
      writeFileSync(join(data, path), 'x')
      chmodSync(join(data, path), mode)
    }
    writeFileSync(outside, 'x')
    chmodSync(outside, 0o644)
    symlinkSync(outside, join(data, 'link'))
    keepFilesPrivate(data)
    const rights = (path: string): number => statSync(join(data, path)).mode & 0o777
    expect(Object.keys(modes).map(rights)).toEqual([0o600, 0o600, 0o700])
    expect(['workspaces', 'workspaces/one', 'sample'].map(rights)).toEqual([0o700, 0o700, 0o700])
    expect(statSync(outside).mode & 0o777).toBe(0o644)
    keepFilesPrivate(join(base, 'nowhere'))
  },
)

it('a program that is started gets the environment without what is ours', async () => {
  process.env['AREAL_TOKEN'] = 'secret'
  let said = ''
  const command = {
    command: process.execPath,
    arguments: ['-e', 'console.log(JSON.stringify(process.env))'],
    folder: base,
    environment: { MORE: '1' },
  }
  await host().run(
    command,
    text => {
      said += text
    },
    () => undefined,
  )
  delete process.env['AREAL_TOKEN']
  expect(JSON.parse(said)).toMatchObject({ MORE: '1', PATH: process.env['PATH'] })
  expect(said).not.toContain('AREAL_')
})
