import { decode, encode } from '@areal-studio/core/port'
import type { Port } from '@areal-studio/core/studio'
import type { Thread } from '../../state/worker/host-worker'
import { serveWorker } from '../../state/worker/serve-worker'
import { runSceneRequest } from './scene-work'
import { useScenes, type Scenes } from './use-scenes'

/** Scenes from what the worker runs, in this thread: the messages and the reads from the host are the same. */
export const scenesBeside = (port: Pick<Port, 'call'>): Scenes =>
  useScenes({ start: () => startScenes(), dial: () => Promise.resolve(dialled(port)) })

function startScenes(): Thread {
  const { port1, port2 } = new MessageChannel()
  serveWorker(port1, runSceneRequest)
  port1.start()
  port2.start()
  return {
    postMessage: (message, transfer) => port2.postMessage(message, transfer),
    addEventListener: (type: string, handler: (event: never) => void) => {
      if (type === 'message') port2.addEventListener(type, event => handler(event as never))
    },
    terminate: () => port2.close(),
  }
}

/** A connection to the host, as the preload opens one. */
function dialled(host: Pick<Port, 'call'>): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<Uint8Array>) => {
    const [call, method, args] = decode(data) as [number, string, unknown[]]
    void host.call(method, args).then(reply => port1.postMessage(encode([call, reply])))
  }
  return port2
}
