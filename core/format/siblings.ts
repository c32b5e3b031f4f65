import type { Attributes, AttributeValue } from '../edit'

/**
 * The rows of an archive as formats see them when one of the rows is matched: only the others distinguish a terrain
 * from a model.
 */
export interface Siblings {
  /** How many rows there are. */
  readonly size: number
  /** Number of rows with this value of an attribute; of a name with bytes after its end the text is compared. */
  count(attribute: string, value: string | number): number
}

/** Counts of one attribute are made when they are first read; later changes of single rows update them. */
export class SiblingCounts implements Siblings {
  private readonly counts = new Map<string, Map<string | number, number>>()

  /** `rows`: the attributes of all rows at the time of the call. */
  constructor(
    private readonly rows: () => readonly Attributes[],
    private readonly total = (): number => rows().length,
  ) {}

  get size(): number {
    return this.total()
  }

  count(attribute: string, value: string | number): number {
    let known = this.counts.get(attribute)
    if (!known) {
      this.counts.set(attribute, (known = new Map()))
      for (const row of this.rows()) add(known, row[attribute], 1)
    }
    return known.get(value) ?? 0
  }

  /** A row was changed, added (no `before`) or removed (no `after`). */
  change(before: Attributes | undefined, after: Attributes | undefined): void {
    for (const [attribute, known] of this.counts) {
      add(known, before?.[attribute], -1)
      add(known, after?.[attribute], 1)
    }
  }
}

function add(counts: Map<string | number, number>, value: AttributeValue | undefined, by: 1 | -1): void {
  if (value === undefined) return
  const key = typeof value === 'object' ? value.text : value
  counts.set(key, (counts.get(key) ?? 0) + by)
}
