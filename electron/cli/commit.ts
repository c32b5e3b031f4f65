import type { Edit, Label } from '@areal-studio/core/edit'
import { StudioError } from '@areal-studio/core/format'
import type { StudioApi } from '@areal-studio/core/studio'
import { labelOf, type Run } from './run'

/** Attempts to compute and commit a step while other processes commit. */
const ATTEMPTS = 20

/** Repeats `act` while the image changes between its computation and its commit. */
export async function inTime<T>(act: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await act()
    } catch (error) {
      const isLate = error instanceof StudioError && (error.code === 'edit.stale' || error.code === 'entry.taken')
      if (!isLate || left === 0) throw error
    }
  }
}

/** Commits one step, labelled by `--label`. */
export async function commit(run: Run, api: StudioApi, edits: readonly Edit[], made: Label): Promise<0> {
  const label: Label =
    run.options.label === undefined ? made : { code: 'label.given', params: { text: run.options.label } }
  const done = await api.commit({ label, edits })
  run.answer({ revision: done.revision, entries: [...new Set(edits.map(edit => edit.entry))] }, () => [
    run.say('cli.committed', { revision: done.revision, label: labelOf(run, { label }) }),
  ])
  return 0
}

/** Reports that there is nothing to change. */
export function nothing(run: Run): 0 {
  run.answer({ revision: null, entries: [] }, () => [run.say('cli.unchanged')])
  return 0
}
