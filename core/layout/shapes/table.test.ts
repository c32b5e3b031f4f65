import fc from 'fast-check'
import { describe, expect, it, expectTypeOf } from 'vitest'
import type { AnyLayout, Shape, ShapeOf } from '..'
import { files } from '../random.fixture'
import type { ShapeOperations, ShapeTable } from './operations'
import { SHAPE_NAMES, alternativesOf, operationsOf } from './table'

/** Shapes that a declaration consists of. */
function shapesIn(layout: AnyLayout, found = new Map<string, Shape>()): ReadonlyMap<string, Shape> {
  const { shape } = layout
  found.set(shape.of, shape)
  for (const part of operationsOf(shape).children.parts(shape)) shapesIn(part.layout, found)
  if (shape.of === 'union') for (const one of alternativesOf(layout)) shapesIn(one, found)
  return found
}

/** Whether anything in it is a function. */
function holdsFunction(value: unknown, seen = new Set<unknown>()): boolean {
  if (typeof value === 'function') return true
  if (typeof value !== 'object' || value === null || seen.has(value)) return false
  seen.add(value)
  return Object.values(value).some(inner => holdsFunction(inner, seen))
}

describe('the table of shapes', () => {
  const generated = fc.sample(files, { seed: 4, numRuns: 400 }).map(file => file.layout(2))

  it('does not compile while a shape or one of its operations is missing', () => {
    type Lacks<K extends keyof ShapeOperations<Shape>> = Omit<ShapeOperations<ShapeOf<'struct'>>, K>
    expectTypeOf<Lacks<'findings'>>().not.toExtend<ShapeOperations<ShapeOf<'struct'>>>()
    expectTypeOf<Lacks<'columns'>>().not.toExtend<ShapeOperations<ShapeOf<'struct'>>>()
    expectTypeOf<Omit<ShapeTable, 'line'>>().not.toExtend<ShapeTable>()
    type Optional = {
      [K in keyof ShapeOperations<Shape>]-?: object extends Pick<ShapeOperations<Shape>, K> ? K : never
    }
    expectTypeOf<Optional[keyof ShapeOperations<Shape>]>().toEqualTypeOf<never>()
  })

  it('has no shape that random layouts leave out', () => {
    const found = new Set(generated.flatMap(layout => [...shapesIn(layout).keys()]))
    expect([...found].sort()).toEqual([...SHAPE_NAMES].sort())
  })

  it('keeps every function to itself: a shape is data', () => {
    expect(generated.filter(layout => holdsFunction(layout.shape))).toEqual([])
    for (const layout of generated.slice(0, 50)) expect(structuredClone(layout.shape)).toEqual(layout.shape)
  })

  it('describes every shape and gives it a schema', () => {
    for (const layout of generated)
      for (const shape of shapesIn(layout).values()) {
        expect(operationsOf(shape).describe(shape, () => 'x')).not.toBe('')
      }
  })
})
