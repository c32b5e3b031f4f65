/** A binary heap of numbers by cost, the cheapest first. */
export class MinHeap {
  private readonly items: number[] = []
  private readonly costs: number[] = []
  /** Cost of the item that `pop` returned last. */
  cost = 0

  push(item: number, cost: number): void {
    const { items, costs } = this
    let at = items.length
    items.push(item)
    costs.push(cost)
    while (at > 0) {
      const above = (at - 1) >> 1
      const other = costs[above] ?? 0
      if (other <= cost) break
      items[at] = items[above] ?? -1
      costs[at] = other
      at = above
    }
    items[at] = item
    costs[at] = cost
  }

  /** -1 where the heap is empty. */
  pop(): number {
    const { items, costs } = this
    if (items.length === 0) return -1
    const first = items[0] ?? -1
    this.cost = costs[0] ?? 0
    const item = items.pop() ?? -1
    const cost = costs.pop() ?? 0
    const count = items.length
    if (count === 0) return first
    for (let at = 0; ; ) {
      let below = 2 * at + 1
      if (below + 1 < count && (costs[below + 1] ?? 0) < (costs[below] ?? 0)) below++
      if (below >= count || cost <= (costs[below] ?? 0)) {
        items[at] = item
        costs[at] = cost
        return first
      }
      items[at] = items[below] ?? -1
      costs[at] = costs[below] ?? 0
      at = below
    }
  }
}
