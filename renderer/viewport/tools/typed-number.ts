/** The number typed during a drag, after one more key; undefined where the key does not belong to a number. */
export function withKeyTyped(typed: string, { key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | undefined {
  if (/^[\d.-]$/.test(key)) return typed + key
  return code === 'Backspace' ? typed.slice(0, -1) : undefined
}

/** Undefined while nothing, or no whole number such as `-`, is typed: then the pointer decides. */
export function typedNumber(typed: string): number | undefined {
  const number = typed === '' ? NaN : Number(typed)
  return Number.isFinite(number) ? number : undefined
}
