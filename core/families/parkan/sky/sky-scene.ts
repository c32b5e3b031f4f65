import { DAY, SKY_DIRECTIONS, type Opened, type SkyItem, type Words } from '../../../format'
import { numberOf, numbersOf, records, recordsOf } from '../../../format/fields'
import { document, type Document, type Node } from '../../../layout'
import { SKY, SKY_VERSION } from './sky'

/** World units of one unit of fog (parkan 9.7). */
const FOG_UNIT = 700
const RINGS = ['horizon', 'middle', 'upper'] as const
/** Fields of the colours of the sky, from the horizon up. */
const SKY_FIELDS = [
  ...RINGS.flatMap(ring => Array.from({ length: SKY_DIRECTIONS }, (_, direction) => `slots/${ring}_${direction}`)),
  'slots/zenith',
]
const COLOUR = 3

/** The sky of a mission: `sky.ske` beside it (parkan 9.2, 9.7). */
export async function missionSky(mission: Opened): Promise<SkyItem> {
  const file = await mission.beside('sky.ske')
  const path = `${mission.path.slice(0, mission.path.lastIndexOf('/') + 1)}sky.ske`
  if (!file) return skyItem(path, [], 0, { code: 'notice.mission.no-sky', params: { file: path } })
  const opened = document(SKY, file.bytes)
  const missing = faultOf(opened, file.path)
  return missing ? skyItem(file.path, [], 0, missing) : readSky(opened, file.path)
}

/** Why a sky cannot be shown. */
function faultOf(opened: Document, file: string): Words | undefined {
  const version = numberOf(opened.root, 'version')
  if (numberOf(opened.root, 'magic') !== -1 || version !== SKY_VERSION)
    return { code: 'notice.mission.sky-version', params: { file, version, right: SKY_VERSION } }
  if (!opened.isWhole) return { code: 'notice.mission.sky-damaged', params: { file } }
  const hasKeyframes = records(opened, 'sections').some(section => recordsOf(section, 'keyframes').length > 0)
  return hasKeyframes ? undefined : { code: 'notice.mission.sky-empty', params: { file } }
}

interface Stamped {
  readonly time: number
  readonly keyframe: Node
}

/** Sections play one after the other; the engine sorts the keyframes of each by time (parkan 9.7). */
function readSky(opened: Document, path: string): SkyItem {
  const sections = records(opened, 'sections')
  const keyframes = sections.flatMap((section, day): readonly Stamped[] =>
    recordsOf(section, 'keyframes').map(keyframe => ({ time: day * DAY + minuteOf(keyframe, 'time'), keyframe })),
  )
  const section = numberOf(opened.root, 'start/section')
  const day = section < sections.length ? section : 0
  const item = skyItem(
    path,
    keyframes.toSorted((a, b) => a.time - b.time),
    day * DAY + minuteOf(opened.root, 'start'),
  )
  return { ...item, length: DAY * sections.length }
}

/** Minute of the day of a time; what is outside of the day is moved to its nearest end. */
function minuteOf(record: Node, field: string): number {
  const minutes = 60 * numberOf(record, `${field}/hour`) + numberOf(record, `${field}/minute`)
  return Number.isFinite(minutes) ? Math.min(minutes, DAY - 1) : 0
}

function skyItem(path: string, keyframes: readonly Stamped[], start: number, missing?: Words): SkyItem {
  const colours = (fields: readonly string[]): Float32Array =>
    Float32Array.from(keyframes.flatMap(({ keyframe }) => fields.flatMap(field => colourOf(keyframe, field))))
  return {
    kind: 'sky',
    id: 'sky',
    layer: 'sky',
    noun: 'key',
    entry: path,
    array: 'sections',
    length: DAY,
    start,
    times: Float32Array.from(keyframes, ({ time }) => time),
    rings: colours(SKY_FIELDS),
    sunlight: colours(['slots/sunlight']),
    shade: colours(['scene']),
    fog: Float32Array.from(keyframes.flatMap(({ keyframe }) => fogOf(keyframe))),
    ...(missing && { missing }),
  }
}

/** Blue, green, red and alpha of a field as red, green and blue; white where an older version lacks it. */
function colourOf(keyframe: Node, field: string): readonly number[] {
  const [blue, green, red] = numbersOf(keyframe, field)
  return red === undefined ? Array<number>(COLOUR).fill(1) : [red, green ?? 0, blue ?? 0].map(part => part / 255)
}

/** No fog where a distance is no number. */
function fogOf(keyframe: Node): readonly [number, number] {
  const [start, end] = ['slots/fog_start', 'slots/fog_end'].map(field => FOG_UNIT * numberOf(keyframe, field))
  return start !== undefined && end !== undefined && Number.isFinite(start) && Number.isFinite(end)
    ? [start, end]
    : [0, 0]
}
