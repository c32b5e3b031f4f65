import { describe, expect, it } from 'vitest'
import { matchFormat } from '../../../format'
import { shelfOf } from '../../../format/shelf.fixture'
import { brokenLaws, document } from '../../../layout'
import { MW3_FORMATS } from '../mw3-formats'
import { sampleInstall } from './sample'

const files = Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes]))
const shelf = shelfOf(MW3_FORMATS, files)
const entries = Object.keys(files).flatMap(file => shelf.all(shelf.open(file)))
const formatOf = (entry: (typeof entries)[number]) =>
  matchFormat(entry as Parameters<typeof matchFormat>[0], MW3_FORMATS)

describe('sample install', () => {
  it('has an entry of every format', () => {
    const found = new Set(entries.map(entry => formatOf(entry)?.id))
    expect(MW3_FORMATS.map(({ id }) => id).filter(id => !found.has(id))).toEqual([])
  })
  it('has no problem', async () => {
    const problems = (await Promise.all(Object.keys(files).map(file => shelf.check(shelf.open(file))))).flat()
    expect(problems.map(({ code, file, path, params }) => [code, file, path, params])).toEqual([])
  })
  it('is the same every time', () => {
    const again = Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes]))
    for (const [path, bytes] of Object.entries(files)) expect(Buffer.compare(again[path] ?? bytes, bytes), path).toBe(0)
  })
  it('is written from values as it was', () => {
    const small = entries.filter(({ bytes, path }) => bytes.length < 60_000 && !path.startsWith('zbd/t1'))
    for (const entry of small) {
      const layout = formatOf(entry)?.layout?.(entry)
      if (!layout) continue
      expect([entry.path, document(layout, entry.bytes).isWhole, brokenLaws(layout, entry.bytes)]).toEqual([
        entry.path,
        true,
        [],
      ])
    }
  })
})
