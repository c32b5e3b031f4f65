import { createPinia, setActivePinia } from 'pinia'
import { FAMILIES } from '@areal-studio/core'
import { MemoryFiles, StudioError } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import type { Port, Reply, StudioEvents } from '@areal-studio/core/studio'
import { memoryHost } from '../../core/studio/memory-host.fixture'
import { createStudio } from '../../core/studio/studio'
import { useSelection } from './selection.store'
import { useWorkspace } from './workspace.store'

/** An entry of thirty areals. */
export const MAP = 'DATA/MAPS/AutoMAP/Land.map!#0'
const files = Object.fromEntries(
  sampleInstall({ maps: [{ name: 'AutoMAP', seed: 5, tiles: 1, areals: 30 }] }).map(file => [file.path, file.bytes]),
)

/** Different enough for a test: the studio only compares hashes. */
function hash(bytes: Bytes): string {
  let a = 2166136261
  let b = 40389
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 16777619)
    b = Math.imul(b + byte, 2654435761) ^ (b >>> 15)
  }
  return [a, b, a ^ b, bytes.length].map(word => (word >>> 0).toString(16).padStart(16, '0')).join('')
}

/** A window beside a real studio; calls can be held back, as on a slow line. */
export class TestPort implements Port {
  readonly calls: string[] = []
  readonly game = new MemoryFiles({ ...files }, { root: '/game' })
  /** Folders of this computer. */
  readonly folders = new Map([['/game', this.game]])
  readonly studio = createStudio({ host: memoryHost({ hash, folders: this.folders }), families: FAMILIES })
  held: Promise<unknown> = Promise.resolve()
  /** Run instead of the studio, once, for a method. */
  instead: { method: string; answer: () => Promise<Reply> } | undefined
  async call(method: string, args: readonly unknown[]): Promise<Reply> {
    this.calls.push(method)
    await this.held
    if (this.instead?.method === method) {
      const { answer } = this.instead
      this.instead = undefined
      return answer()
    }
    return this.real(method, args)
  }

  async real(method: string, args: readonly unknown[]): Promise<Reply> {
    try {
      const run: unknown = Reflect.get(this.studio.api, method)
      if (typeof run !== 'function') throw new StudioError('ipc.unknown-method', { method })
      return { ok: true, value: structuredClone(await run.apply(this.studio.api, structuredClone(args))) }
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      return { ok: false, code: error.code, params: error.params }
    }
  }

  listen<E extends keyof StudioEvents>(event: E, handler: (payload: StudioEvents[E]) => void): () => void {
    return this.studio.listen(event, payload => handler(structuredClone(payload)))
  }
}

/** The map of the second folder of `openTwoMaps`. */
export const SECOND = MAP.replace('AutoMAP', 'Second')

/** A window over an install with two maps of the same content. */
export async function openTwoMaps() {
  const port = new TestPort()
  for (const name of ['Land.map', 'Land.msh', 'Land1.wea', 'Land2.wea']) {
    const from = `DATA/MAPS/AutoMAP/${name}`
    if (await port.game.stat(from)) await port.game.write(from.replace('AutoMAP', 'Second'), await port.game.read(from))
  }
  return openWindow(port)
}

/** Opens another install of the same content in a window. */
export async function openSecondInstall({ port, workspace }: Awaited<ReturnType<typeof openWindow>>): Promise<void> {
  port.folders.set('/second', new MemoryFiles({ ...files }, { root: '/second' }))
  if (!(await workspace.open('/second'))) throw new Error('the second install was refused')
}

/** A window with that install open, and its stores. */
export async function openWindow(port = new TestPort()) {
  setActivePinia(createPinia())
  const workspace = useWorkspace()
  workspace.attach(port)
  if (!(await workspace.open('/game'))) throw new Error('the sample was refused')
  return { port, workspace, selection: useSelection() }
}
