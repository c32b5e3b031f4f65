import { describe, expect, it } from 'vitest'
import { apply } from '../edit'
import {
  LayoutError,
  array,
  assign,
  brokenLaws,
  count,
  document,
  fromJson,
  insertRecords,
  optional,
  struct,
  u8,
} from '.'
import { hex } from './bytes.fixture'

const text = (data: Uint8Array): string => Buffer.from(data).toString('hex')

describe('a list that is there only sometimes, behind its count', () => {
  const Item = struct('item', { k: u8() })
  const List = struct('list', {
    version: u8(),
    n: optional('version > 2', count('items', { as: 'u8' })),
    items: optional('version > 2', array(Item, 'n')),
    end: u8(),
  })
  it('takes records, which are counted, and is absent with its count', () => {
    const [absent, present] = [hex('02 07'), hex('03 02 0105 07')]
    for (const bytes of [absent, present])
      expect([document(List, bytes).isWhole, brokenLaws(List, bytes)]).toEqual([true, []])
    expect(text(apply(present, assign(document(List, present), 'items', [{ k: 9 }]).splices))).toBe('03010907')
    expect(text(apply(present, insertRecords(document(List, present), 'items', 1, [{ k: 4 }]).splices))).toBe(
      '03030104' + '0507',
    )
    expect(fromJson(List, '{"version": 2, "end": 7}')).toEqual({ version: 2, end: 7 })
    expect(() => fromJson(List, '{"version": 2, "items": [], "end": 7}')).toThrow(LayoutError)
  })
  it('is nowhere read where its count is absent', () => {
    const Open = struct('list', { version: u8(), n: optional('version > 2', u8()), items: array(u8(), 'n'), end: u8() })
    expect(document(Open, hex('03 01 05 07')).isWhole).toBe(true)
    expect(document(Open, hex('02 07')).isWhole).toBe(false)
  })
})
