import { relative, sep } from 'node:path'
import { watch } from 'chokidar'
import type { Watch } from '@areal-studio/core/studio'
import { TEMP_FILE } from '../node/folder-names'

/** Changes within this time are reported together, in milliseconds. */
const REST = 250
const isOwnNoise = (path: string): boolean => TEMP_FILE.test(path) || /^lock(?:-takeover)?\.json$/.test(path)

/**
 * Watches folders until the returned function is called. If the system cannot watch, nothing is reported and `trouble`
 * receives the error.
 */
export const watchFolders =
  (trouble: (error: unknown) => void): Watch =>
  (folder, changed, options) => {
    let paths = new Set<string>()
    let timer: NodeJS.Timeout | undefined
    const tell = (): void => {
      const reported = [...paths]
      paths = new Set()
      changed(reported)
    }
    const watcher = watch(folder, {
      ignoreInitial: true,
      followSymlinks: false,
      ...(options?.isShallow === true && { depth: 0 }),
      awaitWriteFinish: { stabilityThreshold: 200, pollInterval: 50 },
      ignored: path => isOwnNoise(path.slice(path.lastIndexOf(sep) + 1)),
    })
    watcher.on('error', trouble)
    watcher.on('all', (event, path) => {
      if (event === 'addDir') return
      paths.add(relative(folder, path).replaceAll(sep, '/'))
      clearTimeout(timer)
      timer = setTimeout(tell, REST)
    })
    return () => {
      clearTimeout(timer)
      void watcher.close()
    }
  }
