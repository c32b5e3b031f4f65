import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron'
import { CALL_CHANNEL, EVENT_CHANNEL } from '../service/window-options'

type DroppedFile = Parameters<typeof webUtils.getPathForFile>[0]

/**
 * The window's only access to Electron: two fixed channels of bytes, the path of a file dropped on it, and the zoom
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
  pathOf: (file: DroppedFile): string => webUtils.getPathForFile(file),
  zoom: (factor: number): void => webFrame.setZoomFactor(factor),
}

contextBridge.exposeInMainWorld('arealBridge', bridge)
