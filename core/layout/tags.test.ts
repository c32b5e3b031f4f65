import { describe, expect, it } from 'vitest'
import { apply } from '../edit'
import {
  array,
  assign,
  assignAll,
  document,
  locate,
  recursive,
  shownPath,
  sized,
  struct,
  tagName,
  text,
  toEnd,
  u16,
  u8,
  union,
  type Node,
} from '.'

const Chunk = struct('chunk', {
  id: u8({ values: { 1: 'NAME', 2: 'LIST', 3: 'COUNT' } }),
  body: sized(
    u8(),
    union('id', { 1: text(1), 2: struct('list', { children: array(recursive('chunk'), toEnd) }), 3: u16() }),
  ),
})
const File = struct('file', { version: u8(), chunks: array(Chunk, toEnd) })
/** A list of a name and two counts, then another name. */
const SOME = Uint8Array.of(7, 2, 11, 1, 1, 0x61, 3, 2, 5, 0, 3, 2, 6, 0, 1, 1, 0x62)
const opened = document(File, SOME)

describe('records by their tag', () => {
  it('are found through what holds them, by name and by number', () => {
    const children = 'chunks/0/body/body/children'
    const places: Readonly<Record<string, string | undefined>> = {
      LIST: 'chunks/0',
      'LIST/0/NAME': `${children}/0`,
      'LIST/COUNT/1/body/body': `${children}/2/body/body`,
      'LIST/COUNT/body': `${children}/1/body`,
      'chunks/LIST/COUNT': `${children}/1`,
      'chunks/0/COUNT/1': `${children}/2`,
      NAME: 'chunks/1',
      'NAME/0/body/body': 'chunks/1/body/body',
      'NAME/1': undefined,
      'LIST/COUNT/2': undefined,
      COUNT: undefined,
      version: 'version',
      'version/LIST': undefined,
    }
    expect(opened.isWhole).toBe(true)
    expect(Object.keys(places).map(path => [path, locate(opened, path)?.path])).toEqual(Object.entries(places))
  })

  it('are shown by it, and every path shown leads back', () => {
    const all: Node[] = []
    const visit = (node: Node): void => {
      all.push(node)
      for (let k = 0; k < node.childCount; k++) visit(node.child(k))
    }
    visit(opened.root)
    expect(all.map(node => locate(opened, shownPath(node))?.path)).toEqual(all.map(node => node.path))
    expect(all.flatMap(node => tagName(node) ?? [])).toEqual(['LIST', 'NAME', 'COUNT', 'COUNT', 'NAME'])
    const shown = (path: string): string | undefined => {
      const node = locate(opened, path)
      return node && shownPath(node)
    }
    expect(shown('chunks/0/body/body/children/2/body/body')).toBe('LIST/COUNT/1/body/body')
    expect(shown('chunks/0/body/body/children/0')).toBe('LIST/NAME')
    expect(shown('chunks/0/body')).toBe('LIST/body')
    expect(shown('chunks')).toBe('chunks')
  })

  it('are edited by it', () => {
    const [from] = [locate(opened, 'LIST/COUNT/1/body/body')?.offset ?? 0]
    const wanted = [...SOME.with(from, 9)]
    expect([...apply(SOME, assign(opened, 'LIST/COUNT/1/body/body', 9).splices)]).toEqual(wanted)
    const both = assignAll(opened, [
      { path: 'LIST/COUNT/1/body/body', value: 9 },
      { path: 'version', json: '7' },
    ])
    expect([...apply(SOME, both.splices)]).toEqual(wanted)
  })

  it('are none where the field says the type of a number only', () => {
    const Property = struct('property', {
      type: u8({ values: { 1: 'byte', 2: 'word' } }),
      value: union('type', { 1: u8(), 2: u16() }),
    })
    const list = document(array(Property, toEnd), Uint8Array.of(1, 5, 2, 6, 0))
    expect([list.isWhole, locate(list, 'byte'), tagName(list.root.child(0))]).toEqual([true, undefined, undefined])
  })
})
