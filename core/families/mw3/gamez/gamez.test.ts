import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brokenLaws, document, encode, unknownBytes } from '../../../layout'
import { GAMEZ } from './gamez'

describe('try', () => {
  it.each(['golden/plain', 'golden/harsh', 'install/zbd/c1/gamez', 'install/zbd/t1/gamez'])('%s', file => {
    const bytes = new Uint8Array(readFileSync(`/tmp/mw3/mw3-small/${file}.zbd`))
    const opened = document(GAMEZ, bytes)
    console.log(opened.isWhole, opened.findings.slice(0, 5), bytes.length)
    const t = performance.now()
    expect(brokenLaws(GAMEZ, bytes)).toEqual([])
    console.log(performance.now() - t, unknownBytes(opened))
    expect(opened.isWhole).toBe(true)
  })
})
