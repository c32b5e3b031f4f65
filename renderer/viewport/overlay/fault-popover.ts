import { shallowRef } from 'vue'
import type { Pointer } from '../tools/tool'
import type { Fault } from './faults'

/** Half of a mark, in pixels. */
const REACH = 11
/** How long the card stays when the pointer leaves, so that it can be reached, in milliseconds. */
export const LINGER = 350

type Place = Pick<Pointer, 'x' | 'y'>
interface OpenCard extends Place {
  readonly fault: Fault
}

/** The card of the fault under the pointer: it opens over a mark and stays while the pointer is on it or on the mark. */
export class FaultPopover {
  readonly open = shallowRef<OpenCard>()
  private closing: ReturnType<typeof setTimeout> | undefined

  /** `placeOf`: where the mark of a fault is on the canvas; undefined where it is not seen. */
  constructor(private readonly placeOf: (fault: Fault) => Place | undefined) {}

  /** The pointer is at a place of the canvas; undefined: outside of it. */
  hover(pointer: Place | undefined, faults: readonly Fault[]): void {
    for (const fault of pointer ? faults : []) {
      const at = this.placeOf(fault)
      if (!pointer || !at || Math.hypot(at.x - pointer.x, at.y - pointer.y) > REACH) continue
      this.keep()
      if (this.open.value?.fault !== fault) this.open.value = { fault, x: at.x, y: at.y }
      return
    }
    if (this.open.value) this.leave()
  }

  /** The pointer is on the card. */
  readonly keep = (): void => {
    clearTimeout(this.closing)
    this.closing = undefined
  }

  /** The pointer left the card. */
  readonly leave = (): void => {
    this.closing ??= setTimeout(this.close, LINGER)
  }

  readonly close = (): void => {
    this.keep()
    this.open.value = undefined
  }

  /** The faults were found again: the card shows the same one, or closes. */
  update(faults: readonly Fault[]): void {
    const present = this.open.value
    const next = faults.find(({ kind, record }) => kind === present?.fault.kind && record === present.fault.record)
    if (!present || !next) this.close()
    else this.open.value = { ...present, fault: next }
  }
}
