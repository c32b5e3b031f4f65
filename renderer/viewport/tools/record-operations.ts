import type { Outcome } from '@areal-studio/core/format'
import type { ToolScene } from './tool-scene'

interface Sources extends Pick<ToolScene, 'operate' | 'selected' | 'select'> {
  /** Whether the format knows how its regions are edited. */
  hasRegions(): boolean
  /** Numbers on the map mean other regions than those of the bytes, until it is rebuilt. */
  isOld(): boolean
  upToDate(): Promise<unknown>
}

/** Merges and removes the selected regions, by menu and by key. */
export class RecordOperations {
  constructor(private readonly map: Sources) {}

  async merge(): Promise<void> {
    const outcome = await this.map.operate(made => made.merge?.(this.map.selected()))
    if (outcome) this.map.select(outcome.records, 'replace')
  }

  remove(): Promise<Outcome | undefined> {
    return this.map.operate(made => made.remove?.(this.map.selected()))
  }

  /** Right after a cut the selected regions are not on the map yet: the key waits for them. */
  run(operation: 'merge' | 'remove'): boolean {
    const isMerge = operation === 'merge'
    if (!this.map.hasRegions()) return false
    const run = (): boolean => {
      if (this.map.selected().length <= (isMerge ? 1 : 0)) return false
      void (isMerge ? this.merge() : this.remove())
      return true
    }
    if (!this.map.isOld()) return run()
    void this.map.upToDate().then(run)
    return true
  }
}
