import type { Problem } from '../../../format'
import { shelfOf } from '../../../format/shelf.fixture'
import { document, locate, write, type Bytes, type Value } from '../../../layout'
import { GAMEZ } from '../gamez/gamez'
import { MW3_FORMATS } from '../mw3-formats'

/** A world with other bytes in the places of these fields, nothing else changed. */
export function withBytes(world: Bytes, fields: Readonly<Record<string, Value | Uint8Array>>): Bytes {
  const opened = document(GAMEZ, world)
  const broken = world.slice()
  for (const [path, value] of Object.entries(fields)) {
    const node = locate(opened, path)
    if (!node) throw new Error(`no ${path}`)
    broken.set(value instanceof Uint8Array ? value : write(node.layout, value).bytes, node.offset)
  }
  return broken
}

/** The problems of the file as `gamez.zbd`. */
export function problemsOf(world: Bytes): Promise<readonly Problem[]> {
  const shelf = shelfOf(MW3_FORMATS, { 'gamez.zbd': world })
  return shelf.check(shelf.open('gamez.zbd'))
}

/** Code and node path of each problem. */
export const placesOf = (problems: readonly Problem[]): readonly string[] =>
  problems.map(({ code, path = '' }) => `${code} ${path}`)
