/** Ids of rows by name, in any case. */
export class RowNames {
  private readonly ids = new Map<string, Set<string>>()

  add(id: string, name: string): void {
    const key = name.toLowerCase()
    const known = this.ids.get(key)
    if (known) known.add(id)
    else this.ids.set(key, new Set([id]))
  }

  remove(id: string, name: string): void {
    this.ids.get(name.toLowerCase())?.delete(id)
  }

  /** Ids of all rows of that name. */
  named(name: string): Iterable<string> {
    return this.ids.get(name.toLowerCase()) ?? []
  }
}
