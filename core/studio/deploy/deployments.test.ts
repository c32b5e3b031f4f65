import { expect, it } from 'vitest'
import { MemoryFiles, StudioError } from '../../format'
import { fromText, toText } from '../../format/text-bytes'
import { DEPLOYMENTS } from '../install/deployed'
import { MAP, openBench, poke } from '../studio.fixture'
import { appendDeployment, listDeployments } from './deployments'

const LOOSE = 'DATA/loose.pts'
const RAW = `${MAP}!#2`
const REPORT = { written: ['a'], restored: [], kept: [], left: [] }
const ABOUT = { kind: 'deploy', time: 5, revision: 1 } as const

it('lists deploys and returns newest first, each with a point of the history that leads back to what it wrote', async () => {
  const { studio, game, again } = await openBench()
  const { api } = studio
  expect(await api.deployments()).toEqual([])
  await poke(studio, RAW, 0, 50)
  await api.deploy()
  const first = await game.read(MAP)
  await poke(studio, RAW, 0, 51)
  await poke(studio, LOOSE, 4, 3)
  await api.deploy()
  await api.deploy() // writes nothing: not listed
  await api.restore()
  const past = await api.deployments()
  expect(past.map(({ kind, files, fileCount }) => [kind, files, fileCount])).toEqual([
    ['restore', [MAP, LOOSE], 2],
    ['deploy', [MAP, LOOSE], 2],
    ['deploy', [MAP], 1],
  ])
  expect(past.map(({ time }) => time)).toEqual(past.map(({ time }) => time).toSorted((a, b) => b - a))

  expect((await api.compare(past[2]?.revision ?? -1)).map(({ file }) => file)).toEqual([LOOSE, MAP].sort())
  await api.jump(past[2]?.revision ?? -1)
  await api.deploy()
  expect(await game.read(MAP)).toEqual(first)
  expect(await (await again()).api.deployments()).toHaveLength(4)
})

it('lists what is whole in a damaged list, and loses no byte of it', async () => {
  const store = new MemoryFiles({}, { root: '/w' })
  await appendDeployment(store, REPORT, ABOUT)
  const damaged = `${toText(await store.read(DEPLOYMENTS))}\n{"kind":"deploy","time":-1}\n[]\n{"kind":"dep`
  store.put(DEPLOYMENTS, fromText(damaged))
  await appendDeployment(store, REPORT, { ...ABOUT, time: 9 })
  expect((await listDeployments(store)).map(({ time }) => time)).toEqual([9, 5])
  expect(toText(await store.read(DEPLOYMENTS)).startsWith(damaged)).toBe(true)
})

it('keeps names of a hundred files and the count of all', async () => {
  const store = new MemoryFiles({}, { root: '/w' })
  const written = Array.from({ length: 250 }, (_, i) => `f${i}`)
  await appendDeployment(store, { ...REPORT, written }, ABOUT)
  expect(await listDeployments(store)).toMatchObject([{ files: written.slice(0, 100), fileCount: 250 }])
})

it('does not fail a deploy whose record cannot be written', async () => {
  const full = new MemoryFiles(
    {},
    {
      root: '/w',
      before: operation => {
        if (operation === 'append') throw new StudioError('file.disk-full', { path: DEPLOYMENTS })
      },
    },
  )
  await appendDeployment(full, REPORT, ABOUT)
  expect(await listDeployments(full)).toEqual([])
})
