import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allWrongArrows, cycles, importGraph, sources, wrongArrows } from './arrows'

const ROOT = join(import.meta.dirname, '..')

describe('import arrows', () => {
  it('all lead where the map allows', () => {
    expect(allWrongArrows(ROOT)).toEqual([])
  })

  it('a wrong arrow is found, however it is written', () => {
    const wrong = (file: string, source: string) => wrongArrows(ROOT, file, source)
    expect(wrong('core/layout/x.ts', `import { a } from '../studio'`)).toEqual(['core/layout/x.ts -> core/studio'])
    expect(wrong('core/layout/x.ts', `import type { Stats } from 'node:fs'`)).toEqual(['core/layout/x.ts -> node'])
    expect(wrong('core/layout/x.ts', `type F = import('node:fs').Stats`)).toEqual(['core/layout/x.ts -> node'])
    expect(wrong('core/edit/x.ts', `const a = await import('electron')`)).toEqual([
      'core/edit/x.ts -> electron-package',
    ])
    expect(wrong('core/studio/x.ts', `export * from '../families/parkan/parkan'`)).toEqual([
      'core/studio/x.ts -> core/families/parkan/parkan',
    ])
    expect(
      wrong('renderer/form/X.vue', `<script setup lang="ts">import A from '../hex/HexPanel.vue'</script>`),
    ).toEqual(['renderer/form/X.vue -> renderer/hex/HexPanel.vue'])
    expect(wrong('renderer/form/x.ts', `import * as monaco from 'monaco-editor'`)).toEqual([
      'renderer/form/x.ts -> monaco-editor',
    ])
    expect(wrong('elsewhere/x.ts', '')).toEqual(['elsewhere/x.ts: no rule says what it may import'])
  })

  it('a folder imports none of a higher layer of its room, nor a file beside the layers', () => {
    const wrong = (file: string, source: string) => wrongArrows(ROOT, file, source)
    expect(wrong('core/studio/journal/x.ts', `import type { W } from '../entries/workspace'`)).toEqual([
      'core/studio/journal/x.ts -> core/studio/entries/workspace',
    ])
    expect(wrong('core/studio/pack/x.ts', `import { createStudio } from '../studio'`)).toEqual([
      'core/studio/pack/x.ts -> core/studio/studio',
    ])
    expect(wrong('core/studio/deploy/x.ts', `import { timeline } from '../history/timeline'`)).toEqual([
      'core/studio/deploy/x.ts -> core/studio/history/timeline',
    ])
    expect(wrong('electron/node/x.ts', `import { answer } from '../service/ipc'`)).toEqual([
      'electron/node/x.ts -> electron/service/ipc',
    ])
    expect(wrong('core/families/other/x.ts', `import { nres } from '../parkan/nres/nres'`)).toEqual([
      'core/families/other/x.ts -> core/families/parkan/nres/nres',
    ])
    expect(wrong('core/studio/deploy/x.ts', `import { pack } from '../pack/pack'`)).toEqual([])
  })

  it('an arrow that is allowed is not', () => {
    expect(wrongArrows(ROOT, 'core/edit/x.ts', `import type { Splice } from '../layout'`)).toEqual([])
    expect(
      wrongArrows(ROOT, 'renderer/text-editor/monaco/load.ts', `import 'monaco-editor/editor/editor.worker?worker'`),
    ).toEqual([])
  })
})

describe('import cycles', () => {
  it('there are none, those of types included', () => {
    expect(cycles(importGraph(ROOT))).toEqual([])
  })

  it('one is found, and a file that imports itself', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', ['d']],
    ])
    expect(cycles(graph)).toEqual([['d'], ['a', 'b', 'c']])
    expect(
      cycles(
        new Map([
          ['a', ['b', 'c']],
          ['b', ['c']],
          ['c', []],
        ]),
      ),
    ).toEqual([])
  })
})

describe('source files', () => {
  it('have at most 500 lines and no left-over names', () => {
    const long = sources(ROOT).filter(file => readFileSync(join(ROOT, file), 'utf8').split('\n').length > 501)
    expect(long).toEqual([])
    const vague = sources(ROOT).filter(file =>
      /(?:^|\/)(?:utils?|helpers?|common|manager|misc|types)\.(?:ts|vue)$/.test(file),
    )
    expect(vague).toEqual([])
  })

  it('core names only its own dependencies', () => {
    const core = JSON.parse(readFileSync(join(ROOT, 'core/package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const app = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
    for (const [name, version] of Object.entries(core.dependencies))
      expect([name, app.dependencies[name]]).toEqual([name, version])
  })
})
