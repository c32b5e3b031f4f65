import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** All files below a folder, as paths that begin with it; `isSkipped` leaves out a file or folder by its path. */
export function filesBelow(folder, isSkipped = () => false) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(item => {
    const path = join(folder, item.name)
    if (isSkipped(path)) return []
    return item.isDirectory() ? filesBelow(path, isSkipped) : [path]
  })
}
