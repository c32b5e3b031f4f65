import { MAX_MESSAGE } from '@areal-studio/core/port'

/** Limits of one window, in the browser host and in Electron: far above the use of the own window. */
export const MESSAGES_PER_SECOND = 4000
/** Bytes of unread replies: two of the longest messages. */
export const UNREAD_BYTES = 2 * MAX_MESSAGE
/** Most windows of popped-out panes: more than there are panes. */
export const POP_OUTS = 24

/**
 * Counts the messages of one window. To be called once per message; returns whether there were too many in this second.
 */
export function floodGuard(now: () => number = () => performance.now()): () => boolean {
  let [second, count] = [0, 0]
  return () => {
    const present = Math.floor(now() / 1000)
    if (present !== second) [second, count] = [present, 0]
    return ++count > MESSAGES_PER_SECOND
  }
}
