import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How Electron marks its fuse wire in its executable; then a version, the number of fuses and one character for each. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** As Electron is delivered: 0 off, 1 on. */
const WIRE = '10100001'

/** A folder that a packer takes for Electron: the files it requires, with fuses to set. It starts nothing. */
export function electronStandIn(folder: string, version: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  const filling = Buffer.alloc(4096)
  const program = Buffer.concat([
    Buffer.from('\x7fELF', 'latin1'),
    filling,
    Buffer.from(`${SENTINEL}\x01${String.fromCharCode(WIRE.length)}${WIRE}`, 'latin1'),
    filling,
  ])
  writeFileSync(join(folder, 'electron'), program)
  chmodSync(join(folder, 'electron'), 0o755)
  writeFileSync(join(folder, 'version'), version)
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), name)
}
