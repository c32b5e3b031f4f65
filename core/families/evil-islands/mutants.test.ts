import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Opened, Problem } from '../../format'
import type { Bytes } from '../../layout'
import { formatOf, shelf } from './opened.fixture'
import { describeReference, FIXTURES, fixtureFiles } from './reference.fixture'

const FOLDER = join(FIXTURES, 'evil-islands-mutants')
const TABLE = join(FOLDER, 'mutants.json')

interface Mutant {
  readonly id: string
  readonly file: string
  readonly base: string
  readonly valid: boolean
  readonly expected: { readonly class: string | null; readonly severity: string | null }
}
const mutants: readonly Mutant[] = existsSync(TABLE)
  ? (JSON.parse(readFileSync(TABLE, 'utf8')) as { mutants: Mutant[] }).mutants
  : []

/** The small install with one file broken. */
const load = (mutant: Mutant) => {
  const files = { ...fixtureFiles, [mutant.base]: new Uint8Array(readFileSync(join(FOLDER, mutant.file))) }
  const all = shelf(files)
  return { all, entry: all.open(mutant.base) }
}

const worse = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(({ severity }) => severity !== 'info')

/** Codes of problems whose place is where the file differs, or that its base does not have. */
const fresh = (problems: readonly Problem[], before: readonly Problem[]): readonly Problem[] => {
  const known = new Set(before.map(({ code, entry, path = '' }) => `${code} ${entry} ${path}`))
  return worse(problems).filter(({ code, entry, path = '' }) => !known.has(`${code} ${entry} ${path}`))
}

const isSame = (a: Bytes, b: Bytes): boolean => Buffer.compare(a, b) === 0

/** Packing what is there gives what is there. */
function expectLossless(entry: Opened, rows: readonly Opened[]): void {
  const codec = formatOf(entry)?.archive
  if (!codec || rows.length === 0) return
  const present = rows.map(({ attributes }, id) => ({ id: String(id), attributes }))
  expect(isSame(codec.pack(entry.bytes, present).bytes, entry.bytes)).toBe(true)
}

/** Where a problem is in the file: its range, moved to where its entry begins; a whole entry where it has none. */
function placeOf({ entry: path, range }: Problem, parts: readonly Opened[], file: Opened): readonly [number, number] {
  const entry = parts.find(part => part.path === path) ?? file
  const start = entry.bytes.byteOffset - file.bytes.byteOffset
  const [from, size] = range ?? [0, entry.bytes.length]
  return [start + from, start + from + Math.max(1, size)]
}

/** Bytes that differ, or the first from which images of two sizes do. */
function differing(before: Bytes, after: Bytes): readonly (readonly [number, number])[] {
  const shorter = Math.min(before.length, after.length)
  const found = Array.from({ length: shorter }, (_, k) => k).filter(k => before[k] !== after[k])
  const runs = found.map(k => [k, k + 1] as const)
  return before.length === after.length
    ? runs
    : [...runs, [Math.min(found[0] ?? shorter, shorter), Math.max(shorter, after.length) + 1]]
}

describeReference('mutants of the fixtures', () => {
  const classes = new Map<string, Set<string>>()

  it.each(mutants)('$id', async mutant => {
    const { all, entry } = load(mutant)
    const problems = await all.check(entry)
    if (mutant.valid) {
      expect(
        problems.filter(({ severity }) => severity === 'error').map(({ code, path }) => `${code} ${path ?? ''}`),
      ).toEqual([])
      expectLossless(entry, all.rows(entry))
      return
    }
    const base = shelf(fixtureFiles)
    expectLossless(entry, all.rows(entry))
    const found = fresh(problems, await base.check(base.open(mutant.base)))
    const isWarning = mutant.expected.severity === 'warning'
    const right = found.filter(({ severity }) => isWarning || severity === 'error')
    expect(right.map(({ code }) => code)).not.toEqual([])
    const changed = differing(fixtureFiles[mutant.base] ?? new Uint8Array(0), entry.bytes)
    const parts = all.all(entry)
    const sizes = new Map(base.all(base.open(mutant.base)).map(({ path, size }) => [path, size]))
    const hits = right.filter(problem => {
      const [from, to] = placeOf(problem, parts, entry)
      const isCut = parts.some(part => part.path === problem.entry && part.size !== sizes.get(part.path))
      return isCut || changed.some(([a, b]) => a < to && b > from)
    })
    expect(
      hits.map(({ code }) => code),
      right.map(({ code, path, range }) => `${code} ${path ?? ''} ${String(range)}`).join('\n'),
    ).not.toEqual([])
    for (const { code } of hits) classes.set(code, (classes.get(code) ?? new Set()).add(mutant.expected.class ?? ''))
  })

  it('share a code between at most two classes', () => {
    const shared = [...classes].filter(([, of]) => of.size > 2).map(([code, of]) => `${code}: ${[...of].join(', ')}`)
    expect(shared).toEqual([])
    process.stdout.write(`fixtures: ${mutants.length} mutants of ${basename(FOLDER)}, ${classes.size} codes\n`)
  })
})
