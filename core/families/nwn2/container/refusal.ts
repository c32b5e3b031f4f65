/** What is wrong with a file that cannot be opened. */
export interface Refusal {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly range: readonly [offset: number, size: number]
}
