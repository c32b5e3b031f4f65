import { encode, type Bytes, type Value } from '../../../layout'
import { typeIdOf } from '../nres/directory'
import { writeArchive } from '../nres/nres-pack'
import { RESEARCH_VERSION, researchLayout } from '../research/research'
import { cp1251 } from './cp1251'

interface Item {
  readonly code: string
  readonly name: string
  readonly part: string
  readonly needs: readonly number[]
}

const ITEMS: readonly Item[] = [
  { code: 'WALL', name: 'Стена', part: 'r_h_001', needs: [] },
  { code: 'ROOF', name: 'Крыша', part: 'r_h_002', needs: [0] },
  { code: 'MILL', name: 'Мельница', part: 'r_h_003', needs: [0, 1] },
]

/** Where each text begins when they stand one after another, each with a zero byte. */
function offsets(texts: readonly string[]): readonly number[] {
  let at = 0
  return texts.map(text => {
    const start = at
    at += cp1251(text).length + 1
    return start
  })
}

/** A research tree of three items, where each needs the ones before it (parkan 9.10). */
export function researchTree(): Bytes {
  const texts = {
    '6': ITEMS.map(({ part }) => part),
    '7': ITEMS.map(({ code }) => code),
    '8': ITEMS.map(({ name }) => name),
    '9': ITEMS.map(({ name }) => `${name}: описание.`),
    A: ITEMS.map(({ name }) => `@G@${name} @B,MASS,G,кг,5@`),
  }
  const [part = [], code = [], name = [], description = [], panel = []] = Object.values(texts).map(offsets)
  const unlocks = ITEMS.map((_, at) => ITEMS.flatMap(({ needs }, other) => (needs.includes(at) ? [other] : [])))
  const rows: Readonly<Record<string, Value>> = {
    '0': {
      items: ITEMS.map((_, at) => ({
        research_energy: 100 * (at + 1),
        research_ore: 50 * (at + 1),
        build_energy: 40,
        build_ore: 20,
        code: code[at] ?? 0,
        name: name[at] ?? 0,
        description: description[at] ?? 0,
        panel: panel[at] ?? 0,
        parts: 4 * at,
        role: 0,
        kind: 1,
        sub_kind: 0,
        branch: 0,
        size: 0,
        upgrade_level: 0,
      })),
    },
    '1': { states: ITEMS.map(({ needs }) => (needs.length === 0 ? 5 : 4)) },
    '2': { counts: ITEMS.map(({ needs }) => needs.length) },
    '3': { items: ITEMS.flatMap(({ needs }) => needs) },
    '4': { counts: unlocks.map(({ length }) => length) },
    '5': { items: unlocks.flat() },
    ...Object.fromEntries(Object.entries(texts).map(([letter, all]) => [letter, { texts: all }])),
    B: { parts: ITEMS.map((_, item) => ({ offset: part[item] ?? 0, item })) },
  }
  return writeArchive(
    Object.entries(rows)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([letter, value]) => {
        const first = Object.values(value as Readonly<Record<string, readonly unknown[]>>)[0] ?? []
        const records = Object.hasOwn(texts, letter) ? 0 : first.length
        return {
          attributes: {
            name: 'ResTree',
            type_id: typeIdOf(`TRF${letter}`),
            attr1: records,
            attr2: letter === '0' ? RESEARCH_VERSION : 0,
            attr3: 0,
          },
          payload: encode(researchLayout(letter, records), value, '').bytes,
        }
      }),
  )
}
