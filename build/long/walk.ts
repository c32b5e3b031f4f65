import { StudioError } from '@areal-studio/core/format'
import type { DeployReport, EntryImage, Studio, StudioApi } from '@areal-studio/core/studio'
import { isArchive, isSame, type Bytes } from './archive'
import { Model } from './model'
import { hash, leavesOf, Machine, MARKER, pathOf, type World } from './world'

/** The program and the model do not agree. */
export class Difference extends Error {}
/** The rules do not decide what follows here; the walk ends, and is no failure. */
export class Open extends Error {}

const shown = (bytes: Bytes | undefined): string =>
  bytes === undefined ? 'nothing' : `${bytes.length} bytes ${Buffer.from(bytes.subarray(0, 40)).toString('hex')}`
const codeOf = (error: unknown): string | undefined => (error instanceof StudioError ? error.code : undefined)

/** What an operation may end with. */
interface Ends {
  /** It has to be refused. */
  readonly must?: boolean
  /** Codes that it may be refused with. */
  readonly codes?: readonly string[]
}

/** One walk through the states of a game: the program and the model side by side. */
export class Walk {
  readonly model: Model
  readonly machine: Machine
  /** Everything that the program ever wrote into the install. */
  private readonly ownWrites: Bytes[] = []
  private compared = 0

  private constructor(
    readonly world: World,
    private now: Studio,
    machine: Machine,
  ) {
    this.machine = machine
    this.model = new Model(world)
  }

  static async start(world: World): Promise<Walk> {
    const machine = new Machine(world)
    return new Walk(world, await machine.start(), machine)
  }

  get api(): StudioApi {
    return this.now.api
  }

  async reopen(isClosed: boolean): Promise<void> {
    if (isClosed) await this.now.close()
    this.now = await this.machine.start()
  }

  /** Runs an operation of the program; returns whether it was done. The model is not changed here. */
  async attempt<T>(
    act: () => Promise<T>,
    { must = false, codes = [] }: Ends = {},
  ): Promise<{ readonly done: boolean; readonly value?: T; readonly code?: string }> {
    try {
      const value = await act()
      if (must) throw new Difference(`done, though it has to be refused (${codes.join(', ')})`)
      return { done: true, value }
    } catch (error) {
      const code = codeOf(error)
      if (code !== undefined && codes.some(one => code.startsWith(one))) return { done: false, code }
      throw error instanceof Difference
        ? error
        : new Difference(`ended with ${code ?? String(error instanceof Error ? error.stack : error)}`)
    }
  }

  /** Deploys or returns to the original. What it removes from the install must be its own or kept. */
  async writing(
    act: () => Promise<DeployReport>,
    ends: Ends,
  ): Promise<{ readonly done: boolean; readonly value?: DeployReport; readonly code?: string }> {
    const before = this.machine.install()
    const made = await this.attempt(act, ends)
    const after = this.machine.install()
    const kept = this.machine.store('backup/')
    for (const [file, bytes] of before) {
      if (isSame(bytes, after.get(file)) || this.ownWrites.some(own => isSame(own, bytes))) continue
      if (!isSame(kept.get(hash(bytes)), bytes))
        throw new Difference(`${file}: ${shown(bytes)} were in the install and are in no copy`)
    }
    for (const [file, bytes] of after) if (!isSame(bytes, before.get(file))) this.ownWrites.push(bytes)
    return made
  }

  /** Bytes that are the program's own, though another program copied them into the install. */
  own(bytes: Bytes): void {
    this.ownWrites.push(bytes)
  }

  /** Everything that can be seen is what the model has. */
  async compare(): Promise<void> {
    this.compared++
    const { api, model } = this
    if (this.compared % 2 === 0) await api.info()
    await this.compareOutside()
    this.compareInstall()
    for (const file of model.names) await this.compareFile(file)
    const info = await api.info()
    const [canUndo, canRedo] = [model.done.length > 0, model.undone.length > 0]
    if (info?.canUndo !== canUndo || info.canRedo !== canRedo) {
      throw new Difference(
        `undo ${String(info?.canUndo)} redo ${String(info?.canRedo)}, not ${String(canUndo)} ${String(canRedo)}`,
      )
    }
    if (this.compared % 5 === 0) await this.compareEntries()
  }

  private compareInstall(): void {
    const now = this.machine.install()
    for (const file of new Set([...now.keys(), ...this.model.install.keys()])) {
      const expected = this.model.install.get(file)
      if (!isSame(now.get(file), expected))
        throw new Difference(`the install has ${file} as ${shown(now.get(file))}, not as ${shown(expected)}`)
    }
    const isMarked = MARKER in this.machine.game.snapshot()
    if (isMarked !== this.model.records.size > 0 && !this.model.mayBeMarked)
      throw new Difference(`the marker is ${isMarked ? '' : 'not '}there, ${this.model.records.size} files are noted`)
  }

  /** Files that another program changed, by the program. Where the rule leaves open whether edits fit, this decides. */
  async compareOutside(): Promise<void> {
    const { model } = this
    const told = new Map((await this.api.outside()).map(one => [one.file, one.isFitting]))
    for (const file of model.names) {
      if (model.isOpen(file)) model.told.set(file, told.get(file) !== false)
      if (model.fit(file) === 'unknown' || !model.isTold(file)) throw new Open(file)
    }
    for (const file of model.names)
      if (model.isConflict(file) && !told.has(file) && model.mayBeUnlisted(file)) throw new Open(file)
    const expected = model.outside.map(file => `${file} ${String(!model.isConflict(file))}`)
    const found = [...told].map(([file, isFitting]) => `${file} ${String(isFitting)}`).sort()
    if (expected.join() !== found.join())
      throw new Difference(`changed outside: ${found.join(', ') || 'none'}, not ${expected.join(', ') || 'none'}`)
  }

  private async compareFile(file: string): Promise<void> {
    const expected = this.model.bytes(file)
    const found = await this.api.read(file).then(
      image => image.bytes,
      (error: unknown) => {
        if (codeOf(error) === 'entry.missing') return undefined
        throw error
      },
    )
    if (!isSame(found, expected)) throw new Difference(`${file} is shown as ${shown(found)}, not as ${shown(expected)}`)
  }

  /** Whether rows of the file may be numbered otherwise: by which parts a whole file was made of another is no rule. */
  isRenumbered(file: string): boolean {
    return this.model.changesOf(file).some(change => change.isCut) && isArchive(this.model.node(file))
  }

  /** An entry as it is shown. */
  async image(file: string, path: string): Promise<EntryImage> {
    try {
      return await this.api.read(path)
    } catch (error) {
      if (codeOf(error) === 'entry.missing' && this.isRenumbered(file)) throw new Open(file)
      throw error
    }
  }

  private async compareEntries(): Promise<void> {
    for (const file of this.model.files) {
      if (this.isRenumbered(file)) continue
      const node = this.model.node(file)
      for (const { steps, bytes, attributes } of node ? leavesOf(file, node) : []) {
        const path = pathOf(file, steps)
        const image = await this.api.read(path)
        if (!isSame(image.bytes, bytes))
          throw new Difference(`${path} is shown as ${shown(image.bytes)}, not as ${shown(bytes)}`)
        const { row: _, ...named } = attributes
        for (const [name, value] of Object.entries(named)) {
          if (image.attributes[name] !== value)
            throw new Difference(`${path} has ${name} ${String(image.attributes[name])}, not ${String(value)}`)
        }
      }
      const base = this.model.base(file)
      if (!base) continue
      const pristine = await this.api.read(file, { of: 'pristine' })
      if (!isSame(pristine.bytes, base))
        throw new Difference(`the original of ${file} is ${shown(pristine.bytes)}, not ${shown(base)}`)
    }
  }

  /** The overlay is what was packed. */
  comparePacked(): void {
    const overlay = this.machine.store('overlay/')
    for (const file of new Set([...overlay.keys(), ...this.model.packed.keys()])) {
      const [found, expected] = [overlay.get(file), this.model.packed.get(file)]
      if (!isSame(found, expected))
        throw new Difference(`${file} is packed as ${shown(found)}, not as ${shown(expected)}`)
    }
  }
}
