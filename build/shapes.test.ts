import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sources } from './arrows'

const ROOT = join(import.meta.dirname, '..')
/** A look at the word of a shape: `shape.of`, `{ shape: { of } }`. */
const BRANCH = /\bshape\??\.of\b|\bshape:\s*\{\s*of\b|\bshape:\s*of\b/

describe('shapes of layouts', () => {
  it('are looked at inside core/layout only: a new shape edits nothing else', () => {
    const branching = sources(ROOT).filter(
      file => !file.startsWith('core/layout/') && BRANCH.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    expect(branching).toEqual([])
  })
  it('the look is recognised', () => {
    expect(
      [
        "if (shape.of === 'array')",
        'switch (node.layout.shape.of) {',
        'record?.layout.shape?.of',
        '({ layout: { shape: of } })',
      ].every(line => BRANCH.test(line)),
    ).toBe(true)
  })
})
