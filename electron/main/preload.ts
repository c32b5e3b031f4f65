import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron'
import { CALL_CHANNEL, EVENT_CHANNEL, PORT_CHANNEL } from '../service/window-options'

/** Of the window's page, which Node's types do not have: sends a port to the page's own scripts. */
declare function postMessage(message: string, origin: string, ports: readonly unknown[]): void

type DroppedFile = Parameters<typeof webUtils.getPathForFile>[0]

/**
 * The window's only access to Electron: three fixed channels of bytes, the path of a file dropped on it, and the zoom
 * factor.
 */
const bridge = {
  /** `[method, args]` as one message; returns a `Reply` as one message. */
  call: (message: Uint8Array): Promise<Uint8Array> => ipcRenderer.invoke(CALL_CHANNEL, message),
  /** Each message is `[event, payload]`. Returns an unsubscribe function. */
  listen: (handler: (message: Uint8Array) => void): (() => void) => {
    const heard = (_: unknown, message: Uint8Array): void => handler(message)
    ipcRenderer.on(EVENT_CHANNEL, heard)
    return () => {
      ipcRenderer.removeListener(EVENT_CHANNEL, heard)
    }
  },
  /** A connection of its own for a worker of the window, which receives one end of it as a message. */
  dial: (): void => {
    const { port1, port2 } = new MessageChannel()
    ipcRenderer.postMessage(PORT_CHANNEL, null, [port1])
    postMessage(PORT_CHANNEL, '*', [port2])
  },
  pathOf: (file: DroppedFile): string => webUtils.getPathForFile(file),
  zoom: (factor: number): void => webFrame.setZoomFactor(factor),
}

contextBridge.exposeInMainWorld('arealBridge', bridge)
