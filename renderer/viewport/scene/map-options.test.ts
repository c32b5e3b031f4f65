import { beforeEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { keepNow, rememberWith } from '../../state/remembered'
import { isLayerShown, mapChoices, REGIONS } from './map-options'

let kept: Record<string, unknown> = {}

/** A start of the studio that finds what the last one has kept. */
function start(known: Record<string, unknown>) {
  kept = {}
  rememberWith(known, change => {
    Object.assign(kept, change)
  })
  return mapChoices()
}

describe('how the map is shown', () => {
  beforeEach(() => {
    keepNow()
  })

  it('has the layers that the user has chosen, else those that are not hidden at first', () => {
    const choices = start({ viewport: { layers: { paths: false, islands: true, odd: 'yes' } } })
    const shown = (title: string, isHiddenAtFirst = false): boolean => isLayerShown(choices, { title, isHiddenAtFirst })
    expect([shown('paths'), shown('islands', true), shown('odd', true), shown('objects')]).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(isLayerShown(choices, REGIONS)).toBe(false)
    choices.layers.set(REGIONS.title, true)
    expect(isLayerShown(choices, REGIONS)).toBe(true)
  })

  it('is as it was after a restart, but for the filter of faces', async () => {
    const choices = start({})
    Object.assign(choices, {
      field: 'logic_flag',
      lod: 1,
      ground: 'slope',
      filter: { required: 3, forbidden: 4 },
      isLegendOpen: false,
      isListOpen: true,
    })
    choices.layers.set('paths', false)
    choices.layers.set('islands', true)
    choices.overlays.delete('fills')
    choices.overlays.add('wires')
    await nextTick()
    keepNow()
    const again = start(JSON.parse(JSON.stringify(kept)))
    expect(again).toMatchObject({
      field: 'logic_flag',
      lod: 1,
      ground: 'slope',
      filter: { required: 0, forbidden: 0 },
      isLegendOpen: false,
      isListOpen: true,
    })
    expect(again.overlays).toEqual(choices.overlays)
    expect([...again.layers]).toEqual([...choices.layers])
  })

  it('falls back to the first choices where what was kept is wrong', () => {
    const first = start({})
    expect(start({ viewport: 'spoilt' })).toEqual(first)
    const mended = start({ viewport: { field: 3, lod: 7, ground: 'sky', overlays: ['nothing', 'fills'] } })
    expect(mended).toMatchObject({ field: first.field, lod: first.lod, ground: first.ground })
    expect([...mended.overlays]).toEqual(['fills'])
  })
})
