import fc from 'fast-check'
import { addEntry, editFrom, removeEntry, setAttributes } from '../../edit'
import { MemoryFiles } from '../../format'
import { assign, document, type Bytes } from '../../layout'
import { Points } from '../tiny-family.fixture'
import { files, MAP, NESTED, openBench, setByte, transaction, type Bench } from '../studio.fixture'
import type { Studio } from '../studio'

const POINTS = [`${MAP}!#0`, `${NESTED}!#0`, 'DATA/loose.pts']
const OPAQUE = [`${MAP}!#2`, `${NESTED}!#1`, 'readme.txt', `${MAP}!gap#0`]
const ROWS = [`${MAP}!#0`, `${MAP}!#2`, NESTED, `${NESTED}!#0`]

interface Change {
  readonly do: 'field' | 'points' | 'byte' | 'grow' | 'query' | 'add' | 'remove' | 'move' | 'rename'
  readonly which: number
  readonly at: number
  readonly to: number
}
type Act = Change | { readonly do: 'undo' } | { readonly do: 'redo' }

export const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constantFrom(
      'field' as const,
      'field' as const,
      'points' as const,
      'byte' as const,
      'grow' as const,
      'query' as const,
    ),
    which: fc.nat(3),
    at: fc.nat(9),
    to: fc.nat(255),
  }),
  fc.record({
    do: fc.constantFrom('add' as const, 'remove' as const, 'move' as const, 'rename' as const),
    which: fc.nat(3),
    at: fc.nat(4),
    to: fc.nat(255),
  }),
  fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const) }),
)

/** Does what it can; a refused operation (on a deleted entry) changes nothing. */
export async function perform({ api }: Studio, one: Act): Promise<void> {
  try {
    if (one.do === 'undo' || one.do === 'redo') await api[one.do]()
    else await change(api, one)
  } catch (error) {
    if (!(error instanceof Error) || !['StudioError', 'LayoutError'].includes(error.name)) throw error
  }
}

async function change(api: Studio['api'], one: Change): Promise<void> {
  if (one.do === 'query')
    return void (await api.query(`points where kind < ${one.to} set unk_5 = ${one.at}`, {}, { dryRun: false }))
  if (one.do === 'add') {
    const path = await api.nextEntry(one.which % 2 === 0 ? MAP : NESTED)
    return void (await api.commit(
      transaction(
        addEntry(
          path,
          (await api.info())?.revision ?? 0,
          { name: `n${one.to}`, type_id: 0, flag: one.at, row: one.at },
          Uint8Array.of(one.to, 9, 9),
        ),
      ),
    ))
  }
  if (one.do === 'field' || one.do === 'points') {
    const image = await api.read(POINTS[one.which % 3] ?? '')
    const opened = document(Points, image.bytes)
    const points = Array.from({ length: one.at }, (_, i) => ({ x: i, y: one.to, kind: one.at, unk_5: 1 }))
    const assignment =
      one.do === 'field' ? assign(opened, `points/${one.at % 3}/kind`, one.to) : assign(opened, 'points', points)
    return void (await api.commit(transaction(editFrom(image, assignment))))
  }
  if (one.do === 'byte' || one.do === 'grow') {
    const image = await api.read(OPAQUE[one.which] ?? '')
    const edit =
      one.do === 'byte'
        ? setByte(image, one.at % Math.max(1, image.bytes.length), one.to)
        : editFrom(image, {
            splices: [{ offset: 0, removed: new Uint8Array(0), inserted: Uint8Array.of(one.to, one.at) }],
          })
    return void (await api.commit(transaction(edit)))
  }
  const image = await api.read(ROWS[one.which] ?? '')
  if (one.do === 'remove') return void (await api.commit(transaction(removeEntry(image))))
  await api.commit(
    transaction(setAttributes(image, one.do === 'move' ? { row: one.at } : { name: `r${one.to}`, flag: one.at })),
  )
}

/** Every file of the install as it would be packed, by name. */
export async function seen({ api }: Studio): Promise<Readonly<Record<string, Bytes>>> {
  const names = (await api.list('', { deep: true })).map(item => item.path)
  return Object.fromEntries(await Promise.all(names.map(async name => [name, (await api.read(name)).bytes] as const)))
}

/** An install of its own, with some of its files changed. */
export const install = (changed: Record<string, Bytes> = {}): Promise<Bench> =>
  openBench({ game: new MemoryFiles({ ...files(), ...changed }, { root: '/game' }) })
