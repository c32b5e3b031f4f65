import { expect, it } from 'vitest'
import { brokenLaws } from '../../../layout'
import { FORMATS, NWN2 } from '../nwn2'
import { formatOf, shelf } from '../opened.fixture'

/** The laws take their time on large entries. */
const MOST_CHECKED = 16_000

it('has a file of every format, nothing to warn of, and the same bytes for the same seed', async () => {
  const files = (await NWN2.sample?.(2)) ?? []
  const again = (await NWN2.sample?.(2)) ?? []
  expect(again).toEqual(files)
  const all = shelf(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])))
  const found = new Set<string>()
  for (const { path } of files) {
    const entry = all.open(path)
    expect(
      (await all.check(entry))
        .map(({ code, path: at }) => `${code} ${at ?? ''}`)
        .filter(code => !code.includes('isolated')),
      path,
    ).toEqual([])
    for (const part of all.all(entry)) {
      const format = formatOf(part)
      if (!format) continue
      const isFirst = !found.has(format.id)
      found.add(format.id)
      if (format.layout && isFirst && part.size < MOST_CHECKED)
        expect(brokenLaws(format.layout(part), part.bytes), part.path).toEqual([])
    }
  }
  expect([...found].sort()).toEqual(FORMATS.map(({ id }) => id).sort())
})
