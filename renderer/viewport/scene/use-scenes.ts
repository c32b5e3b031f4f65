import { until } from '@vueuse/core'
import { onScopeDispose, watch } from 'vue'
import { StudioError, type EntryPath, type Paint, type PaintsOptions, type SceneItem } from '@areal-studio/core/format'
import { dialHost } from '../../state/client'
import { seenAt, type SeenEntries } from '../../state/entry-reader'
import type { Replica } from '../../state/replica'
import { HostWorker, type Thread } from '../../state/worker/host-worker'
import { useWorkspace } from '../../state/workspace.store'
import type { SubjectScene } from './scene-source'
import type { ScenePart, SceneRequest, SceneResult } from './scene-work'
import SceneWorker from './scene-worker?worker'

/** A scene that the worker built. */
export interface SceneFound extends Pick<SubjectScene, 'items' | 'others' | 'notes'> {
  readonly seen: SeenEntries
  /** Replicas of the entries of its items whose bytes are the ones that it was built from. */
  readonly replicas: ReadonlyMap<EntryPath, Replica>
}

export interface PaintsFound {
  readonly tables: ReadonlyMap<EntryPath, readonly Paint[]>
  readonly seen: SeenEntries
}

/** Scenes and paints, built by a worker. */
export interface Scenes {
  /** Undefined where nothing of the entry can be drawn. `part` receives the ground before the rest is ready. */
  find(
    entry: EntryPath,
    options?: { readonly signal?: AbortSignal; readonly part?: (part: ScenePart) => void },
  ): Promise<SceneFound | undefined>
  /** Paints of several entries. One that cannot be read is left out, with a notification. */
  paints(
    entries: readonly EntryPath[],
    asked?: { readonly signal?: AbortSignal; readonly options?: PaintsOptions },
  ): Promise<PaintsFound>
}

interface Connection {
  readonly start: () => Thread
  readonly dial: () => Promise<MessagePort | null>
}

/**
 * Scenes from a worker of its own, which is ended with the component. The worker reads committed entries from the host and
 * receives each change, so that it reads again only what has changed. What changes only columns of records is not built
 * again but updated in place by the owner of the scene (`ShownMap`), in less time than a message to a worker takes.
 */
export function useScenes({ start, dial }: Connection = { start: () => new SceneWorker(), dial: dialHost }): Scenes {
  const workspace = useWorkspace()
  const worker = new HostWorker<SceneRequest, ScenePart, SceneResult>(start, dial)
  watch(
    () => workspace.lastChange,
    ({ entries }) => worker.changed(entries),
    { flush: 'sync' },
  )
  onScopeDispose(() => worker.close())

  /** What fails because the host was started again is requested again, when the window has read everything from it. */
  async function ask(
    request: SceneRequest,
    options: { readonly signal?: AbortSignal; readonly part?: (part: ScenePart) => void },
  ): Promise<SceneResult> {
    for (;;) {
      try {
        return await worker.ask(request, options)
      } catch (error) {
        if (!(error instanceof StudioError) || workspace.isConnected) throw error
        await until(() => workspace.isConnected).toBe(true)
      }
    }
  }

  async function replicasOf(items: readonly SceneItem[], number: number): Promise<ReadonlyMap<EntryPath, Replica>> {
    const entries = [
      ...new Set(items.flatMap(item => [item.entry, ...(item.kind === 'mesh' ? [item.nodes.entry] : [])])),
    ]
    // One that was deleted meanwhile has changed, and the scene is requested again.
    const all = await Promise.all(entries.map(entry => workspace.load(entry).catch(() => undefined)))
    return new Map(
      all.flatMap((_, at): [EntryPath, Replica][] => {
        const entry = entries[at] ?? ''
        const replica = workspace.replica(entry)
        return replica && workspace.changedAt(entry) <= number ? [[entry, replica]] : []
      }),
    )
  }

  return {
    async find(entry, options = {}) {
      const { number } = workspace.lastChange
      // Entries of the ground are read while the worker reads the rest.
      const part = (items: ScenePart): void => {
        void replicasOf(items, number)
        options.part?.(items)
      }
      const result = await ask({ kind: 'scene', entry }, { ...options, part })
      const scene = result.kind === 'scene' ? result.scene : null
      if (!scene) return undefined
      const replicas = await replicasOf(scene.items, number)
      options.signal?.throwIfAborted()
      return {
        items: scene.items,
        others: new Set(scene.others),
        notes: scene.notes,
        seen: seenAt(number, scene.read),
        replicas,
      }
    },
    async paints(entries, { signal, options } = {}) {
      const { number } = workspace.lastChange
      const result = await ask({ kind: 'paints', entries, ...(options && { options }) }, signal ? { signal } : {})
      if (result.kind !== 'paints') return { tables: new Map(), seen: new Map() }
      for (const { code, params, where } of result.failures) workspace.refuse(new StudioError(code, params, where))
      return { tables: new Map(result.tables), seen: seenAt(number, result.read) }
    },
  }
}
