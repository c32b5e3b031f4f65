import { computed, shallowRef } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import {
  borderClasses,
  filePath,
  parentPath,
  StudioError,
  type MeshItem,
  type PlacedItem,
  type SceneItem,
  type SurfaceItem,
  type Words,
} from '@areal-studio/core/format'
import { own, type Bytes } from '@areal-studio/core/layout'
import type { useWorkspace } from '../../state/workspace.store'
import { MapPicker } from '../geometry/map-picker'
import { changedColumns, type Fields } from '../scene/column-change'
import { isCurrent, type SeenEntries } from '../../state/entry-reader'
import type { Replica } from '../../state/replica'
import { mapSceneOf, type MapScene } from '../scene/map-scene'
import { changedItems } from '../scene/placed-change'
import { instanceSpheres } from '../scene/placed-scene'
import type { ShownModel } from '../scene/shown-model'
import type { SceneFound, Scenes } from '../scene/use-scenes'
import { differences } from '../scene/variant-lines'

/** none: nothing that can be seen is chosen; loading; failed: it could not be read; gone: an undo or another program removed it; ready. */
export type MapState = 'none' | 'loading' | 'failed' | 'gone' | 'ready'

/** The items with what follows from the columns of the regions of an entry: classes of lines between them, differences. */
const following = (placed: readonly PlacedItem[], entry: EntryPath, columns: Fields): readonly PlacedItem[] =>
  placed.map(item => {
    if (item.kind !== 'lines') return item
    const { borders, compared, fields } = item
    if (borders && item.entry === entry)
      return { ...item, fields: { ...fields, [borders.field]: borderClasses(borders, columns) } }
    return compared
      ? { ...item, fields: { ...fields, [compared.field]: differences(compared, fields, columns) } }
      : item
  })

const isMesh = (item: SceneItem): item is MeshItem => item.kind === 'mesh'

/** A map of more regions keeps the window busy so long that it must say so before: milliseconds until that is on the screen. */
const MANY = 10_000
const SHOWN = 50

/** Milliseconds that the rest of a map may take before its ground is shown alone: to draw that first costs a frame more. */
const GROUND_AFTER = 250

const pause = (milliseconds: number): Promise<void> =>
  new Promise(done => {
    setTimeout(done, milliseconds)
  })

/** The map that is shown: computed from open entries, replaced whole, and kept while another one is read. */
export class ShownMap {
  readonly state = shallowRef<MapState>('none')
  /** Whether a map is being read, also while another one is shown. */
  readonly isReading = shallowRef(false)
  readonly picker = shallowRef<MapPicker>()
  readonly fields = shallowRef<Fields>({})
  /** Placed records; the columns follow edits, as `fields` do. */
  readonly placed = shallowRef<readonly PlacedItem[]>([])
  /** The entry of the regions before any edit; undefined until it is read. */
  readonly pristine = shallowRef<Bytes>()
  /** Only the ground is shown yet: what is placed on it is still being read. */
  readonly isPartial = shallowRef(false)
  /** What the picture was computed from. */
  readonly seen = shallowRef<SeenEntries>(new Map())
  /** Of the entries of its items what its columns were taken from; without those whose bytes have changed since. */
  private readonly replicas = shallowRef<ReadonlyMap<EntryPath, Replica | undefined>>(new Map())
  readonly regions = computed<SurfaceItem | undefined>(() => this.picker.value?.map.regions)
  /** The present replica of the regions; `drawn` is the one whose values are shown. */
  readonly replica = computed(() => (this.regions.value ? this.workspace.replica(this.regions.value.entry) : undefined))
  /** The last selected entry that cannot be drawn: the map shown before has nothing of it. */
  readonly undrawn = shallowRef<EntryPath | null>(null)
  /** What of the map cannot be shown. */
  readonly notes = shallowRef<readonly Words[]>([])
  /** The model that is shown over the map, which is kept. */
  readonly model = shallowRef<ShownModel>()
  private subject: EntryPath | null = null
  /** Files of the entries whose records are shown. */
  private files: ReadonlySet<string> = new Set()
  /** Files that have other variants of what is shown. */
  private others: ReadonlySet<EntryPath> = new Set()
  /** What is being read, while `isReading`. */
  private wanted: EntryPath | null = null
  /** Number of the last reading: an earlier one that ends later changes nothing. */
  private turn = 0
  /** Ends the reading that is under way. */
  private reading: AbortController | undefined

  constructor(
    private readonly workspace: ReturnType<typeof useWorkspace>,
    private readonly scenes: Pick<Scenes, 'find'>,
  ) {}

  /** Whether what is shown was computed from an entry; the models of placed records are not shown for themselves. */
  isOf(entry: EntryPath): boolean {
    return this.model.value ? this.model.value.seen.has(entry) : this.isOfMap(entry)
  }

  /** Whether some of what lies over the map is of an entry: selecting it there is no reason to show another map. */
  isOver(entry: EntryPath): boolean {
    return this.placed.value.some(item => item.entry === entry)
  }

  private isOfMap(entry: EntryPath): boolean {
    const file = filePath(entry)
    const isOther = this.others.has(entry) || this.others.has(parentPath(entry) ?? entry)
    return !isOther && this.seen.value.has(entry) && (this.files.has(file) || this.files.size === 0)
  }

  /** Reads the map or model that an entry belongs to and puts it in place of the one before. */
  async show(entry: EntryPath): Promise<void> {
    if (this.model.value && this.isOfMap(entry)) {
      this.model.value = undefined
      this.stopReadingAnother()
      this.update()
      return
    }
    const outcome = await this.load(entry)
    if (outcome !== 'superseded') this.undrawn.value = outcome === 'shown' ? null : entry
  }

  private async load(entry: EntryPath): Promise<'shown' | 'not-shown' | 'superseded'> {
    const mine = this.supersede()
    const reading = (this.reading = new AbortController())
    if (!this.picker.value && !this.model.value && (this.state.value !== 'gone' || entry !== this.subject))
      this.state.value = 'loading'
    this.isReading.value = true
    this.wanted = entry
    const found = await this.seek(entry, reading.signal)
    if (mine !== this.turn) return 'superseded'
    const isFound = typeof found === 'object'
    const scene = isFound ? mapSceneOf(found.items) : undefined
    if (this.isPartial.value && !scene) this.forget('loading', null)
    const mesh = isFound && !scene ? found.items.find(isMesh) : undefined
    const picker = scene && (await this.prepare(scene, mine))
    if (mine !== this.turn) return 'superseded'
    this.isReading.value = false
    if (isFound && mesh) {
      this.putModel(entry, found, mesh)
      return 'shown'
    }
    this.model.value = undefined
    if (found === 'gone') {
      if (!this.picker.value || entry === this.subject) this.forget('gone', entry)
    } else if (isFound && picker) {
      await this.put(entry, found, picker)
      return 'shown'
    } else if (!this.picker.value) this.state.value = found === undefined ? 'none' : 'failed'
    return 'not-shown'
  }

  /**
   * What a scene is drawn and picked with; undefined where another reading has begun meanwhile. Receiving the scene, indexing
   * its surfaces, placing its models and drawing it are a task each, and the window responds in between.
   */
  private async prepare(scene: MapScene, mine: number): Promise<MapPicker | undefined> {
    await pause((scene.regions?.recordCount ?? 0) > MANY ? SHOWN : 0)
    if (mine !== this.turn) return undefined
    const picker = new MapPicker(scene)
    await pause(0)
    for (const item of scene.placed) {
      if (mine !== this.turn) return undefined
      if (item.kind !== 'instances') continue
      instanceSpheres(item)
      await pause(0)
    }
    return picker
  }

  /** A reading under way ends, and changes nothing. Returns the number of the next one. */
  private supersede(): number {
    this.reading?.abort()
    return ++this.turn
  }

  private putModel(entry: EntryPath, { seen }: SceneFound, item: MeshItem): void {
    const replica = this.workspace.replica(item.nodes.entry)
    const name = item.animation?.sampler
    const sampler = name === undefined ? undefined : own(replica?.format?.samplers ?? {}, name)
    this.model.value = { entry, item, sampler, seen }
    if (!this.picker.value) this.state.value = 'none'
  }

  /** The map that is shown was selected again while another one was being read: that one must not take its place. */
  stopReadingAnother(): void {
    this.undrawn.value = null
    if (!this.isReading.value || this.wanted === null || this.isOf(this.wanted)) return
    this.supersede()
    this.isReading.value = false
    this.update()
  }

  /** An open entry was replaced: new columns where only they have changed, else the whole scene again. */
  update(): void {
    const model = this.model.value
    if (model) {
      if (!isCurrent(model.seen, this.workspace) && !this.isReading.value) void this.load(model.entry)
      return
    }
    if (!isCurrent(this.seen.value, this.workspace)) void this.refresh()
  }

  /** What was removed may be restored: by redo, or by the program that removed it. */
  seekAgain(): void {
    if (this.state.value === 'gone' && this.subject !== null) void this.load(this.subject)
  }

  /** Another install is open. */
  close(): void {
    this.supersede()
    this.isReading.value = false
    this.undrawn.value = null
    this.model.value = undefined
    this.forget('none', null)
  }

  /** Undefined where nothing of it can be seen; failed: a message says why it could not be read. */
  private async seek(entry: EntryPath, signal: AbortSignal): Promise<SceneFound | 'gone' | 'failed' | undefined> {
    let ground: ReturnType<typeof setTimeout> | undefined
    const part = (items: readonly SceneItem[]): void => {
      ground = setTimeout(() => this.putGround(items), GROUND_AFTER)
    }
    try {
      return await this.scenes.find(entry, { signal, part })
    } catch (error) {
      if (signal.aborted) return undefined
      if (error instanceof StudioError && error.code === 'entry.missing') return 'gone'
      this.workspace.refuse(error)
      return 'failed'
    } finally {
      clearTimeout(ground)
    }
  }

  /** Shows the ground of what is being read, where nothing else is shown. */
  private putGround(items: readonly SceneItem[]): void {
    const scene = this.picker.value || this.model.value ? undefined : mapSceneOf(items)
    if (!scene?.terrain || !scene.regions) return
    this.isPartial.value = true
    this.picker.value = new MapPicker(scene)
    this.state.value = 'ready'
  }

  private async put(entry: EntryPath, found: SceneFound, picker: MapPicker): Promise<void> {
    const scene = picker.map
    this.subject = entry
    // What another map was before its edits says nothing of this one.
    if (scene.regions?.entry !== this.regions.value?.entry) this.pristine.value = undefined
    this.others = found.others
    this.files = new Set(found.items.map(item => filePath(item.entry)))
    this.isPartial.value = false
    this.placed.value = scene.placed
    this.notes.value = found.notes
    this.picker.value = picker
    this.fields.value = scene.regions?.fields ?? {}
    this.state.value = 'ready'
    this.replicas.value = found.replicas
    this.seen.value = found.seen
    await this.readPristine()
  }

  private forget(why: MapState, next: EntryPath | null): void {
    this.subject = next
    this.others = new Set()
    this.isPartial.value = false
    this.picker.value = undefined
    this.placed.value = []
    this.notes.value = []
    this.fields.value = {}
    this.pristine.value = undefined
    this.replicas.value = new Map()
    this.seen.value = new Map()
    this.state.value = why
  }

  private drawn() {
    return this.replicas.value.get(this.regions.value?.entry ?? '')
  }

  private async readPristine(): Promise<void> {
    const present = this.drawn()
    const bytes = present && (await this.workspace.attempt(() => present.pristine()))
    if (present?.pristine === this.drawn()?.pristine) this.pristine.value = bytes
  }

  private async refresh(): Promise<void> {
    if (!this.subject) return
    const changed = [...this.seen.value].flatMap(([entry, number]) =>
      this.workspace.changedAt(entry) > number ? [entry] : [],
    )
    const updates = changed.map(entry => this.updateOf(entry))
    if (!updates.every(update => update !== undefined)) {
      await this.load(this.subject)
      return
    }
    const before = this.drawn()
    for (const update of updates) update()
    const { number } = this.workspace.lastChange
    this.seen.value = new Map([...this.seen.value, ...changed.map(entry => [entry, number] as const)])
    if (before?.pristine !== this.drawn()?.pristine) await this.readPristine()
  }

  /** What brings the columns of an entry up to date; undefined where more than columns has changed. */
  private updateOf(entry: EntryPath): (() => void) | undefined {
    const was = this.replicas.value.get(entry)
    const now = this.workspace.replica(entry)
    if (!was || !now?.document) return undefined
    const read = (): void => {
      this.replicas.value = new Map(this.replicas.value).set(entry, now)
    }
    const item = this.regions.value
    if (item?.entry === entry) {
      const next = changedColumns(was.image.bytes, now.document, { ...item, fields: this.fields.value })
      return (
        next &&
        (() => {
          this.fields.value = next
          this.placed.value = following(this.placed.value, entry, next)
          read()
        })
      )
    }
    const own = this.placed.value.filter(one => one.entry === entry)
    const next = own.length > 0 ? changedItems(was.image.bytes, now.document, own) : undefined
    return (
      next &&
      (() => {
        this.placed.value = this.placed.value.map(one => next[own.indexOf(one)] ?? one)
        read()
      })
    )
  }
}
