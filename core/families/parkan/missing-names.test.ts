import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../format'
import { assign, document, locate, read, type Layout } from '../../layout'
import { createStudio } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash, transaction } from '../../studio/studio.fixture'
import { PARKAN } from './parkan'
import { sampleByPath } from './sample/sample.fixture'
import { UNIT } from './unit/unit'

async function sampleStudio(without = '') {
  const files = sampleByPath()
  const { [without]: _, ...rest } = files
  const folders = new Map([['/game', new MemoryFiles(rest, { root: '/game' })]])
  const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(PARKAN)] })
  await api.open('/game')
  const unit = Object.keys(rest).find(file => /^UNITS.*\.dat$/i.test(file)) ?? ''
  return { api, unit }
}

const nameOf = (bytes: Uint8Array): string =>
  read(UNIT as Layout<{ records: readonly { name: string }[] }>, bytes).records[0]?.name ?? ''

it('a name that is almost one of the archive has a rule, and is repaired by the similar name', async () => {
  const { api, unit } = await sampleStudio()
  const image = await api.read(unit)
  const right = nameOf(image.bytes)
  const opened = document(UNIT, image.bytes)
  const { splices } = assign(opened, 'records/0/name', `${right}x`)
  expect(locate(opened, 'records/0/name')).toBeDefined()
  await api.commit(transaction({ entry: unit, base: image.revision, splices }))
  const [problem, ...more] = (await api.check(unit)).filter(({ path }) => path === 'records/0/name')
  expect(more).toEqual([])
  expect(problem).toMatchObject({ code: 'unit.key-missing', fix: { id: 'reference.nearest', params: { to: right } } })
  if (problem) await api.repair(problem)
  expect(nameOf((await api.read(unit)).bytes)).toBe(right)
  expect((await api.check(unit)).filter(({ path }) => path === 'records/0/name')).toEqual([])
})

it('a file that a mission names and the install has not is reported where no rule does; of an archive that is not there nothing', async () => {
  const { api, unit } = await sampleStudio('objects.rlb')
  expect((await api.check(unit)).filter(({ code }) => code.startsWith('reference.'))).toEqual([])
  const codes = (await api.check()).map(({ code, params }) => `${code} ${params['name']}`)
  expect(codes.filter(code => code.startsWith('reference.'))).toEqual([])
  const { api: other } = await sampleStudio(unit)
  const missing = (await other.check()).filter(({ code }) => code === 'reference.file-missing')
  expect(missing.map(({ params }) => params['name']).every(name => name === unit)).toBe(true)
  expect(missing.length).toBeGreaterThan(0)
})
