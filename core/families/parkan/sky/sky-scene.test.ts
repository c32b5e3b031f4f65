import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { skyAt, type SkyItem } from '../../../format'
import type { Bytes } from '../../../layout'
import { changed } from '../entries.fixture'
import { shelf } from '../opened.fixture'
import { sampleSky } from '../sample/behaviour'
import { SKY } from './sky'
import { missionSky } from './sky-scene'

const MISSION = 'MISSIONS/single.01/data.tma'
const FILE = 'MISSIONS/single.01/sky.ske'
const GOOD = sampleSky()
const skyOf = (bytes?: Bytes): Promise<SkyItem> =>
  missionSky(shelf({ [MISSION]: new Uint8Array(0), ...(bytes && { [FILE]: bytes }) }).open(MISSION))
const near = (values: readonly number[] | undefined): readonly number[] =>
  (values ?? []).map(value => Math.round(value * 255))

describe('sky of a mission', () => {
  it('has the colours of its keyframes as red, green and blue, and fog in world units', async () => {
    const sky = await skyOf(GOOD)
    expect([sky.entry, sky.start, sky.length, [...sky.times]]).toEqual([FILE, 9 * 60, 1440, [0, 360, 720, 1200]])
    const noon = skyAt(sky, 720)
    expect([near(noon?.sunlight), near(noon?.shade)]).toEqual([
      [255, 250, 236],
      [150, 160, 174],
    ])
    expect([near(noon?.rings.slice(0, 3)), near(noon?.rings.slice(-3))]).toEqual([
      [188, 208, 226],
      [64, 120, 200],
    ])
    expect(noon?.fog).toEqual([700, 2800])
  })

  it('takes each colour from its own slot', async () => {
    const fields = ['horizon', 'middle', 'upper'].flatMap(ring => [0, 1, 2, 3].map(at => `slots/${ring}_${at}`))
    const before = skyAt(await skyOf(GOOD), 0)
    for (const [place, field] of [...fields, 'slots/zenith'].entries()) {
      const after = skyAt(await skyOf(changed(SKY, GOOD, `sections/0/keyframes/0/${field}`, [1, 2, 3, 4])), 0)
      expect([field, near(after?.rings.slice(3 * place, 3 * place + 3))]).toEqual([field, [3, 2, 1]])
      const others = (rings: readonly number[] | undefined) => rings?.filter((_, at) => Math.floor(at / 3) !== place)
      expect(others(after?.rings)).toEqual(others(before?.rings))
    }
    const field = 'sections/0/keyframes/0'
    const lit = skyAt(await skyOf(changed(SKY, GOOD, `${field}/slots/sunlight`, [1, 2, 3, 4])), 0)
    expect([near(lit?.sunlight), lit?.shade]).toEqual([[3, 2, 1], before?.shade])
    const shaded = skyAt(await skyOf(changed(SKY, GOOD, `${field}/scene`, [1, 2, 3, 4])), 0)
    expect([near(shaded?.shade), shaded?.sunlight]).toEqual([[3, 2, 1], before?.sunlight])
  })

  it('mixes two keyframes by time, over midnight too, and repeats after its days', async () => {
    const sky = await skyOf(GOOD)
    const mean = (a: number, b: number): readonly number[] => {
      const [one, other] = [skyAt(sky, a)?.sunlight, skyAt(sky, b)?.sunlight]
      return (one ?? []).map((part, at) => (part + (other?.[at] ?? 0)) / 2)
    }
    const isNear = (found: readonly number[] | undefined, right: readonly number[]): void => {
      right.forEach((part, at) => expect(found?.[at]).toBeCloseTo(part, 5))
    }
    isNear(skyAt(sky, 540)?.sunlight, mean(360, 720))
    isNear(skyAt(sky, 1320)?.sunlight, mean(1200, 0))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: -3, max: 3 }), (minute, days) => {
        expect(skyAt(sky, minute + 1440 * days)).toEqual(skyAt(sky, minute))
      }),
    )
  })

  it('begins anywhere, sorts its keyframes, and has no fog where a distance is no number or they meet', async () => {
    const odd = await skyOf(changed(SKY, GOOD, 'sections/0/keyframes/0/time/hour', 22))
    expect([...odd.times]).toEqual([360, 720, 1200, 1320])
    expect(near(skyAt(odd, 1320)?.sunlight)).toEqual([40, 46, 76])
    const late = await skyOf(changed(SKY, changed(SKY, GOOD, 'start/hour', 99), 'start/section', 7))
    expect(late.start).toBe(1439)
    for (const value of [NaN, Infinity, 0.4]) {
      const sky = await skyOf(changed(SKY, GOOD, 'sections/0/keyframes/0/slots/fog_end', value))
      expect(skyAt(sky, 0)?.fog).toBeUndefined()
    }
  })

  it('says why there is none, and has no light then', async () => {
    const reasonOf = async (bytes?: Bytes): Promise<string | undefined> => {
      const sky = await skyOf(bytes)
      expect([sky.times.length, skyAt(sky, 0)]).toEqual([0, undefined])
      expect(sky.missing?.params?.['file']).toBe(FILE)
      return sky.missing?.code
    }
    expect(await reasonOf()).toBe('notice.mission.no-sky')
    expect(await reasonOf(changed(SKY, GOOD, 'version', 4))).toBe('notice.mission.sky-version')
    expect(await reasonOf(new Uint8Array(0))).toBe('notice.mission.sky-version')
    expect(await reasonOf(GOOD.subarray(0, GOOD.length - 1))).toBe('notice.mission.sky-damaged')
    expect(await reasonOf(changed(SKY, GOOD, 'sections', []))).toBe('notice.mission.sky-empty')
  })

  it('is read from any bytes without an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(GOOD.length - 1), fc.nat(255)), { maxLength: 12 }),
        fc.nat(GOOD.length),
        async (edits, cut) => {
          const bytes = GOOD.slice(0, cut)
          for (const [at, value] of edits) if (at < cut) bytes[at] = value
          const sky = await skyOf(bytes)
          const light = skyAt(sky, sky.start)
          expect(light === undefined).toBe(sky.times.length === 0)
          expect(light?.rings.concat(light.sunlight, light.shade).every(Number.isFinite) ?? true).toBe(true)
        },
      ),
    )
  })
})
