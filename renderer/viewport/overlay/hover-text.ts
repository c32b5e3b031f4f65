import { own } from '@areal-studio/core/layout'
import { squareAt, type MapScene } from '../scene/map-scene'
import type { PlacedRecord } from '../scene/placed-scene'
import type { useText } from '../../state/settings.store'
import type { Picked } from '../geometry/map-picker'

const MOST_LISTED = 6

/**
 * What is under the pointer, for the status bar, the most useful first: place, tile, cell and its list, region, face
 * and its edges.
 */
export function hoverWords(
  text: ReturnType<typeof useText>,
  map: MapScene,
  { point, record, face, placed }: Picked,
): string[] {
  const [x, y, z] = point.map(part => part.toFixed(1))
  const tile = map.tiles && squareAt(map.tiles, point[0], point[1])
  return [
    `x ${x}  y ${y}  z ${z}`,
    placed && placedWords(text, placed),
    tile && text.say('ui.viewport.at-tile', { x: tile.x, y: tile.y }),
    cellWords(text, map, point[0], point[1]),
    record !== undefined && text.sayOf(map.regions?.noun, 'ui.viewport.at-record', { record }),
    face !== undefined && faceWords(text, map, face),
  ].filter(part => typeof part === 'string')
}

/** Number and name of placed records; of lines the class in their first colour, where it has a name. */
export function placedWords(text: ReturnType<typeof useText>, { item, record }: PlacedRecord): string {
  const [field = ''] = item.kind === 'lines' ? item.colouring : []
  const key = `ui.map-layers.${field}.${own(item.fields, field)?.[record] ?? ''}`
  const words = [item.labels?.[record] ?? '', text.has(key) ? text.say(key) : '']
  return [text.sayOf(item.noun, 'ui.viewport.at-record', { record }), ...words].filter(one => one !== '').join(' ')
}

function cellWords(text: ReturnType<typeof useText>, { cells }: MapScene, x: number, y: number): string | undefined {
  const cell = cells && squareAt(cells, x, y)
  if (!cell) return undefined
  const { starts, members } = cells.contents ?? {}
  const listed = members?.subarray(starts?.[cell.index] ?? 0, starts?.[cell.index + 1] ?? 0) ?? []
  const more = listed.length > MOST_LISTED ? ' …' : ''
  return `${text.sayOf(cells.noun, 'ui.viewport.at-cell', { x: cell.x, y: cell.y })} [${[...listed.slice(0, MOST_LISTED)].join(' ')}${more}]`
}

/** Number and name of the record of the ground; of a face for each edge the face behind it and the class of the edge. */
function faceWords(text: ReturnType<typeof useText>, { terrain }: MapScene, face: number): string {
  if (terrain && !terrain.edges)
    return `${text.sayOf(terrain.noun, 'ui.viewport.at-record', { record: face })} ${terrain.labels?.[face] ?? ''}`.trim()
  const { behind = [], none, kinds = '' } = terrain?.edges ?? {}
  const kind = terrain && own(terrain.fields, kinds)?.[face]
  const edges = behind.map((name, edge) => {
    const other = (terrain && own(terrain.fields, name))?.[face] ?? none
    return `${other === none ? '–' : other}${kind === undefined ? '' : `/${(kind >> (2 * edge)) & 3}`}`
  })
  return text.say('ui.map-layers.at-face', { face, edges: edges.join(' ') })
}
