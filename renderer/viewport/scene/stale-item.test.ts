import { expect, it } from 'vitest'
import { counted, document, struct, u8, type Document } from '@areal-studio/core/layout'
import { isStaleItem } from './stale-item'

const LAYOUT = struct('File', { records: counted(u8(), struct('Record', { value: u8() })) })
const documentOf = (...values: readonly number[]): Document => document(LAYOUT, Uint8Array.of(values.length, ...values))
const item = { entry: 'e', array: 'records', noun: 'object', recordCount: 2 }

it('is stale once records are added or removed, not when their values change', () => {
  expect(isStaleItem(item, documentOf(1, 2))).toBe(false)
  expect(isStaleItem(item, documentOf(8, 9))).toBe(false)
  expect(isStaleItem(item, documentOf(1))).toBe(true)
  expect(isStaleItem(item, documentOf(1, 2, 3))).toBe(true)
})

it('is stale where its array is missing, and not while the document is unknown', () => {
  expect(isStaleItem({ ...item, array: 'others' }, documentOf(1, 2))).toBe(true)
  expect(isStaleItem({ ...item, array: 'others', recordCount: 0 }, documentOf(1, 2))).toBe(false)
  expect(isStaleItem(item, undefined)).toBe(false)
})
