import { own } from '@areal-studio/core/layout'
import { squareAt, type MapScene } from '../scene/map-scene'
import type { useText } from '../../state/settings.store'
import type { Picked } from '../geometry/map-picker'

const MOST_LISTED = 6
const NO_FACE = 0xffff

/** What lies under the pointer, for the status bar, what is asked for most first: place, tile, cell and what it lists, areal, face and its edges. */
export function hoverWords(text: ReturnType<typeof useText>, map: MapScene, { point, record, face }: Picked): string[] {
  const [x, y, z] = point.map(part => part.toFixed(1))
  const tile = map.tiles && squareAt(map.tiles, point[0], point[1])
  return [
    `x ${x}  y ${y}  z ${z}`,
    tile && text.say('ui.viewport.at-tile', { x: tile.x, y: tile.y }),
    cellWords(text, map, point[0], point[1]),
    record !== undefined && text.say('ui.viewport.at-areal', { record }),
    face !== undefined && faceWords(text, map, face),
  ].filter(part => typeof part === 'string')
}

function cellWords(text: ReturnType<typeof useText>, { cells }: MapScene, x: number, y: number): string | undefined {
  const cell = cells && squareAt(cells, x, y)
  if (!cell) return undefined
  const { starts, members } = cells.contents ?? {}
  const listed = members?.subarray(starts?.[cell.index] ?? 0, starts?.[cell.index + 1] ?? 0) ?? []
  const more = listed.length > MOST_LISTED ? ' …' : ''
  return `${text.say('ui.viewport.at-cell', { x: cell.x, y: cell.y })} [${[...listed.slice(0, MOST_LISTED)].join(' ')}${more}]`
}

/** The face with, for each edge, the face behind it and the class of the edge. */
function faceWords(text: ReturnType<typeof useText>, { terrain }: MapScene, face: number): string {
  const classes = terrain?.fields['edge_class']?.[face]
  const edges = ['n0', 'n1', 'n2'].map((name, edge) => {
    const behind = (terrain && own(terrain.fields, name))?.[face] ?? NO_FACE
    const kind = classes === undefined ? '' : `/${(classes >> (2 * edge)) & 3}`
    return `${behind === NO_FACE ? '–' : behind}${kind}`
  })
  return text.say('ui.map-layers.at-face', { face, edges: edges.join(' ') })
}
