import { f32Text, f64Text } from '@areal-studio/core/layout'

/** Type and range of a number field. */
export interface NumberShape {
  /** Whole numbers only. */
  readonly isWhole: boolean
  /** 32-bit float: shown with the fewest digits that read back as it. */
  readonly isSingle?: boolean
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** Shown as `0x0000001F`, with this number of digits. */
  readonly hexDigits?: number | undefined
}

type Num = number | bigint

/** A number as text in a field: with a decimal point, without grouping, in any language. */
export function numberText(value: Num, shape: NumberShape): string {
  if (shape.hexDigits !== undefined && shape.isWhole) return hexText(value, shape.hexDigits)
  if (typeof value === 'bigint') return String(value)
  return shape.isSingle ? f32Text(value) : f64Text(value)
}

const ROUNDED = 6

/** A float in at most some six characters, for fields side by side; never shown as a whole number where it is none. */
export function roundedText(value: number, shape: NumberShape): string {
  const exact = numberText(value, shape)
  if (exact.length <= ROUNDED || !Number.isFinite(value)) return exact
  for (let digits = 4; digits > 0; digits--) {
    const text = value.toFixed(digits)
    if (text.length <= ROUNDED + (value < 0 ? 1 : 0) && Number(text) !== 0) return text
  }
  return Math.abs(value) >= 1 && Math.abs(value) < 1e6 ? value.toFixed(1) : value.toExponential(1)
}

/** A whole number as `0x1F`, with at least this number of digits; a negative one as its bits. */
export function hexText(value: Num, digits: number): string {
  const whole = BigInt(value)
  const shown = whole < 0n ? BigInt.asUintN(digits * 4, whole) : whole
  return `0x${shown.toString(16).toUpperCase().padStart(digits, '0')}`
}

/** Why a number does not fit: `whole`, `least`, `most`; undefined where it fits. */
export function misfit(value: Num, shape: NumberShape): 'whole' | 'range' | undefined {
  if (shape.isWhole && typeof value === 'number' && !Number.isInteger(value)) return 'whole'
  if (shape.min !== undefined && value < shape.min) return 'range'
  if (shape.max !== undefined && value > shape.max) return 'range'
  return undefined
}

/**
 * Step of one arrow key or one pixel of dragging: 1, or about a hundredth of a float's size. Coarse is ten times that,
 * fine a tenth.
 */
export function stepOf(value: number, shape: NumberShape, speed: 'plain' | 'coarse' | 'fine'): number {
  const factor = speed === 'coarse' ? 10 : speed === 'fine' ? 0.1 : 1
  if (shape.isWhole) return Math.max(1, factor)
  const size = Number.isFinite(value) ? Math.floor(Math.log10(Math.max(Math.abs(value), 1))) : 0
  return 10 ** Math.max(-3, size - 2) * factor
}

/** `value + steps * step` on the grid of the step, so that dragging gives round numbers. */
export function stepped(value: Num, steps: number, shape: NumberShape, speed: 'plain' | 'coarse' | 'fine'): Num {
  if (typeof value === 'bigint') return value + BigInt(Math.round(steps * stepOf(0, shape, speed)))
  const step = stepOf(value, shape, speed)
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const raw = shape.isWhole ? value + Math.round(steps * step) : Number((value + steps * step).toFixed(digits))
  return Math.min(shape.max ?? Infinity, Math.max(shape.min ?? -Infinity, raw))
}
