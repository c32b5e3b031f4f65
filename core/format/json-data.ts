/** A JSON object whose members are not checked yet. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Parses JSON; undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is an object with members: no array, not null. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
