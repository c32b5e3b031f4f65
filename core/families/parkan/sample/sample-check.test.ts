import { describe, expect, it } from 'vitest'
import type { Opened } from '../../../format'
import { document, read, write, type AnyLayout } from '../../../layout'
import { formatOf, shelf } from '../opened.fixture'
import { PARKAN } from '../parkan'
import { retailInstall, sampleInstall, type SampleFile } from './sample'
import { sampleCopy } from './sample.fixture'

const shelfOf = (files: readonly SampleFile[]) =>
  shelf(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])))

/** Errors and warnings of every file and of the install as a whole, as short lines. */
async function findings(files: readonly SampleFile[]): Promise<string[]> {
  const opened = shelfOf(files)
  const install = {
    files: files.map(({ path }) => path),
    read: async (file: string) => files.find(({ path }) => path.toLowerCase() === file.toLowerCase())?.bytes,
  }
  const problems = await Promise.all([
    ...files.map(({ path }) => opened.check(opened.open(path))),
    PARKAN.checkInstall?.(install) ?? [],
  ])
  return problems
    .flat()
    .filter(({ severity }) => severity !== 'info')
    .map(({ code, entry, path = '', params }) => `${code} ${entry} ${path} ${JSON.stringify(params)}`)
}

const writtenAgain = (layout: AnyLayout, entry: Opened): Uint8Array => write(layout, read(layout, entry.bytes)).bytes

describe('sample install', () => {
  it.each([1, 2, 3])('of seed %i has nothing to warn of', async seed => {
    expect(await findings(sampleInstall({ seed }))).toEqual([])
  })

  it('of many retail-size maps has nothing to warn of', async () => {
    expect(await findings(retailInstall(4, 9))).toEqual([])
  }, 30_000)

  it('is looked at by those checks: one wrong byte is found', async () => {
    const files = sampleCopy().map(file =>
      file.path.endsWith('SC_1/Land.map') ? { ...file, bytes: file.bytes.slice() } : file,
    )
    files.find(({ path }) => path.endsWith('SC_1/Land.map'))?.bytes.set([0xff, 0xff, 0xff, 0x7f], 16)
    expect(await findings(files)).not.toEqual([])
  })

  it('is written again from its values byte for byte', () => {
    const opened = shelfOf(sampleCopy())
    const seen = new Set<string>()
    for (const file of sampleCopy()) {
      for (const entry of opened.all(opened.open(file.path))) {
        const format = formatOf(entry)
        const layout = format?.layout?.(entry)
        if (!format || !layout || format.archive) continue
        seen.add(format.id)
        expect(document(layout, entry.bytes).isWhole, entry.path).toBe(true)
        expect(Buffer.compare(writtenAgain(layout, entry), entry.bytes), entry.path).toBe(0)
      }
    }
    const declared = PARKAN.formats.filter(format => format.layout && !format.archive).map(({ id }) => id)
    expect(declared.filter(id => !seen.has(id))).toEqual([])
    expect([...seen].filter(id => id.startsWith('parkan.land-mesh.'))).toHaveLength(9)
  })
})
