import { shallowRef } from 'vue'
import type { EntryPath } from '@areal-studio/core/format'
import type { Lens, Vec } from '../camera/camera'
import { pulled, type Drag, type MapTool, type Pointer, type ToolMark } from './tool'

/** What can be placed: its entry and how it is called. */
export interface Placeable {
  readonly entry: EntryPath
  readonly title: string
}

/** Access of the tool to the map. */
export interface PlaceScene {
  lens(): Lens
  /** The ground under a pixel. */
  groundAt(x: number, y: number): Vec | undefined
  /** Adds a record there and selects it, as one step of undo; refusals are shown. */
  add(what: Placeable, at: Vec): Promise<unknown>
  redraw(): void
}

/** Places what is chosen in the palette: by a click on the ground, or by Enter in the middle of the view. */
export class PlaceTool implements MapTool {
  readonly chosen = shallowRef<Placeable>()
  /** Value of the owner's field that new records have; undefined: the first one offered. */
  readonly owner = shallowRef<number>()
  /** While a card of the palette is dragged. */
  isDragged = false
  private at: Vec | undefined

  constructor(private readonly scene: PlaceScene) {}

  setOwner(value: number | undefined): void {
    this.owner.value = value
  }

  drag(isOn: boolean): void {
    this.isDragged = isOn
  }

  choose(what: Placeable | undefined): void {
    this.chosen.value = what
    this.scene.redraw()
  }

  press(from: Pointer): Drag | undefined {
    if (from.alt || from.shift || from.ctrl || !this.chosen.value) return undefined
    return pulled(from, {
      move: to => this.hover(to),
      end: (to, isPulled) => {
        if (!isPulled) this.placeAt(to.x, to.y)
      },
      cancel: () => this.hover(undefined),
    })
  }

  hover(pointer: Pointer | undefined): void {
    this.at = pointer && this.scene.groundAt(pointer.x, pointer.y)
    if (this.chosen.value) this.scene.redraw()
  }

  key(event: KeyboardEvent): boolean {
    return (event.code === 'Enter' || event.code === 'NumpadEnter') && this.placeInMiddle()
  }

  /** Places it where the ray of a pixel meets the ground; returns whether there is ground and something is chosen. */
  placeAt(x: number, y: number): boolean {
    const what = this.chosen.value
    const at = this.scene.groundAt(x, y)
    if (!what || !at) return false
    void this.scene.add(what, at)
    return true
  }

  placeInMiddle(): boolean {
    const { width, height } = this.scene.lens().size
    return this.placeAt(width / 2, height / 2)
  }

  cancel(): boolean {
    const had = this.chosen.value !== undefined
    this.choose(undefined)
    return had
  }

  leave(): void {
    this.at = undefined
    this.scene.redraw()
  }

  marks(): readonly ToolMark[] {
    const { at } = this
    const what = this.chosen.value
    if (!at || !what) return []
    return [
      { kind: 'dot', at, tone: 'strong' },
      { kind: 'label', at, words: what.title },
    ]
  }
}
