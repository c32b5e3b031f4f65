import { StudioError, type FileStat } from '../../format'
import type { LaunchReport } from '../api/launch'
import { fromText } from '../../format/text-bytes'
import type { Workspace } from '../entries/workspace'

const RUNS = 'runs/'
/** Number of runs whose output is kept. */
const KEPT = 50

type Run = Omit<LaunchReport, 'notices' | 'kept'>

/**
 * Saves the output of a run as a file of the workspace and deletes the oldest beyond the limit; returns its absolute
 * path. Null where it cannot be written: the run itself succeeded.
 */
export async function keepRunLog({ parts: { store, host, folder } }: Workspace, run: Run): Promise<string | null> {
  const path = `${RUNS}${new Date(host.now()).toISOString().replaceAll(':', '-')}.log`
  try {
    await store.write(path, fromText(logText(run)), { isLasting: false })
    for (const old of oldest(await store.list())) await store.remove(old.path, { isLasting: false })
    return host.join(folder, path)
  } catch (error) {
    if (error instanceof StudioError) return null
    throw error
  }
}

/** The names of the files are times. */
const oldest = (files: readonly FileStat[]): readonly FileStat[] =>
  files
    .filter(file => file.path.startsWith(RUNS))
    .sort((a, b) => (a.path < b.path ? 1 : -1))
    .slice(KEPT)

function logText({ command, exitCode, signal, milliseconds, output, logs }: Run): string {
  const head = `${JSON.stringify(command)}\nexit ${exitCode ?? signal ?? '?'}, ${milliseconds} ms\n`
  return [head, output, ...logs.map(({ file, text }) => `--- ${file}\n${text}`)]
    .map(part => (part === '' || part.endsWith('\n') ? part : `${part}\n`))
    .join('')
}
