import { latinText, type Opened, type Paint, type Picture } from '../../../format'
import { document, type Bytes } from '../../../layout'
import { decodeDds, toRgba } from '../../../picture'
import { resourcesOf, type FindResource } from '../erf/find-resources'
import { groundTable } from './ground-table'
import { packetsBeside, texturesOf } from './megatiles'
import { TRRN } from './terrain'
import { sharePictures } from './weight-maps'

/** Archives of the program that hold textures of grounds and the table of their materials. */
const ARCHIVES = /material|2da/i
const MATERIALS = 'terrainmaterials.2da'
/** Pixels along a side of a texture as it is drawn: larger levels are not decoded. */
const MOST_SIDE = 256

type Colour = readonly [red: number, green: number, blue: number]

/** The textures of a ground, then the maps of its megatiles, in the order of `groundTable` (nwn2 6.2). */
export async function groundPaints(entry: Opened): Promise<readonly Paint[]> {
  const documents = (await packetsBeside(entry, 'TRRN')).map(({ bytes }) => document(TRRN, bytes))
  const { names } = groundTable(documents.map(texturesOf))
  const find = await resourcesOf(entry, ARCHIVES)
  const colours = coloursIn((await find(MATERIALS))?.bytes)
  const textures = await Promise.all(names.map(name => textureOf(name, find, colours)))
  const maps = documents.flatMap((opened, tile) =>
    sharePictures(opened).map((picture, map): Paint => {
      const texture = `TRRN ${tile} ${map === 0 ? 'dds_a' : 'dds_b'}`
      const paint = { material: '', texture, isMap: true }
      return picture ? { ...paint, picture } : { ...paint, missing: 'pixels' }
    }),
  )
  return [...textures, ...maps]
}

async function textureOf(name: string, find: FindResource, colours: ReadonlyMap<string, Colour>): Promise<Paint> {
  const paint = { material: name, texture: name }
  const file = await find(`${name}.dds`)
  const picture = file && pictureOf(file.bytes)
  if (picture) return { ...paint, picture }
  const standIn = colours.get(name.toLowerCase()) ?? falseColour(name.toLowerCase())
  return { ...paint, standIn, missing: file ? 'pixels' : 'texture' }
}

/** Decoded once for the bytes of a texture. */
const decoded = new WeakMap<Bytes, Picture>()

function pictureOf(bytes: Bytes): Picture | undefined {
  const known = decoded.get(bytes)
  if (known) return known
  const raster = decodeDds(bytes, MOST_SIDE)
  if (!raster) return undefined
  const picture = { width: raster.width, height: raster.height, pixels: toRgba(raster) }
  decoded.set(bytes, picture)
  return picture
}

/** Colours of textures by the columns Terrain, R, G and B of a table (nwn2 20.4). */
function coloursIn(bytes: Bytes | undefined): ReadonlyMap<string, Colour> {
  const colours = new Map<string, Colour>()
  const lines = bytes ? latinText(bytes).split(/\r?\n/) : []
  const words = (line = ''): string[] => line.match(/"[^"]*"|\S+/g) ?? []
  // The head has no word for the number of the row.
  const head = words(lines[2]).map(word => word.toLowerCase())
  const [name, ...parts] = ['terrain', 'r', 'g', 'b'].map(column => head.indexOf(column) + 1)
  if (name === undefined || name === 0 || parts.includes(0)) return colours
  for (const line of lines.slice(3)) {
    const row = words(line)
    const [red = NaN, green = NaN, blue = NaN] = parts.map(column => Number(row[column]))
    if ([red, green, blue].every(part => part >= 0 && part <= 255))
      colours.set((row[name] ?? '').toLowerCase(), [red, green, blue])
  }
  return colours
}

/** A muted colour for a name, the same each time. */
function falseColour(name: string): Colour {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  const part = (shift: number): number => Math.round(115 + 60 * Math.cos(2 * Math.PI * ((hash % 360) / 360 + shift)))
  return [part(0), part(0.33), part(0.67)]
}
