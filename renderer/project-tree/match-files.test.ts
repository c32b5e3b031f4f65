import { expect, it } from 'vitest'
import type { TreeItem } from '@areal-studio/core/studio'
import { PARKAN } from '@areal-studio/core/families/parkan'
import { rowsFor } from './match-files'

const row = (name: string, kind: TreeItem['kind'] = 'entry'): TreeItem => ({
  path: name,
  kind,
  name,
  size: 1,
  hasChildren: false,
  state: 'pristine',
  edits: 0,
  unpacked: 0,
})
const names = (file: string, ...items: TreeItem[]): readonly string[] =>
  rowsFor(file, items, PARKAN.formats).map(item => item.name)

it('a file is for the row of its name, whatever its case, under the name that it was extracted by', () => {
  expect(names('ROCK.TEX', row('rock.tex'), row('sand.tex'))).toEqual(['rock.tex'])
  expect(names('a_b', row('a?b'))).toEqual(['a_b'.replace('_', '?')])
  expect(names('Land.map#0.json', row('Land.map#0'))).toEqual(['Land.map#0'])
  expect(names('rock.tex.PNG', row('rock.tex'), row('rock'))).toEqual(['rock.tex'])
  expect(names('rock.tex.txt', row('rock.tex'))).toEqual([])
})

it('a row that is called JSON itself comes first; a folder never; rows of one name all', () => {
  expect(names('a.json', row('a'), row('a.json'))).toEqual(['a.json'])
  expect(names('maps', row('maps', 'folder'))).toEqual([])
  expect(names('a', row('a'), row('A'))).toEqual(['a', 'A'])
})
