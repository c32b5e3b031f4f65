import { describe, expect, it } from 'vitest'
import type { Problem } from '@areal-studio/core/format'
import { inOrder } from '../commands/problems'
import { groupByFile } from './lines'

const problem = (file: string, severity: Problem['severity'], offset: number, code = 'x.y'): Problem =>
  ({ code, severity, params: {}, file, entry: `${file}!#0`, range: [offset, 4] })

describe('problem lines', () => {
  const list = inOrder([problem('b', 'info', 0), problem('a', 'warning', 4), problem('a', 'error', 9), problem('a', 'error', 2), problem('a', 'error', 2)])
  it('sorts by file, then worst first, then by place', () => {
    expect(list.map(p => `${p.file} ${p.severity} ${p.range?.[0]}`)).toEqual(['a error 2', 'a error 2', 'a error 9', 'a warning 4', 'b info 0'])
  })
  it('puts a line for each file and gives every line its own key', () => {
    const lines = groupByFile(list, new Set())
    expect(lines).toHaveLength(7)
    expect(new Set(lines.map(line => line.key)).size).toBe(7)
  })
  it('leaves out the problems of closed files, not their count', () => {
    const lines = groupByFile(list, new Set(['a']))
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatchObject({ count: 4, isOpen: false })
  })
})
