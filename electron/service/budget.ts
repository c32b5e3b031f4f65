import { MAX_MESSAGE } from '@areal-studio/core/port'

/** What one window may use of its host, in the browser host and in Electron: far above what a window of ours does. */
export const MESSAGES_PER_SECOND = 4000
/** Bytes of replies that wait for a window to read them: two of the longest messages. */
export const UNREAD_BYTES = 2 * MAX_MESSAGE
/** Windows of popped-out panes open at once: more than there are panes. */
export const POP_OUTS = 24

/** Counts the messages of one window. Each call is one message; returns whether this second had too many. */
export function floodGuard(now: () => number = () => performance.now()): () => boolean {
  let [second, count] = [0, 0]
  return () => {
    const present = Math.floor(now() / 1000)
    if (present !== second) [second, count] = [present, 0]
    return ++count > MESSAGES_PER_SECOND
  }
}
