import { describe, expect, it } from 'vitest'
import { drawModules, moduleGraph, moduleOf } from './modules'

const GRAPH = new Map([
  ['core/layout/index.ts', ['core/layout/model/layout.ts']],
  ['core/layout/model/layout.ts', []],
  ['core/studio/deploy/deploy.ts', ['core/studio/pack/pack.ts', 'core/layout/index.ts']],
  ['core/studio/pack/pack.ts', ['core/layout/index.ts']],
  ['electron/node/disk.ts', ['core/layout/index.ts']],
])

describe('the drawing of the modules', () => {
  it('takes folders of the open rooms one by one', () => {
    expect(moduleOf('core/studio/deploy/deploy.ts')).toBe('core/studio/deploy')
    expect(moduleOf('core/layout/shapes/scalar.ts')).toBe('core/layout')
    expect(moduleOf('renderer/viewport/tools/tool.ts')).toBe('renderer/viewport/tools')
    expect(moduleGraph(GRAPH).get('core/studio/deploy')).toEqual(['core/layout', 'core/studio/pack'])
  })

  it('shows the highest first, and what each imports', () => {
    expect(drawModules(GRAPH)).toBe(
      [
        'core',
        '  core/studio/deploy  -> core/layout pack',
        '  core/studio/pack    -> core/layout',
        '  core/layout',
        '',
        'electron',
        '  electron/node  -> core/layout',
        '',
      ].join('\n'),
    )
  })
})
