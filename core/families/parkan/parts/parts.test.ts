import { expect, it } from 'vitest'
import { brokenLaws, document, locate, unknownBytes } from '../../../layout'
import { formatOf, shelf } from '../opened.fixture'
import { describeReference, fixture, truth } from '../reference.fixture'

interface PartTruth {
  readonly points?: number
  readonly nodes?: number
  readonly rings?: readonly number[]
}
const { parts = {} } = truth as { parts?: Readonly<Record<string, PartTruth>> }

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
