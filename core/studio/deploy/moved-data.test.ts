import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import { memoryHost } from '../memory-host.fixture'
import { createStudio, type Studio } from '../studio'
import { files, hash, MAP, poke } from '../studio.fixture'
import { TINY_KNOWN } from '../tiny-family.fixture'

/** The game on this computer; the program with all its data on a stick, in `/stick`. */
let folders: Map<string, MemoryFiles>
let game: MemoryFiles
beforeEach(() => {
  game = new MemoryFiles(files(), { root: '/game' })
  folders = new Map([['/game', game]])
})

const hostAt = (userData: string) => memoryHost({ hash, folders, userData })
async function open(userData: string): Promise<Studio> {
  const studio = createStudio({ host: hostAt(userData), families: [TINY_KNOWN] })
  await studio.api.open('/game')
  return studio
}

async function deployedFrom(userData: string): Promise<Studio> {
  const studio = await open(userData)
  await poke(studio, `${MAP}!#0`, 4, 42)
  await studio.api.pack()
  await studio.api.deploy()
  return studio
}

describe('a game that was deployed by a program whose data has been moved since', () => {
  it('is still its own: shown as deployed, given back byte for byte', async () => {
    await (await deployedFrom('/stick')).close()
    await hostAt('/').move('/stick', '/elsewhere')
    const { api } = await open('/elsewhere')
    expect(await api.info()).toMatchObject({ state: 'deployed', changed: 1, notices: [] })
    expect((await api.mods()).map(({ isDeployed }) => isDeployed)).toEqual([true])
    await api.restore()
    expect(
      Object.fromEntries(await Promise.all((await game.list()).map(async ({ path }) => [path, await game.read(path)]))),
    ).toEqual(files())
  })

  it('is deployed to again from the new place', async () => {
    await (await deployedFrom('/stick')).close()
    await hostAt('/').move('/stick', '/elsewhere')
    const studio = await open('/elsewhere')
    await poke(studio, `${MAP}!#0`, 5, 43)
    await studio.api.pack()
    await studio.api.deploy()
    await studio.close()
    const again = await open('/elsewhere')
    expect(await again.api.info()).toMatchObject({ state: 'deployed', notices: [] })
    await again.api.restore()
    expect(await game.read(MAP)).toEqual(files()[MAP])
  })

  it('is given back by another of its mods, which is told whose files stand there', async () => {
    const studio = await deployedFrom('/stick')
    const { id } = await studio.api.addMod('other')
    await studio.close()
    await hostAt('/').move('/stick', '/elsewhere')
    const before = await open('/elsewhere')
    await before.api.activateMod(id)
    const { api } = await open('/elsewhere')
    expect((await api.mods()).map(({ name, isDeployed }) => [name, isDeployed])).toEqual([
      ['', true],
      ['other', false],
    ])
    expect(await api.info()).toMatchObject({ notices: [{ code: 'notice.other-workspace' }] })
    await api.restore()
    expect(await game.read(MAP)).toEqual(files()[MAP])
  })

  it('belongs to the program that deployed it where its data was copied, not moved', async () => {
    await (await deployedFrom('/stick')).close()
    for (const [path, store] of [...folders]) {
      if (!path.startsWith('/stick')) continue
      folders.set(
        path.replace('/stick', '/copy'),
        new MemoryFiles(
          Object.fromEntries(
            await Promise.all(
              (await store.list()).map(async ({ path: file }) => [file, await store.read(file)] as const),
            ),
          ),
        ),
      )
    }
    const { api } = await open('/copy')
    expect(await api.info()).toMatchObject({ notices: [{ code: 'notice.other-workspace' }] })
  })
})
