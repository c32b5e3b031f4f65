import { describe, expect, it } from 'vitest'
import type { Problem } from '@areal-studio/core/format'
import { inOrder } from '../commands/problems'
import { firstSentence, groupByFile, groupByKind } from './lines'

const problem = (file: string, severity: Problem['severity'], offset: number, code = 'x.y'): Problem => ({
  code,
  severity,
  params: {},
  file,
  entry: `${file}!#0`,
  range: [offset, 4],
})

describe('problem lines', () => {
  const list = inOrder([
    problem('b', 'info', 0),
    problem('0', 'info', 0),
    problem('a', 'warning', 4),
    problem('a', 'error', 9),
    problem('a', 'error', 2),
    problem('a', 'error', 2),
  ])
  it('sorts the worst files first, then the worst of a file, then by place', () => {
    expect(list.map(p => `${p.file} ${p.severity} ${p.range?.[0]}`)).toEqual([
      'a error 2',
      'a error 2',
      'a error 9',
      'a warning 4',
      '0 info 0',
      'b info 0',
    ])
  })
  it('puts a line for each file and gives every line its own key', () => {
    const lines = groupByFile(list, new Set())
    expect(lines).toHaveLength(9)
    expect(new Set(lines.map(line => line.key)).size).toBe(9)
  })
  it('leaves out the problems of closed files, not their count', () => {
    const lines = groupByFile(list, new Set(['a']))
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatchObject({ count: 4, isOpen: false })
  })
})

describe('first sentence', () => {
  it('tells what is wrong from what follows, in both languages', () => {
    expect(firstSentence('Link 4 leads to areal 5000; there are only 1050. Path finding fails. Repair it.')).toEqual({
      first: 'Link 4 leads to areal 5000; there are only 1050.',
      rest: 'Path finding fails. Repair it.',
    })
    expect(firstSentence('Файл Land.msh короче. «Пути» не найдутся.')).toEqual({
      first: 'Файл Land.msh короче.',
      rest: '«Пути» не найдутся.',
    })
    expect(firstSentence('Length 3.5 of Land.map is odd')).toEqual({ first: 'Length 3.5 of Land.map is odd', rest: '' })
  })
})

describe('problems by their kind', () => {
  const list = inOrder([
    problem('a', 'error', 0, 'rare'),
    problem('a', 'warning', 4, 'often'),
    problem('b', 'warning', 4, 'often'),
    problem('b', 'warning', 8, 'often'),
  ])
  it('lie below a line with their count, the most frequent first, all of them once', () => {
    const lines = groupByKind(list, new Set())
    expect(lines.flatMap(line => ('problem' in line ? [] : [[line.kind, line.count]]))).toEqual([
      ['often', 3],
      ['rare', 1],
    ])
    expect(lines.filter(line => 'problem' in line)).toHaveLength(list.length)
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
  })
  it('are left out where their kind is closed', () => {
    expect(groupByKind(list, new Set(['kind:often'])).map(({ key }) => key)).toHaveLength(3)
  })
})
