import { describe, expect, it } from 'vitest'
import { brokenLaws, document, read, type Bytes, type Value } from '../../../layout'
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
