import { Zip, ZipDeflate } from 'fflate'
import { safeName, StudioError } from '../../format'
import { joinedBytes, type Bytes } from '../../layout'
import { overlayPath, packedHashes } from '../changes/changes'
import type { Session } from '../entries/session'

/** A constant time in every archive, so that the same change gives the same file. */
const TIME = new Date(2000, 0, 1)

/** The changed files, packed, as a ZIP that a player unpacks over the game. Throws StudioError `overlay.unpacked`, `overlay.empty`, `overlay.name`. */
export async function overlayZip({ workspace }: Session): Promise<Bytes> {
  const unpacked = workspace.dirty.unpackedFiles
  if (unpacked.length > 0) throw new StudioError('overlay.unpacked', { n: unpacked.length, file: unpacked[0] ?? '' })
  const files = [...packedHashes(workspace).keys()].sort()
  if (files.length === 0) throw new StudioError('overlay.empty')
  const entries: (readonly [file: string, bytes: Bytes])[] = []
  for (const file of files) {
    if (file.split('/').some(part => part !== safeName(part))) throw new StudioError('overlay.name', { file })
    entries.push([file, await workspace.parts.store.read(overlayPath(file))])
  }
  return zipped(entries)
}

/** Adds files one by one: `zipSync` takes an object by file name, which loses one called `__proto__`. */
function zipped(entries: readonly (readonly [file: string, bytes: Bytes])[]): Bytes {
  const parts: Bytes[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  for (const [file, bytes] of entries) {
    const entry = new ZipDeflate(file, { level: 6 })
    entry.mtime = TIME
    zip.add(entry)
    entry.push(bytes, true)
  }
  zip.end()
  return joinedBytes(parts)
}
