import { describe, expect, it } from 'vitest'
import { brokenLaws, read, type Bytes } from '../../../layout'
import { plainText } from '../../../format/fields'
import { EXPLOSION } from '../explosion/explosion'
import { changed, entriesOf, problemsOf } from '../entries.fixture'
import { typeIdOf } from '../nres/directory'
import { writeArchive } from '../nres/nres-pack'
import { shelf } from '../opened.fixture'
import { describeReference, truth } from '../reference.fixture'
import { sampleExplosion } from '../sample/behaviour'
import { byteWriter } from '../byte-writer.fixture'
import { PROTOTYPE } from './prototype'

const row = (name: string, payload: Bytes, type = 'STAT') => ({
  attributes: { name, type_id: typeIdOf(type), attr1: 0, attr2: 0, attr3: 0 },
  payload,
})
const slots = (...names: readonly (readonly [archive: string, name: string])[]): Bytes => {
  const writer = byteWriter()
  for (const [archive, name] of names) writer.text(archive, 32).text(name, 32)
  return writer.done()
}
async function codes(rows: Readonly<Record<string, Bytes>>, at = 0): Promise<readonly string[]> {
  const objects = writeArchive(Object.entries(rows).map(([name, payload]) => row(name, payload)))
  const all = shelf({ 'objects.rlb': objects, 'a.rlb': writeArchive([row('M.msh', new Uint8Array(0))]) })
  const entry = all.rows(all.open('objects.rlb'))[at]
  return entry ? problemsOf(entry) : ['no row']
}

describe('prototype', () => {
  it('is as many slots as fit', async () => {
    const two = slots(['a.rlb', 'm.msh'], ['', ''])
    expect(brokenLaws(PROTOTYPE, two)).toEqual([])
    expect(await codes({ x: two })).toEqual([])
    expect(await codes({ x: two.subarray(0, 100) })).toContainEqual(expect.stringMatching(/^prototype\.cut/))
  })
  it('names what is there, and does not inherit from itself', async () => {
    expect(await codes({ x: slots(['a.rlb', 'n.msh']) })).toEqual(['prototype.reference slots/0/name'])
    expect(await codes({ x: slots(['Objects.rlb', 'y']), y: slots(['a.rlb', 'm.msh']) })).toEqual([])
    expect(await codes({ x: slots(['objects.rlb', 'Y']), y: slots(['objects.rlb', 'X']) })).toEqual([
      'prototype.cycle slots/0',
    ])
    const aside = { x: slots(['objects.rlb', 'y']), y: slots(['objects.rlb', 'z']), z: slots(['objects.rlb', 'y']) }
    expect(await codes(aside)).toEqual([])
    expect(await codes(aside, 1)).toEqual(['prototype.cycle slots/0'])
  })
})

describe('explosion', () => {
  const good = sampleExplosion()
  const check = async (payload: Bytes): Promise<readonly string[]> => {
    const all = shelf({
      'effects.rlb': writeArchive([row('blast.fxi', new Uint8Array(0)), row('a.exp', payload, 'EXPL')]),
    })
    const entry = all.rows(all.open('effects.rlb'))[1]
    return entry ? problemsOf(entry) : ['no row']
  }
  it('has 792 bytes and keeps the laws', async () => {
    expect([good.length, brokenLaws(EXPLOSION, good)]).toEqual([792, []])
    expect(await check(good)).toEqual([])
    expect(await check(good.subarray(1))).toContainEqual(expect.stringMatching(/^explosion\.cut/))
    expect(await check(Uint8Array.of(...good, 0))).toEqual(['explosion.trailing'])
  })
  it('is of a known kind and shows effects that are there', async () => {
    expect(await check(changed(EXPLOSION, good, 'kind', 4))).toEqual(['explosion.kind kind'])
    expect(await check(changed(EXPLOSION, good, 'effects/0/name', 'x'))).toEqual(['explosion.reference effects/0/name'])
  })
})

const { prototypes = {} } = truth as { prototypes?: Readonly<Record<string, string | null>> }

describeReference('prototypes of the reference files', () => {
  it('are those of the manifest, and name their model in the first slot that has one', () => {
    const rows = entriesOf('parkan.prototype')
    expect(rows.map(([, entry]) => entry.name).sort()).toEqual(Object.keys(prototypes).sort())
    for (const [, entry] of rows) {
      const { slots: found } = read(PROTOTYPE, entry.bytes)
      const model = found.find(({ name }) => /\.msh$/.test(plainText(name)))
      if (model) expect(`${plainText(model.archive)}::${plainText(model.name)}`).toBe(prototypes[entry.name])
    }
  })
})
