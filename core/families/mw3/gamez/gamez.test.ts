import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { reportOn } from '../../../format/report'
import { document } from '../../../layout'
import { checkGamez } from '../rules/gamez-rules'
import { GAMEZ } from './gamez'

const F = '/tmp/mw3/mw3-small'
const check = (file: string) => {
  const bytes = new Uint8Array(readFileSync(file))
  const report = reportOn({
    path: file,
    name: 'gamez.zbd',
    size: bytes.length,
    attributes: {},
    head: bytes.slice(0, 64),
    container: null,
  })
  checkGamez(document(GAMEZ, bytes), report)
  return report.problems()
}
const mutants = (
  JSON.parse(readFileSync(`${F}/mutants/mutants.json`, 'utf8')) as {
    mutants: {
      id: string
      file: string
      valid: boolean
      accept: string[]
      expected: { class: string | null; severity: string }
    }[]
  }
).mutants.filter(m => m.file.endsWith('gamez.zbd'))

describe('rules', () => {
  it.each(['golden/plain', 'golden/harsh', 'install/zbd/c1/gamez', 'install/zbd/t1/gamez'])('%s', file => {
    expect(check(`${F}/${file}.zbd`).filter(p => p.severity === 'error')).toEqual([])
  })
  it.each(mutants.map(m => [m.id, m] as const))('%s', (_, m) => {
    const all = check(`${F}/mutants/${m.file}`)
    const severity = m.expected.severity === 'fatal' ? 'error' : m.expected.severity
    const codes = all.filter(p => p.severity === 'error').map(p => p.code)
    if (m.valid) expect([...new Set(codes)]).toEqual([])
    else
      expect(
        all.filter(p => p.severity === severity && [m.expected.class, ...m.accept].includes(p.code)),
        JSON.stringify([...new Set(all.map(p => p.code + p.severity))]),
      ).not.toEqual([])
  })
})
