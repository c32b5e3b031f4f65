import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { apply } from '@areal-studio/core/edit'
import { overwritten } from './replica'

describe('the part of an image that is here', () => {
  it('is after an overwriting the same part of the whole image after it', () => {
    const run = fc.tuple(fc.nat(40), fc.uint8Array({ minLength: 1, maxLength: 20 }))
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 60, maxLength: 60 }),
        run,
        fc.nat(59),
        fc.nat(60),
        (image, [offset, inserted], from, to) => {
          const splices = [{ offset, removed: image.slice(offset, offset + inserted.length), inserted }]
          const [start, end] = from < to ? [from, to] : [to, from]
          expect(overwritten(image.subarray(start, end), splices, start)).toEqual(
            apply(image, splices).subarray(start, end),
          )
        },
      ),
    )
  })
})
