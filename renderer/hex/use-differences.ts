import { computed, shallowRef, type Ref } from 'vue'
import type { Bytes } from '@areal-studio/core/layout'
import { firstEndingAfter, type Ranges } from '../value/ranges'
import { useText } from '../state/settings.store'
import { useWorkspace } from '../state/workspace.store'
import { alone } from './alignment'
import type { ByteSource } from './byte-source'
import { compareMenu } from './hex-menu'
import { useCompare } from './use-compare'
import type { useLarge } from './use-large'
import type { Insertion } from './use-insertion'

interface DifferenceOptions {
  readonly bytes: Readonly<Ref<Bytes | undefined>>
  readonly pristine: Readonly<Ref<Bytes | undefined>>
  /** The edited bytes. */
  readonly changed: Readonly<Ref<Ranges>>
  readonly large: ReturnType<typeof useLarge>
  /** The bytes as they are shown. */
  readonly shown: Readonly<Ref<ByteSource>>
  /** Until it is committed the bytes are compared with nothing. */
  readonly inserted: Readonly<Ref<Insertion | undefined>>
  readonly caret: Readonly<Ref<number>>
}

/** The comparison of the shown bytes, small or large, and navigation between its differences. */
export function useDifferences({ bytes, pristine, changed, large, shown, inserted, caret }: DifferenceOptions) {
  const workspace = useWorkspace()
  const text = useText()
  const { target, choose, comparison, isBusy } = useCompare(bytes, pristine)
  const isChoosing = shallowRef(false)
  const compared = computed(() => (inserted.value || large.isLarge.value ? undefined : comparison.value))
  const ranges = computed(() =>
    large.isLarge.value ? large.differing.value : (comparison.value?.changed ?? changed.value),
  )
  /** Number of the difference at the caret or behind it. */
  const at = computed(() => firstEndingAfter(ranges.value, caret.value))

  function ask(): void {
    if (large.isLarge.value) workspace.notify({ code: 'ui.hex.compare.large', params: {} }, 'warning')
    else isChoosing.value = true
  }

  return {
    /** Places to go from and to: those that differ from what is compared, else the edited ones. */
    ranges,
    at,
    isBusy,
    isOtherEntry: computed(() => typeof target.value === 'object'),
    /** The bytes compared with, and their places beside the shown ones. */
    other: computed(() =>
      large.isLarge.value && target.value === 'original' ? large.original.value : compared.value?.other,
    ),
    lines: computed(() => compared.value?.lines ?? alone(shown.value.size)),
    /** What those compared with are called. */
    name: computed(() =>
      typeof target.value === 'object'
        ? target.value.entry.slice(target.value.entry.lastIndexOf('/') + 1)
        : text.say(target.value === 'none' ? 'ui.hex.compare.nothing' : 'ui.hex.original'),
    ),
    menu: () =>
      compareMenu({ say: key => text.say(key), target: target.value, choose: next => void choose(next), ask }),
    /** Whether the choice of another entry to compare with is open. */
    isChoosing,
    chosen(entry: string): void {
      isChoosing.value = false
      void choose({ entry })
    },
    /** Where the next difference begins, or the one before; round the end. */
    next(step: 1 | -1): number | undefined {
      const isIn = (ranges.value[at.value]?.[0] ?? Infinity) <= caret.value
      const place = step === 1 && !isIn ? at.value : at.value + step
      return ranges.value[(place + ranges.value.length) % ranges.value.length]?.[0]
    },
  }
}
