import { describe, expect, it } from 'vitest'
import { brokenLaws, document, locate, unknownBytes, type Bytes, type Value } from '../../../layout'
import { changed, problemsOf } from '../entries.fixture'
import { writeArchive } from '../nres/nres-pack'
import { typeIdOf } from '../nres/directory'
import { formatOf, shelf } from '../opened.fixture'
import { describeReference, fixture, truth } from '../reference.fixture'
import { bunkerModel, bunkerOutlines } from '../sample/bunker'
import { BASE } from './parts'

interface PartTruth {
  readonly points?: number
  readonly nodes?: number
  readonly rings?: readonly number[]
}
const { parts = {} } = truth as { parts?: Readonly<Record<string, PartTruth>> }

describe('outlines of a building', () => {
  const good = bunkerOutlines()
  const row = (word: string, name: string, payload: Bytes) => ({
    attributes: { name, type_id: typeIdOf(word), attr1: 0, attr2: 0, attr3: 0 },
    payload,
  })
  async function check(path: string, value: Value): Promise<readonly string[]> {
    const rows = [row('BASE', 'b.bas', changed(BASE, good, path, value)), row('MESH', 'b.msh', bunkerModel())]
    const all = shelf({ 'fortif.rlb': writeArchive(rows) })
    const [entry] = all.rows(all.open('fortif.rlb'))
    return entry ? problemsOf(entry) : ['no row']
  }
  it('are closed and name corners of triangles of the model', async () => {
    expect(await check('inner/0/corners/0', 2)).toEqual([])
    expect(await check('inner/0/corners/0', 3)).toEqual(['part.ring-corner inner/0/corners/0'])
    expect(await check('inner/0/triangles/1', 999)).toEqual(['part.ring-triangle inner/0/triangles/1'])
    expect(await check('outer/0/points/4', [0, 0, 0])).toEqual(['part.ring-open outer/0/points'])
  })
})

describeReference('parts beside the models of the reference files', () => {
  const names = Object.keys(parts).filter(name => /\.(?:cpt|ndp|bas)$/i.test(name))

  it('are there', () => expect(names.length).toBeGreaterThan(20))

  it.each(names)('%s keeps the laws, is explained to the last byte, and has no problems', async name => {
    const [file = '', part = ''] = name.split('::')
    const all = shelf({ [file]: fixture(file) })
    const row = all.rows(all.open(file)).find(entry => entry.name === part)
    const layout = row && formatOf(row)?.layout?.(row)
    if (!row || !layout) throw new Error(`no ${name}`)
    const opened = document(layout, row.bytes)
    expect([opened.isWhole, brokenLaws(layout, row.bytes), unknownBytes(opened)]).toEqual([true, [], 0])
    const size = (path: string): number | undefined => locate(opened, path)?.childCount
    const right = parts[name]
    expect(size('points') ?? size('nodes') ?? [size('inner'), size('outer')]).toEqual(
      right?.points ?? right?.nodes ?? right?.rings,
    )
    expect(await formatOf(row)?.check?.(row)).toEqual([])
  })
})
