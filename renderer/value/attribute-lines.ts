import type { AttributeValue, Attributes } from '@areal-studio/core/edit'
import { attributeNames } from '@areal-studio/core/format'
import type { AnyLayout } from '@areal-studio/core/layout'

export interface AttributeLine {
  readonly name: string
  readonly value: AttributeValue
  /** As it is shown and typed. */
  readonly text: string
  /** The same number in hexadecimal, and as four letters where it is some. */
  readonly aside: string
  /** Values that have names, and the present one: chosen from a list. */
  readonly choices?: readonly AttributeChoice[]
}

interface AttributeChoice {
  readonly value: number
  readonly text: string
}

/** Attributes of an entry, without the place of its row; `declared`: the record of the archive's rows. */
export function attributeLines(attributes: Attributes, declared?: AnyLayout): readonly AttributeLine[] {
  return Object.entries(attributes)
    .filter(([name]) => name !== 'row')
    .map(([name, value]) => {
      const names = attributeNames(declared, name)
      return {
        name,
        value,
        text: typeof value === 'object' ? value.text : String(value),
        aside: typeof value === 'number' ? asideOf(value) : '',
        ...(names && typeof value === 'number' && { choices: choicesOf(names, value) }),
      }
    })
}

function choicesOf(names: Readonly<Record<number, string>>, value: number): readonly AttributeChoice[] {
  const named = Object.entries(names).map(([number, text]) => ({ value: Number(number), text }))
  return named.some(choice => choice.value === value) ? named : [{ value, text: asideOf(value) }, ...named]
}

function asideOf(value: number): string {
  const bytes = [0, 8, 16, 24].map(bit => (value >>> bit) & 0xff)
  const letters = bytes.every(byte => byte > 0x20 && byte < 0x7f) ? ` ${String.fromCharCode(...bytes)}` : ''
  return `0x${value.toString(16).toUpperCase()}${letters}`
}

/** Parses a typed attribute; undefined where it is not valid. Numbers may be hexadecimal. */
export function typedAttribute(typed: string, before: AttributeValue): AttributeValue | undefined {
  if (typeof before !== 'number') return typed === '' ? undefined : typed
  const words = typed.trim()
  const value = /^(?:\d+|0x[0-9a-f]+)$/i.test(words) ? Number(words) : Number.NaN
  return value >= 0 && value <= 0xffffffff ? value : undefined
}
