import { describe, expect, it } from 'vitest'
import { brokenLaws, document, locate, read, type Bytes, type Value } from '../../../layout'
import { byteWriter } from '../byte-writer.fixture'
import { changed, problemsOf, referenceShelf } from '../entries.fixture'
import { shelf } from '../opened.fixture'
import { describeReference, truth } from '../reference.fixture'
import { sampleSky } from '../sample/behaviour'
import { SKY } from './sky'

const GOOD = sampleSky()
const codes = (bytes: Bytes): Promise<readonly string[]> => problemsOf(shelf({ 'sky.ske': bytes }).open('sky.ske'))
const withField = (path: string, value: Value): Promise<readonly string[]> => codes(changed(SKY, GOOD, path, value))

describe('sky', () => {
  it('keeps the laws', async () => {
    expect([document(SKY, GOOD).isWhole, brokenLaws(SKY, GOOD)]).toEqual([true, []])
    expect(await codes(GOOD)).toEqual([])
  })
  it.each([
    [1, 20],
    [2, 22],
    [3, 22],
  ])('is read with keyframes of version %i, which have %i colours', (version, slots) => {
    const keyframe = byteWriter().u32(version, 0, 0, 0, 6, 0, 0, 0, 0, 2)
    keyframe
      .bytes(Uint8Array.from({ length: 4 * slots }, (_, at) => at))
      .u32(0, 0, 0, 0, 0, 0)
      .f32(1, 2, 3, 4)
    if (version > 2) keyframe.u32(1).string('Rain')
    const head = byteWriter().u32(0xffffffff, 5, 1, 1, 1).bytes(new Uint8Array(64))
    const bytes = head.bytes(keyframe.done()).bytes(new Uint8Array(40)).done()
    expect([document(SKY, bytes).isWhole, brokenLaws(SKY, bytes)]).toEqual([true, []])
    const [found] = read(SKY, bytes).sections[0]?.keyframes ?? []
    expect(found).toMatchObject({
      slots: { zenith: [60, 61, 62, 63], sunlight: [76, 77, 78, 79] },
      floats: [1, 2, 3, 4],
    })
    expect([found?.scene, found?.effects]).toEqual([
      version > 1 ? [80, 81, 82, 83] : undefined,
      version > 2 ? ['Rain'] : undefined,
    ])
  })
  it('has the distances of the fog as numbers, and still knows the paths of its colours', () => {
    const opened = document(SKY, changed(SKY, GOOD, 'sections/0/keyframes/0/slots/fog_end', 0.75))
    expect(locate(opened, 'sections/0/keyframes/0/slots/fog_end')?.value).toBe(0.75)
    const [now, before] = ['zenith', '15'].map(name => locate(opened, `sections/0/keyframes/0/slots/${name}`)?.offset)
    expect([before, before === undefined]).toEqual([now, false])
  })
  it('has problems with versions and with keyframes that go back in time', async () => {
    expect(await withField('version', 4)).toEqual(['sky.version version'])
    expect(await withField('magic', 0)).toEqual(['sky.version version'])
    expect(await withField('sections/0/keyframes/1/version', 4)).toEqual([
      'sky.keyframe-version sections/0/keyframes/1/version',
    ])
    expect(await withField('sections/0/keyframes/0/time/hour', 7)).toEqual(['sky.order sections/0/keyframes/0/time'])
    expect(await withField('sections/0/keyframes/0/time/hour', 6)).toEqual([])
  })
  it('has problems where bytes are missing or left over', async () => {
    expect(await codes(GOOD.subarray(0, GOOD.length - 1))).toContainEqual(expect.stringMatching(/^sky\.cut/))
    expect(await codes(Uint8Array.of(...GOOD, 0))).toEqual(['sky.trailing'])
  })
})

const { texts = {} } = truth as {
  texts?: Readonly<Record<string, { readonly sections?: number; readonly keyframes?: number }>>
}

describeReference('skies of the reference files', () => {
  it.each(Object.entries(texts).filter(([name]) => name.endsWith('.ske')))(
    '%s is as its manifest says',
    (name, right) => {
      const { sections } = read(SKY, referenceShelf().open(name).bytes)
      const keyframes = sections.reduce((sum, section) => sum + section.keyframes.length, 0)
      expect([sections.length, keyframes]).toEqual([right.sections, right.keyframes])
    },
  )
})
