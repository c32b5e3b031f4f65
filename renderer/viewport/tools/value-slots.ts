import { own, setOwn } from '@areal-studio/core/layout'
import { computed, reactive } from 'vue'
import { firstSlots, SLOT_COUNT, withUsed } from '../geometry/brush'
import type { LegendRow } from './legend'

/** What a brush paints before anything was chosen. */
const FIRST_VALUE = 1

interface Sources {
  /** By field: the value that is painted; kept by who made it. */
  readonly values: Record<string, number>
  /** The field that is painted. */
  field(): string
  /** Values of the field on the map, the most frequent first. */
  rows(): readonly LegendRow[]
  /** All values of the field, where they are few. */
  choices(): readonly number[] | undefined
}

/** The painted value, and the ten under the digits: the last used ones, by field. */
export class ValueSlots {
  private readonly slots = reactive<Record<string, readonly number[]>>({})
  private readonly used: Record<string, readonly number[]> = {}
  readonly value = computed(() => {
    const kept = own(this.from.values, this.from.field())
    const choices = this.from.choices()
    return choices && (kept === undefined || !choices.includes(kept)) ? (choices[0] ?? 0) : (kept ?? FIRST_VALUE)
  })
  readonly shown = computed(
    () => this.from.choices() ?? own(this.slots, this.from.field()) ?? firstSlots(this.from.rows()),
  )

  constructor(private readonly from: Sources) {}

  /** A value was chosen, painted or picked. */
  use(next: number): void {
    const field = this.from.field()
    setOwn(this.from.values, field, next)
    if (this.from.choices()) return
    const found = withUsed(this.shown.value, own(this.used, field) ?? [], next)
    setOwn(this.slots, field, found.slots)
    setOwn(this.used, field, found.used)
  }

  /** The value under a digit; 0 is the tenth. */
  under(digit: number): number | undefined {
    return this.shown.value[(digit + SLOT_COUNT - 1) % SLOT_COUNT]
  }

  /** Another map is shown: its own values are first. */
  forget(): void {
    for (const field of Object.keys(this.slots)) Reflect.deleteProperty(this.slots, field)
  }
}
