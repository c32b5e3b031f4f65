import { hasBit } from '../layout'

/** Names of a field's numbers and bits: those of its format and those of the modder. */
export interface Called {
  readonly values: Readonly<Record<number, string>>
  readonly bits: Readonly<Record<number, string>>
}

export const NOT_CALLED: Called = { values: {}, bits: {} }

/**
 * Whether a number has a name: `ford`, a part of the name of the number or of a set bit, without case; `=ford` the
 * whole name, `!=ford` none of those, `&ford` and `!&ford` of bits only. Undefined where nothing has that name.
 */
export function namedTest(word: string, { values, bits }: Called): ((value: number | bigint) => boolean) | undefined {
  const [, sign = '', name = ''] = /^(!=|<>|==|=|!&|&)?(.*)$/s.exec(word.trim().toLowerCase()) ?? []
  const isWhole = sign === '=' || sign === '=='
  const isCalled = ([, known]: readonly [string, string]): boolean =>
    isWhole ? known.trim().toLowerCase() === name : known.toLowerCase().includes(name)
  const numbers =
    sign.endsWith('&') || name === ''
      ? []
      : Object.entries(values)
          .filter(isCalled)
          .map(([number]) => Number(number))
  const places =
    name === ''
      ? []
      : Object.entries(bits)
          .filter(isCalled)
          .map(([bit]) => Number(bit))
  if (numbers.length + places.length === 0) return undefined
  const isSo = (value: number | bigint): boolean =>
    numbers.some(number => isNumber(value, number)) || places.some(bit => isSet(value, bit))
  return sign.startsWith('!') || sign === '<>' ? value => !isSo(value) : isSo
}

/** Compares a bigint with a float by value. */
const isNumber = (value: number | bigint, number: number): boolean => value >= number && value <= number

const isSet = (value: number | bigint, bit: number): boolean =>
  typeof value === 'bigint' ? (BigInt.asUintN(64, value) >> BigInt(bit)) % 2n === 1n : hasBit(value, bit)
