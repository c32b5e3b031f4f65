import { expect, it } from 'vitest'
import { CATALOGUES, createText } from '@areal-studio/core/messages'
import type { ReferenceLink, TreeItem } from '@areal-studio/core/studio'
import { linkTargets } from './link-targets'

const { say, has } = createText('en', CATALOGUES)
const text = { say, has, number: (value: number) => value.toLocaleString('en') }
const link = (to: string | null, more: Partial<ReferenceLink> = {}): ReferenceLink => ({
  from: 'a',
  fromName: 'a',
  path: 'name',
  value: 'x',
  relation: 'name',
  to,
  file: 'Textures.lib',
  ...more,
})
const item = (path: string): TreeItem => ({
  path,
  kind: 'entry',
  name: 'WOOD',
  format: 'no.title',
  size: 12_345,
  hasChildren: false,
  state: 'pristine',
  edits: 0,
  unpacked: 0,
})
const of = (uses: readonly ReferenceLink[]) =>
  linkTargets(
    {
      references: () => Promise.resolve({ entry: 'a', name: 'a', uses, usedBy: [] }),
      item: path => (path.includes('gone') ? Promise.reject(new Error('gone')) : Promise.resolve(item(path))),
    },
    text,
    { entry: 'a', path: 'name' },
  )

it('says name, kind, size and file of an entry, and the path of a record', async () => {
  expect(await of([link('Textures.lib!#3', { row: 'wood' }), link('b.msh!#1', { toPath: 'nodes/2' })])).toEqual({
    targets: [
      { entry: 'Textures.lib!#3', title: 'WOOD', facts: 'no.title · 12,345 bytes', where: 'Textures.lib' },
      { entry: 'b.msh!#1', title: 'WOOD · nodes/2', facts: 'no.title · 12,345 bytes', where: 'b.msh' },
    ],
    more: 0,
  })
})

it('says the name of what is missing, or was deleted meanwhile, and counts the others', async () => {
  const { targets, more } = await of([link(null, { row: 'WOD' }), link('gone.lib!#1'), link('c'), link('d'), link('e')])
  expect(targets.slice(0, 2)).toEqual([
    { entry: null, title: 'WOD', facts: '', where: 'Textures.lib' },
    { entry: 'gone.lib!#1', title: 'Textures.lib', facts: '', where: 'gone.lib' },
  ])
  expect(more).toBe(2)
  expect(await of([])).toEqual({ targets: [], more: 0 })
})
