import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Opened, Problem } from '../../format'
import type { Bytes } from '../../layout'
import { formatOf, shelf } from './opened.fixture'
import { FIXTURES, describeReference, hasFixtures } from './reference.fixture'

const TABLE = join(FIXTURES, 'mutants/mutants.json')

interface Mutant {
  readonly id: string
  readonly format: string
  readonly file: string
  readonly base: string | null
  readonly valid: boolean
  readonly expected: { readonly class: string | null; readonly severity: string }
}
const mutants: readonly Mutant[] = hasFixtures
  ? (JSON.parse(readFileSync(TABLE, 'utf8')) as { mutants: Mutant[] }).mutants
  : []

/** Libraries are judged by rsli/rsli.test.ts: a packed row has no place in the file. */
const ELSEWHERE = 'parkan.rsli'

const load = (mutant: Mutant) => {
  const folder = join(FIXTURES, 'mutants', dirname(mutant.file))
  const files = Object.fromEntries(
    readdirSync(folder).map(name => [name, new Uint8Array(readFileSync(join(folder, name)))]),
  )
  const all = shelf(files)
  return { all, entry: all.open(mutant.file.slice(mutant.file.lastIndexOf('/') + 1)) }
}
const base = (mutant: Mutant): Bytes => new Uint8Array(readFileSync(join(FIXTURES, 'parkan-small', mutant.base ?? '')))

/** Where a problem lies in the bytes of the file; the whole entry where it gives no range. */
function placeInFile(problem: Problem, file: Opened, parts: readonly Opened[]): readonly [from: number, to: number] {
  const entry = parts.find(part => part.path === problem.entry) ?? file
  const start = entry.bytes.byteOffset - file.bytes.byteOffset
  const [offset, size] = problem.range ?? [0, entry.bytes.length]
  return [start + offset, start + offset + size]
}

/** The directory row of the entry that has a problem: a changed size is a problem of the payload. */
function rowInFile(problem: Problem, file: Opened): readonly [from: number, to: number] {
  const row = /!#(\d+)$/.exec(problem.entry)?.[1]
  const count = file.bytes.length < 16 ? 0 : new DataView(file.bytes.buffer, file.bytes.byteOffset).getUint32(8, true)
  const from = file.bytes.length - 64 * (count - Number(row ?? count))
  return row === undefined ? [0, 0] : [from, from + 64]
}

/** Bytes that differ; of images of differing size everything behind the common start; of a cut one the header as well. */
function differing(before: Bytes, after: Bytes): readonly (readonly [from: number, to: number])[] {
  if (before.length === after.length) {
    return [...after.keys()].filter(i => after[i] !== before[i]).map(i => [i, i + 1] as const)
  }
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++
  return start === after.length
    ? [
        [0, 16],
        [start, start + 1],
      ]
    : [[start, after.length]]
}

const codes = (problems: readonly Problem[], ...severities: string[]): string[] =>
  problems.filter(p => severities.includes(p.severity)).map(p => p.code)

describeReference('mutants of the fixtures', () => {
  const classes = new Map<string, Set<string>>()
  let tried = 0

  it.each(mutants)('$id', async mutant => {
    const { all, entry } = load(mutant)
    const problems = await all.check(entry)
    tried++
    if (mutant.valid) {
      expect(codes(problems, 'error')).toEqual([])
      expectLossless(entry, all.rows(entry))
      return
    }
    if (mutant.format === ELSEWHERE) {
      expectLossless(entry, all.rows(entry))
      return
    }
    const wanted = mutant.expected.severity === 'warning' ? ['warning', 'error'] : ['error']
    const found = problems.filter(p => wanted.includes(p.severity))
    expect(found.map(p => p.code)).not.toEqual([])
    const changed = differing(base(mutant), entry.bytes)
    const parts = all.all(entry)
    const hits = found.filter(p => {
      const places = [placeInFile(p, entry, parts), rowInFile(p, entry)]
      return places.some(([from, to]) => changed.some(([a, b]) => a < Math.max(to, from + 1) && b > from))
    })
    expect(
      hits.map(p => p.code),
      found.map(p => `${p.code} ${p.path ?? ''} ${String(p.range)}`).join('\n'),
    ).not.toEqual([])
    const before = shelf({ [entry.name]: base(mutant) })
    const present = new Set(codes(await before.check(before.open(entry.name)), 'error', 'warning'))
    for (const code of codes(problems, 'error', 'warning').filter(code => !present.has(code))) {
      classes.set(code, (classes.get(code) ?? new Set()).add(mutant.expected.class ?? ''))
    }
  })

  it('share a code between at most two classes', () => {
    const shared = [...classes].filter(([, of]) => of.size > 2).map(([code, of]) => `${code}: ${[...of].join(', ')}`)
    expect(shared).toEqual([])
  })

  it('are counted', () => {
    process.stdout.write(`fixtures: ${tried} mutants tried\n`)
    expect(tried).toBe(mutants.length)
  })

  it('undamaged files have no errors and survive', async () => {
    const files: Record<string, Bytes> = {}
    for (const path of readdirSync(join(FIXTURES, 'parkan-small'), { recursive: true, withFileTypes: true })) {
      const full = join(path.parentPath, path.name)
      if (path.isFile())
        files[full.slice(join(FIXTURES, 'parkan-small').length + 1)] = new Uint8Array(readFileSync(full))
    }
    const all = shelf(files)
    const errors: string[] = []
    for (const file of Object.keys(files)) {
      const entry = all.open(file)
      const problems = await all.check(entry)
      errors.push(...problems.filter(p => p.severity === 'error').map(p => `${p.entry} ${p.code} ${p.path ?? ''}`))
      expectLossless(entry, all.rows(entry))
    }
    expect(errors).toEqual([])
  })
})

/** Packing what is there gives what is there; a row that is stored packed is left as it is, another program packed it. */
function expectLossless(entry: Opened, rows: readonly Opened[]): void {
  const codec = formatOf(entry)?.archive
  if (!codec || rows.length === 0) return
  const present = rows.map(({ attributes, bytes }, id) => ({
    id: String(id),
    attributes,
    ...(codec.encodingOf?.(attributes) === undefined && { payload: bytes }),
  }))
  expect(Buffer.from(codec.pack(entry.bytes, present).bytes).equals(Buffer.from(entry.bytes))).toBe(true)
}
