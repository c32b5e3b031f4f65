import { shallowRef, watch } from 'vue'
import type { Outcome, RegionTools } from '@areal-studio/core/format'
import { anchorOf } from '../scene/map-scene'
import type { ToolScene } from './tool-scene'
import type { ToolMark } from './tool'

/** What is computed again from the outlines. */
export const REBUILDS = ['cells', 'broken', 'all'] as const
export type Rebuild = (typeof REBUILDS)[number]
const MOST_DOTS = 500

/** Rebuilding cells or links: first what it would change, then the change. */
export function useRebuild(scene: ToolScene) {
  const kind = shallowRef<Rebuild>()
  const preview = shallowRef<Outcome>()
  let turn = 0

  const work =
    (what: Rebuild) =>
    (tools: RegionTools): Outcome | undefined =>
      what === 'cells' ? tools.rebuildCells?.() : tools.rebuildLinks?.(what)

  async function look(): Promise<void> {
    const mine = ++turn
    const what = kind.value
    const outcome = what && (await scene.preview(work(what)))
    if (mine !== turn) return
    preview.value = outcome
    scene.redraw()
  }
  watch([kind, () => scene.picker()], () => {
    preview.value = undefined
    void look()
  })

  return {
    kind,
    preview,
    open(what: Rebuild): void {
      kind.value = what
    },
    /** Returns whether it was open. */
    close(): boolean {
      const had = kind.value !== undefined
      kind.value = undefined
      return had
    },
    async apply(): Promise<void> {
      const what = kind.value
      if (what && (await scene.operate(work(what)))) await look()
    },
    /** Regions whose links would change. */
    marks(): readonly ToolMark[] {
      const item = scene.picker()?.map.regions
      if (!item || !kind.value) return []
      return (preview.value?.records ?? []).slice(0, MOST_DOTS).flatMap((record): ToolMark[] => {
        const at = anchorOf(item, record)
        return at ? [{ kind: 'dot', at, tone: 'bad' }] : []
      })
    },
  }
}
