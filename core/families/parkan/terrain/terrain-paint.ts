import type { Opened, Paint } from '../../../format'
import { paintTable } from '../material/paint-table'
import { readWear } from '../wear/wear'

/** Both material bytes of a face are rows of it, near and far; `Land2.wea` names microtextures only (parkan 3.8). */
const TABLE = 'Land1.wea'
/** A face names its row in one byte. */
const MOST_ROWS = 255

/** The paints of a terrain: wear table, material, its first textured phase, texture (parkan 8.3). */
export async function terrainPaints(entry: Opened): Promise<readonly Paint[]> {
  const table = await entry.beside(TABLE)
  const rows = table ? readWear(table.bytes).materials.slice(0, MOST_ROWS) : []
  return paintTable(
    entry,
    rows.map(row => row.name),
  )
}
