import { join } from 'node:path'
import { write } from '@areal-studio/core/layout'
import { sampleInstall, seededRandom, type SampleFile, type SampleMap } from '@areal-studio/core/families/parkan/sample'
import { typeIdOf } from '../../core/families/parkan/nres/directory'
import { writeArchive } from '../../core/families/parkan/nres/nres-pack'
import { PROTOTYPE } from '../../core/families/parkan/prototype/prototype'
import { wearTable } from '../../core/families/parkan/sample/materials'
import { missionFile, unitFile, type MissionObject } from '../../core/families/parkan/sample/missions'
import { modelOf, pyramid, still, walls } from '../../core/families/parkan/sample/models'
import { writeFiles } from './install'

/** Objects and models of a large mission of the game (parkan 9.1), and those of one that is larger than any. */
const RETAIL = { objects: 885, models: 40 } as const
const MANY = { objects: 3000, models: 40 } as const
const PAIRS = 4
/** Units that objects are scattered over: a map of 16 tiles. */
const SIDE = 1500
const HIGH = 120
/** Nodes of a model, of 12 triangles each. */
const NODES = 14

/** A mission with models that no other has, and a map of the same size that no mission has. */
export interface Pair {
  readonly mission: string
  readonly map: string
}

export interface LargeMissions {
  readonly root: string
  /** Of retail size. */
  readonly retail: readonly Pair[]
  /** Of 3,000 objects. */
  readonly many: readonly Pair[]
}

/** An install with missions of 885 and 3,000 objects; each has 40 models of its own, in an archive of its own. */
export function largeMissions(temp: string): LargeMissions {
  const root = join(temp, 'Missions')
  const sizes = [...Array.from({ length: PAIRS }, () => RETAIL), ...Array.from({ length: PAIRS }, () => MANY)]
  // The first map is shown at the start, and belongs to a mission of the sample.
  const maps = Array.from(
    { length: 1 + 2 * sizes.length },
    (_, at): SampleMap => ({ name: `SC_${at}`, seed: 7000 + at, tiles: 16, areals: 1050 }),
  )
  writeFiles(root, sampleInstall({ maps }))
  const rows: Row[] = []
  sizes.forEach((size, at) => {
    const made = missionFiles(at, size, maps[1 + 2 * at]?.name ?? '')
    for (const row of made.rows) rows.push(row)
    writeFiles(root, made.files)
  })
  writeFiles(root, [{ path: 'objects.rlb', bytes: archiveOf(rows) }])
  const pairs = sizes.map(
    (_, at): Pair => ({
      mission: missionPath(at),
      map: `DATA/MAPS/${maps[2 + 2 * at]?.name ?? ''}/Land.map!#0`,
    }),
  )
  return { root, retail: pairs.slice(0, PAIRS), many: pairs.slice(PAIRS) }
}

type Row = readonly [type: string, name: string, payload: Uint8Array]

const archiveOf = (rows: readonly Row[]): Uint8Array =>
  writeArchive(
    rows.map(([type, name, payload]) => ({
      attributes: { name, type_id: typeIdOf(type), attr1: 0, attr2: 0, attr3: type === 'WEAR' ? 1 : 0 },
      payload,
    })),
  )

const missionPath = (at: number): string => `MISSIONS/large.${String(at).padStart(2, '0')}/data.tma`

/** The mission, the archive of its models, its units, and the rows of objects.rlb that they use. */
function missionFiles(
  at: number,
  { objects, models }: { readonly objects: number; readonly models: number },
  map: string,
): { readonly files: readonly SampleFile[]; readonly rows: readonly Row[] } {
  const random = seededRandom(at + 1)
  const archive = `large${at}.rlb`
  const keys = Array.from({ length: models }, (_, model) => `m_${at}_${model}`)
  const unit = (key: string): string => `UNITS/LARGE/${key}.dat`
  // Every other model is that of a unit, which objects name by its path; the others are plants, named by their row.
  const isUnit = (model: number): boolean => model % 2 === 0
  const placed = Array.from({ length: objects }, (_, object): MissionObject => {
    const model = object % models
    const key = keys[model] ?? ''
    return {
      kind: isUnit(model) ? 0 : 2,
      resource: isUnit(model) ? unit(key).replaceAll('/', '\\') : key,
      owner: isUnit(model) ? 0 : -1,
      position: [random() * SIDE, random() * SIDE, HIGH],
      heading: random() * 6,
    }
  })
  const mission = missionFile({
    folder: '',
    map,
    title: `Large ${at}`,
    base: [200, 200],
    path: { id: 1, points: [[0, 0, HIGH]] },
    lodes: [],
    objects: placed,
  })
  return {
    files: [
      { path: missionPath(at), bytes: mission },
      {
        path: archive,
        bytes: archiveOf(
          keys.flatMap((key, model): Row[] => [
            ['MESH', `${key}.msh`, largeModel(model)],
            ['WEAR', `${key}.wea`, wearTable(['WALL', 'ROOF'])],
          ]),
        ),
      },
      ...keys.filter((_, model) => isUnit(model)).map(key => ({ path: unit(key), bytes: wholeUnit(key) })),
    ],
    rows: keys.map((key): Row => {
      const slots = [`${key}.msh`, `${key}.wea`].map(name => ({ archive, name }))
      return ['', key, write(PROTOTYPE, { slots }).bytes]
    }),
  }
}

const wholeUnit = (key: string): Uint8Array =>
  unitFile(1, [{ key, description: key, attach: -1, type: -1, children: 0 }])

/** Boxes with pointed roofs above each other, about 200 triangles. */
const largeModel = (seed: number): Uint8Array =>
  modelOf(
    Array.from({ length: NODES }, (_, node) => ({
      name: `node_${node}`,
      ...(node > 0 && { parent: 0 }),
      drawn: { 0: [...walls(2 + (seed % 3), 2, 3), ...pyramid(3, 2, 1)] },
      track: still([node % 4, node >> 2, node]),
    })),
  )
