import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow } from './files.mjs'

const ROOT = join(import.meta.dirname, '..')
/** Fields in a row that two declarations have by name and type before they are one declaration written twice. */
const RUN = 5
const FIELD = /^\s+([a-z_]\w*): ([a-z]\w*)\(/
const COMMENT = /^\s*(?:\/\/|\/?\*)/

interface Run {
  readonly fields: string
  readonly place: string
}

/** Every run of RUN declared fields of a text: `name: type(…)` on lines of their own. */
function runsIn(text: string, file: string): readonly Run[] {
  const runs: Run[] = []
  let fields: string[] = []
  text.split('\n').forEach((line, at) => {
    const [, name, type] = FIELD.exec(line) ?? []
    if (name) fields.push(`${name}: ${type}`)
    else if (!COMMENT.test(line)) fields = []
    if (name && fields.length >= RUN)
      runs.push({ fields: fields.slice(-RUN).join(', '), place: `${file}:${at + 2 - RUN}` })
  })
  return runs
}

const repeated = (runs: readonly Run[]): readonly string[] =>
  [...new Set(runs.map(({ fields }) => fields))].flatMap(fields => {
    const places = runs.filter(run => run.fields === fields).map(({ place }) => place)
    return places.length > 1 ? [`${places.join(' and ')}: ${fields}`] : []
  })

it('no record is declared twice: files share one declaration, or records one set of fields', () => {
  const files = filesBelow(join(ROOT, 'core'), path => ['node_modules', 'dist'].includes(basename(path)))
    .filter(path => /\.ts$/.test(path) && !/\.(?:test|fixture)\.ts$/.test(path))
    .map(path => relative(ROOT, path))
  expect(repeated(files.flatMap(file => runsIn(readFileSync(join(ROOT, file), 'utf8'), file)))).toEqual([])
})

it('a repeated run of fields is found, whatever fields are around it', () => {
  const fields = ['a', 'b', 'c', 'd', 'e'].map(name => `  ${name}: u16(KNOWN),`).join('\n')
  const text = `struct('x', {\n  magic: u32(),\n${fields}\n})\nstruct('y', {\n  // As in x.\n${fields}\n  end: u8(),\n})`
  expect(repeated(runsIn(text, 'x.ts'))).toEqual(['x.ts:3 and x.ts:11: a: u16, b: u16, c: u16, d: u16, e: u16'])
  expect(repeated(runsIn(text.replace('e: u16', 'e: u32'), 'x.ts'))).toEqual([])
})
