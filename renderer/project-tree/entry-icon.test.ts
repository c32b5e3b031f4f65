import { expect, it } from 'vitest'
import { allFamilies } from '@areal-studio/core'
import { entryIcon } from './entry-icon'

const families = await allFamilies()

it('every name that a family gives a picture is one of its formats or the end of a file name', () => {
  for (const { id, formats, icons } of families)
    for (const one of Object.values(icons ?? {}).flat())
      if (!one.startsWith('.'))
        expect(
          formats.some(format => `${format.id}.`.startsWith(`${id}.${one}.`)),
          `${id} ${one}`,
        ).toBe(true)
})

it('every family declares pictures, and no name twice', () => {
  for (const { id, icons } of families) {
    const declared = Object.values(icons ?? {}).flat()
    expect(declared.length, id).toBeGreaterThan(0)
    expect(new Set(declared).size, id).toBe(declared.length)
  }
})

it('the end of a name wins over the format; a name that only begins like a format is another one', () => {
  const [family] = families
  if (!family) return expect.unreachable()
  const own = [{ ...family, id: 'own', icons: { map: ['.land'], picture: ['tex'] } as const }]
  const icon = (name: string, format?: string) => entryIcon(own, { name, format })
  expect(icon('a.LAND', 'own.tex')).toBe('map')
  expect(icon('a.bin', 'own.tex')).toBe('picture')
  expect(icon('a.bin', 'own.tex.2')).toBe('picture')
  expect([icon('a.bin', 'own.texts'), icon('a.land'), icon('a.land', 'other.tex')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
