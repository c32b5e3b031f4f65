import type { Opened, Paint } from '../../../format'
import { paintTable } from '../material/paint-table'
import { readWear } from '../wear/wear'

/** Both material bytes of a face are rows of it, near and far (parkan 3.8). */
const TABLE = 'Land1.wea'
/** Its row k names the material whose texture is the microtexture of row k (parkan 3.8). */
const MICROTEXTURES = 'Land2.wea'
/** A face names its row in one byte. */
const MOST_ROWS = 255

/** The paints of a terrain with their microtextures: wear table, material, its first textured phase, texture (parkan 8.3). */
export async function terrainPaints(entry: Opened): Promise<readonly Paint[]> {
  const [own, micro] = [await rowsOf(entry, TABLE), await rowsOf(entry, MICROTEXTURES)]
  const paints = await paintTable(entry, [...own, ...micro])
  return paints.slice(0, own.length).map((paint, row) => {
    const detail = paints[own.length + row]
    return detail && isTextured(detail) ? { ...paint, detail } : paint
  })
}

/** A material without a texture gives no microtexture. */
const isTextured = ({ texture, missing }: Paint): boolean => texture !== '' || missing !== undefined

async function rowsOf(entry: Opened, table: string): Promise<readonly string[]> {
  const file = await entry.beside(table)
  return file
    ? readWear(file.bytes)
        .materials.slice(0, MOST_ROWS)
        .map(row => row.name)
    : []
}
