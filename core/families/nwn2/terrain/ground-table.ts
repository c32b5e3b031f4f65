/** Row of a texture that a megatile does not name. */
export const NO_ROW = 0xffffffff

/** Maps of shares of a megatile. */
export const MAP_COUNT = 2

/** The rows of the table of paints of a ground: its textures, then the maps of its megatiles. */
export interface GroundTable {
  /** Each texture once, as it is first spelled. */
  readonly names: readonly string[]
  /** Rows of the textures of each megatile. */
  readonly rows: readonly (readonly number[])[]
  mapRow(tile: number, map: number): number
}

/** `textures`: names of the textures of each megatile, '' for none. */
export function groundTable(textures: readonly (readonly string[])[]): GroundTable {
  const known = new Map<string, number>()
  const names: string[] = []
  const rowOf = (name: string): number => {
    if (name === '') return NO_ROW
    const key = name.toLowerCase()
    const row = known.get(key) ?? names.push(name) - 1
    known.set(key, row)
    return row
  }
  const rows = textures.map(own => own.map(rowOf))
  return { names, rows, mapRow: (tile, map) => names.length + MAP_COUNT * tile + map }
}
