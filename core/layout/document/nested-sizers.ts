import type { AnyLayout, SizedShape } from '../model/shape'
import { prefixAt, totalAt } from '../shapes/extent'
import type { Around, Measurer } from '../shapes/operations'
import { DEEPEST } from '../shapes/scope'
import type { Sizer } from './element-runs'

// Sizers of what frames, of what continues to an end and of records that contain records of their own kind.

/** A frame, whose body must fill it. */
export class FrameSizer implements Sizer {
  constructor(
    private readonly shape: SizedShape,
    private readonly body: Sizer,
  ) {}

  size(
    view: DataView,
    at: number,
    own: number,
    beside: number,
    end: number,
    depth: number,
    measurer: Measurer,
  ): number {
    const { shape } = this
    const room = end - at
    const prefix = prefixAt(shape, view, at, room)
    if (prefix > room) return -1
    const total = totalAt(shape, view, at, prefix)
    if (total < prefix || total > room) return -1
    if (measurer.isTrusting) return total
    return this.body.size(view, at + prefix, own, beside, at + total, depth, measurer) === total - prefix ? total : -1
  }
}

/** All bytes that remain. */
export const REMAINING: Sizer = { size: (_view, at, _own, _beside, end) => end - at }

/** As many elements of one size as remain. */
export class RemainingElements implements Sizer {
  constructor(private readonly stride: number) {}

  size(_view: DataView, at: number, _own: number, _beside: number, end: number): number {
    return end < at ? -1 : Math.floor((end - at) / this.stride) * this.stride
  }
}

/** Records of differing size up to the end. */
export class RemainingRecords implements Sizer {
  constructor(private readonly record: Sizer) {}

  size(
    view: DataView,
    at: number,
    own: number,
    beside: number,
    end: number,
    depth: number,
    measurer: Measurer,
  ): number {
    const { record } = this
    let to = at
    while (to < end) {
      const size = record.size(view, to, own, beside, end, depth, measurer)
      if (size <= 0) return -1
      to += size
    }
    return to - at
  }
}

/** A value whose own bytes tell its size. */
export class AloneSizer implements Sizer {
  constructor(private readonly layout: AnyLayout) {}

  size(
    view: DataView,
    at: number,
    _own: number,
    _beside: number,
    end: number,
    _depth: number,
    measurer: Measurer,
  ): number {
    return measurer.measure(this.layout, view, at, end)
  }
}

/** A record that is measured field by field, and reads nothing outside. */
export class ClosedSizer implements Sizer {
  constructor(private readonly layout: AnyLayout) {}

  size(
    view: DataView,
    at: number,
    _own: number,
    _beside: number,
    end: number,
    depth: number,
    measurer: Measurer,
  ): number {
    return measurer.measure(this.layout, view, at, end, 0, nothingAround(depth))
  }
}

/**
 * Of records that contain records of their own kind each is measured once per document. `isFramed`: all of these are in
 * frames, so that its size costs less than a look-up once the frames were measured.
 */
export class NestingSizer implements Sizer {
  constructor(
    private readonly record: Sizer,
    private readonly isFramed: boolean,
  ) {}

  size(
    view: DataView,
    at: number,
    own: number,
    beside: number,
    end: number,
    depth: number,
    measurer: Measurer,
  ): number {
    const sizes = this.isFramed && measurer.isTrusting ? undefined : measurer.sizes
    const known = sizes?.at(at, depth)
    if (known !== undefined) return known <= end - at ? known : -1
    const size = this.record.size(view, at, own, beside, end, depth, measurer)
    if (size >= 0) sizes?.keep(at, depth, size)
    return size
  }
}

/** A record of the same kind as one that contains it. `sizerOf` is called when the first is measured. */
export class WithinSizer implements Sizer {
  private found: Sizer | undefined

  constructor(private readonly sizerOf: () => Sizer | undefined) {}

  size(
    view: DataView,
    at: number,
    _own: number,
    beside: number,
    end: number,
    depth: number,
    measurer: Measurer,
  ): number {
    if (depth >= DEEPEST) return -1
    this.found ??= this.sizerOf()
    return this.found?.size(view, at, at, beside, end, depth, measurer) ?? -1
  }
}

/** What a record can read that is `depth` records deep and reads nothing outside. */
const nothingAround = (depth: number): Around => ({
  outer: undefined,
  parallel: undefined,
  depth,
  number: () => undefined,
  valueOf: () => Number.NaN,
  length: () => -1,
  rows: () => undefined,
  record: () => undefined,
  along: () => nothingAround(depth + 1),
})
