import { describe, expect, it } from 'vitest'
import { readWish } from './parse-location'

describe('go to', () => {
  it('reads places as they are copied and typed, and numbers of areals', () => {
    const place = { x: 864.1, y: -507.5 }
    for (const typed of ['864.1 -507.5', '864.1, -507.5', '864,1; -507,5', 'x 864.1  y -507.5', '864.1 -507.5 89.7'])
      expect(readWish(typed), typed).toEqual(place)
    expect(readWish('864,507')).toEqual({ x: 864, y: 507 })
    expect([readWish('#637'), readWish(' 637 ')]).toEqual([{ record: 637 }, { record: 637 }])
    expect([readWish(''), readWish('here')]).toEqual([undefined, undefined])
  })
})
