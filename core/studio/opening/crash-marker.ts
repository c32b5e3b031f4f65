import { isRecord, parseJson, StudioError } from '../../format'
import { processNamed } from '../api/host'
import { fromText, toText } from '../../format/text-bytes'
import type { Workspace } from '../entries/workspace'

/** Written to the workspace while a window has it open. */
const OPEN = 'open.json'
/** Code of the notice that the previous session ended without closing its window. */
export const CUT_OFF = 'notice.cut-off'

/**
 * Adds a notice where the previous session ended without closing and edits are not packed. They are not lost: the
 * journal has them.
 */
export async function noticeCutOff({ parts: { store, host }, dirty, notices }: Workspace): Promise<void> {
  if (!(await store.stat(OPEN))) return
  const by = parseJson(toText(await store.read(OPEN)))
  const owner = isRecord(by) ? processNamed(by) : undefined
  const isLiving = owner !== undefined && (owner.machine !== host.process.machine || (await host.isAlive(owner)))
  const files = dirty.unpackedFiles.length
  if (!isLiving && files > 0) notices.push({ code: CUT_OFF, params: { n: files } })
}

/**
 * Records that a window of this process has the workspace open. If that cannot be written, only the offer after a crash
 * is lost.
 */
export async function noteOpen({ parts: { store, host, isReadOnly } }: Workspace): Promise<void> {
  if (isReadOnly) return
  await attempted(async () => {
    await store.write(OPEN, fromText(JSON.stringify(host.process)), { isLasting: false })
  })
}

/** Removes the marker when the window closes. */
export async function noteClosed({ parts: { store, isReadOnly } }: Workspace): Promise<void> {
  if (!isReadOnly) await attempted(() => store.remove(OPEN, { isLasting: false }))
}

async function attempted(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
  }
}
