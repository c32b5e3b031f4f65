import { describe, expect, it } from 'vitest'
import { formatOf, shelf } from './opened.fixture'
import { tinyMapFile } from './tiny-map.fixture'

const INHERITED = [...Object.getOwnPropertyNames(Object.prototype)]

describe('a fix with a name that every object inherits', () => {
  const all = shelf({ 'Land.map': tinyMapFile() })
  const archive = all.open('Land.map')
  const [map] = all.rows(archive)

  it.each(INHERITED)('%s is refused in a map and in an archive', async id => {
    for (const [entry, code] of [
      [map, 'repair.unknown'],
      [archive, 'repair.unknown'],
    ] as const) {
      if (!entry) throw new Error('no entry')
      const fix = { id, params: { areal: 0, offset: 0, row: 0, name: 'x', value: 1 } }
      const repaired = async () =>
        formatOf(entry)?.repair?.(entry, fix, { code: 'x', severity: 'error', file: '', entry: entry.path, params: {} })
      await expect(repaired()).rejects.toMatchObject({ code })
    }
  })

  it.each(INHERITED)('no attribute is called %s: a repair of it is refused', async name => {
    const fix = { id: 'nres.attribute', params: { row: 0, name, value: 1 } }
    const repaired = async () =>
      formatOf(archive)?.repair?.(archive, fix, {
        code: 'x',
        severity: 'error',
        file: '',
        entry: archive.path,
        params: {},
      })
    await expect(repaired()).rejects.toMatchObject({ code: 'repair.unknown' })
  })
})
