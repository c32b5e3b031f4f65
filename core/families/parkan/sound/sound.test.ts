import { describe, expect, it } from 'vitest'
import { brokenLaws, document, read, type Bytes, type Value } from '../../../layout'
import { changed, entriesOf, problemsOf } from '../entries.fixture'
import { typeIdOf } from '../nres/directory'
import { writeArchive } from '../nres/nres-pack'
import { formatOf, shelf } from '../opened.fixture'
import { describeReference, truth } from '../reference.fixture'
import { sampleAdpcm, sampleSound } from '../sample/sounds'
import { DATA_CHUNK, SOUND } from './sound'

const GOOD = sampleSound()

async function codes(payload: Bytes): Promise<readonly string[]> {
  const attributes = { name: 'a.wav', type_id: typeIdOf('SWAV'), attr1: 0, attr2: 0, attr3: 1 }
  const all = shelf({ 's.lib': writeArchive([{ attributes, payload }]) })
  const [row] = all.rows(all.open('s.lib'))
  return row ? problemsOf(row) : ['no row']
}
const withField = (path: string, value: Value): Promise<readonly string[]> => codes(changed(SOUND, GOOD, path, value))

describe('sound', () => {
  it('keeps the laws, with a byte behind a chunk of odd size', async () => {
    expect([document(SOUND, GOOD).isWhole, brokenLaws(SOUND, GOOD)]).toEqual([true, []])
    expect(read(SOUND, GOOD)).toMatchObject({ riff_size: GOOD.length - 8, chunks: [{}, { size: 11_025, pad: 0 }] })
    expect(await codes(GOOD)).toEqual([])
    expect(await codes(new Uint8Array(0))).toEqual([])
  })
  it('of MS ADPCM gives its coefficients and as many samples as its blocks hold', async () => {
    const bytes = sampleAdpcm()
    expect([document(SOUND, bytes).isWhole, brokenLaws(SOUND, bytes)]).toEqual([true, []])
    const [format, fact, data] = read(SOUND, bytes).chunks
    expect(format?.body).toMatchObject({ tag: 2, more: { samples_per_block: 500, coefficients: { length: 7 } } })
    expect([fact?.body, data?.size]).toEqual([{ samples: 11_025 }, Math.ceil(11_025 / 500) * 256])
    expect(await codes(bytes)).toEqual([])
  })
  it('has problems where it is no sound that the game plays', async () => {
    expect(await withField('magic', 1)).toEqual(['sound.magic'])
    expect(await withField('wave', 1)).toEqual(['sound.magic'])
    expect(await withField('chunks/0/body/channels', 0)).toEqual(['sound.zero chunks/0/body/channels'])
    expect(await withField('chunks/0/body/block_align', 0)).toEqual(['sound.zero chunks/0/body/block_align'])
    expect(await withField('chunks/0/body/tag', 3)).toEqual(['sound.tag chunks/0/body/tag'])
    expect(await codes(GOOD.subarray(0, 36))).toEqual(['sound.chunk'])
    expect(await codes(GOOD.subarray(0, 100))).toContainEqual(expect.stringMatching(/^sound\.cut/))
  })
})

interface SoundTruth {
  readonly tag: number
  readonly channels: number
  readonly align?: number
  readonly per_block?: number
  readonly bits?: number
}
const { sounds = {} } = truth as { sounds?: Readonly<Record<string, SoundTruth>> }

describeReference('sounds of the reference files', () => {
  it('have the format of their manifest, and samples', () => {
    const found = entriesOf('parkan.sound').filter(([, entry]) => entry.size > 0)
    expect(found.length).toBeGreaterThan(4)
    for (const [path, entry] of found) {
      const right = sounds[`${path.replace(/!.*/, '')}::${entry.name}`]
      expect(formatOf(entry)?.layout?.(entry)).toBe(SOUND)
      const { chunks } = read(SOUND, entry.bytes)
      expect(chunks[0]?.body).toMatchObject({
        tag: right?.tag,
        channels: right?.channels,
        ...(right?.bits !== undefined && { bits: right.bits }),
        ...(right?.align !== undefined && { block_align: right.align }),
        ...(right?.per_block !== undefined && { more: { samples_per_block: right.per_block } }),
      })
      expect(chunks.some(({ id, size }) => id === DATA_CHUNK && size > 0)).toBe(true)
    }
  })
})
