import { expect, it } from 'vitest'
import { encodedOf, payloadOf, tryOpen, type ArchiveCodec, type Opened, type Problem } from '../../format'
import { read, write, type Bytes } from '../../layout'
import { formatOf, shelf } from './opened.fixture'
import { describeReference, fixture, fixtureFiles, fixtureJson } from './reference.fixture'

interface Mutant {
  readonly id: string
  readonly file: string
  readonly valid: boolean
  readonly expected: { readonly class: string | null; readonly severity: string }
  readonly accept: readonly string[]
}
const { mutants } = fixtureJson<{ readonly mutants: readonly Mutant[] }>('nwn2-mutants/mutants.json', { mutants: [] })

const load = ({ file }: Mutant) => {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const all = shelf({ [name]: fixture(`nwn2-mutants/${file}`) })
  return { all, entry: all.open(name) }
}

const codes = (problems: readonly Problem[], severity: string): readonly string[] =>
  problems.filter(problem => problem.severity === severity).map(({ code }) => code)

/** Every archive in a file is packed from the payloads of its rows to the bytes it was read from. */
function expectLossless(entries: readonly Opened[]): void {
  for (const entry of entries) {
    const codec = formatOf(entry)?.archive
    if (codec && tryOpen(codec, entry.bytes))
      expect(Buffer.from(repacked(codec, entry.bytes)).equals(Buffer.from(entry.bytes)), entry.path).toBe(true)
  }
}

/** Plain rows from their payloads; packed ones as they lie. */
function repacked(codec: ArchiveCodec, image: Bytes): Bytes {
  const rows = codec.open(image).rows.map(row => ({
    id: String(row.id),
    attributes: row.attributes,
    ...(row.isReadable && row.encoding === undefined && { payload: payloadOf(codec, image, row) }),
  }))
  return codec.pack(image, rows).bytes
}

describeReference('mutants of the reference files', () => {
  it.each(mutants.filter(({ valid }) => !valid))('$id', async mutant => {
    const { all, entry } = load(mutant)
    const { class: wanted, severity } = mutant.expected
    const problems = await all.check(entry)
    const found = codes(problems, severity === 'fatal' ? 'error' : severity)
    const accepted = [wanted ?? '', ...mutant.accept]
    expect(
      found.filter(code => accepted.includes(code)),
      problems.map(({ code, path }) => `${code} ${path ?? ''}`).join('\n'),
    ).not.toEqual([])
    if (severity === 'warning') expect(codes(problems, 'error')).toEqual([])
    if (severity !== 'fatal') expectLossless(all.all(entry))
  })

  it.each(mutants.filter(({ valid }) => valid))('$id', async mutant => {
    const { all, entry } = load(mutant)
    const problems = await all.check(entry)
    expect(
      problems.filter(({ severity }) => severity !== 'info').map(({ code, path }) => `${code} ${path ?? ''}`),
    ).toEqual([])
    expectLossless(all.all(entry))
  })
})

describeReference('files of the reference install', () => {
  const files = fixtureFiles('nwn2-small').filter(file => /\.(?:tr[nx]|mod|hak|erf|gi[ct]|are|ifo)$/i.test(file))

  it.each(files)('%s has no errors and survives', async file => {
    const all = shelf({ [file]: fixture(`nwn2-small/${file}`) })
    const entry = all.open(file)
    const problems = await all.check(entry)
    expect(
      problems.filter(({ severity }) => severity === 'error').map(({ code, path }) => `${code} ${path ?? ''}`),
    ).toEqual([])
    expectLossless(all.all(entry))
  })

  it.each(files)('%s is written from its values to the bytes that it has', file => {
    const all = shelf({ [file]: fixture(`nwn2-small/${file}`) })
    for (const part of all.all(all.open(file))) {
      const layout = formatOf(part)?.layout?.(part)
      if (!layout) continue
      const written = write(layout, read(layout, part.bytes)).bytes
      expect(Buffer.from(written).equals(Buffer.from(part.bytes)), part.path).toBe(true)
    }
  })

  it('are packed as the toolset packs them, but for the mesh of the hak, which another program packed', () => {
    const foreign = files.flatMap(file => {
      const all = shelf({ [file]: fixture(`nwn2-small/${file}`) })
      return all.all(all.open(file)).flatMap(entry => {
        const codec = formatOf(entry)?.archive
        const rows = codec?.open(entry.bytes).rows.filter(({ encoding }) => encoding !== undefined) ?? []
        return rows.flatMap(row => {
          const stored = entry.bytes.subarray(row.offset, row.offset + row.size)
          const again = codec && encodedOf(codec, payloadOf(codec, entry.bytes, row), row.encoding ?? '')
          return again && Buffer.from(again).equals(Buffer.from(stored)) ? [] : [entry.path]
        })
      })
    })
    expect(foreign).toEqual(['user/hak/harbour_hak.hak!#1'])
  })
})
