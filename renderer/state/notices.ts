import { shallowRef } from 'vue'
import { StudioError, type Words } from '@areal-studio/core/format'
import { LayoutError } from '@areal-studio/core/layout'

export type Level = 'info' | 'ok' | 'warning' | 'error'
interface Notice {
  readonly id: number
  /** `code` is a whole catalogue key: `refusal.edit.stale`, `notice.journal-torn`. */
  readonly words: Words
  readonly level: Level
  readonly time: number
}

const KEPT = 50
let last = 0

/** Notices for the user; the newest last. The shell shows each for a while. */
export const notices = shallowRef<readonly Notice[]>([])

/** Errors that were shown, the newest last: they stay listed until the user clears the list. */
export const errors = shallowRef<readonly Notice[]>([])

/** Shows it once: an equal notice replaces the earlier one. */
export function notify(words: Words, level: Level = 'info'): void {
  const same = JSON.stringify(words)
  const others = notices.value.filter(notice => JSON.stringify(notice.words) !== same)
  const notice = { id: ++last, words, level, time: Date.now() }
  notices.value = [...others.slice(-KEPT), notice]
  if (level !== 'error') return
  errors.value = [...errors.value.filter(known => JSON.stringify(known.words) !== same).slice(-KEPT), notice]
}

export function clearErrors(): void {
  errors.value = []
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter(notice => notice.id !== id)
}

/** Notices with a dialog of their own. */
const ASKED = ['notice.pristine-changed', 'notice.pristine-gone', 'notice.pristine-come']

/** Notices of an open workspace that are new. */
export const newsAmong = (now: readonly Words[], before: readonly Words[]): readonly Words[] => {
  const known = new Set(before.map(words => JSON.stringify(words)))
  return now.filter(words => !ASKED.includes(words.code) && !known.has(JSON.stringify(words)))
}

/** The message of anything thrown: errors of the studio by their code, defects by their message. */
export function wordsOf(error: unknown): Words {
  if (error instanceof StudioError || error instanceof LayoutError)
    return { code: `refusal.${error.code}`, params: error.params }
  return { code: 'refusal.defect', params: { message: error instanceof Error ? error.message : String(error) } }
}

/** Shows an error as a notification: a cancellation by the user as news, and one by the window itself not at all. */
export function refuse(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  notify(wordsOf(error), error instanceof StudioError && error.code === 'job.cancelled' ? 'info' : 'error')
}

/** Runs anything that may throw; an error is shown, and undefined returned. */
export async function attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    refuse(error)
    return undefined
  }
}
