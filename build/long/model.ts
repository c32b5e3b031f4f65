import { isArchive, isSame, readFile, write, type Bytes, type Node } from './archive'
import { changesBetween, isJoined, isSameNode, replay, type Change, type Replayed, type Step } from './edits'
import { leavesOf, mixture, type World } from './world'

/** What deploy noted of a file. Null: there was none. */
export interface Deployed {
  readonly pristine: Bytes | null
  readonly deployed: readonly Bytes[]
}

type Fit = 'fits' | 'conflict' | 'unknown'

/** Files of the game by name; deploy's own marker is none of them. */
export type Files = Map<string, Bytes>

/**
 * The expected state, as plain bytes: the install, the originals of edits, the steps of the history, the packed files,
 * the deployed files. Written from the rules of the README; nothing of the program is used here.
 */
export class Model {
  readonly install: Files
  readonly records = new Map<string, Deployed>()
  /** What the edits of a file were made on. */
  readonly known: Files = new Map()
  /** Another image that edits of it were made on, the last one. */
  readonly edited: Files = new Map()
  readonly packed: Files = new Map()
  done: Step[] = []
  undone: Step[] = []
  /** A reloaded file may have left the marker with nothing in it: settling does not write the install. */
  mayBeMarked = false
  /** Files whose edits fit, or do not, as the program says it, where the rule leaves it open. */
  readonly told = new Map<string, boolean>()

  /** Replays by their last change, since what is before it never changes. */
  private readonly replays = new WeakMap<
    Change,
    (Replayed & { readonly base: Bytes | undefined; readonly first: Change })[]
  >()

  constructor(private readonly world: World) {
    this.install = new Map(Object.entries(world.files))
  }

  /** The image before all edits: the original of a deployed file. */
  base(file: string): Bytes | undefined {
    const now = this.install.get(file)
    const record = this.records.get(file)
    if (!record || (now && isSame(now, record.pristine ?? undefined))) return now
    const isOurs = !now || record.deployed.some(one => isSame(one, now))
    return isOurs ? (record.pristine ?? undefined) : now
  }

  /** Changes of a file that count: those since nothing was left of it. */
  changesOf(file: string): readonly Change[] {
    const all = this.allOf(file)
    return all.slice(all.findLastIndex(change => change.isLast) + 1)
  }

  private allOf(file: string): readonly Change[] {
    return this.done.flat().filter(change => change.file === file)
  }

  /** The result of a replay, kept: its node is read only. */
  private made(file: string, base: Bytes | undefined, changes: readonly Change[]): Replayed {
    const [first, last] = [changes[0], changes.at(-1)]
    if (!first || !last) return replay(file, base, changes)
    const kept = this.replays.get(last) ?? []
    const known = kept.find(one => one.base === base && one.first === first)
    if (known) return known
    const made = replay(file, base, changes)
    this.replays.set(last, [...kept, { ...made, base, first }])
    return made
  }

  fit(file: string): Fit {
    const changes = this.changesOf(file)
    if (changes.length === 0) return 'fits'
    const base = this.base(file)
    const { result } = this.made(file, base, changes)
    const mixed = result === 'fits' ? this.mixed(file, base, changes) : 'no'
    if (mixed === 'yes' || (result === 'misfit' && !this.isOpen(file, changes))) return 'conflict'
    if (mixed === 'no' && result === 'fits' && (!this.isOpen(file, changes) || isSame(base, this.known.get(file))))
      return 'fits'
    return this.told.get(file) === undefined ? 'unknown' : this.told.get(file) ? 'fits' : 'conflict'
  }

  /** Whether both sides changed one number of a file that was never deployed and was not edited since. */
  private mixed(file: string, base: Bytes | undefined, changes: readonly Change[]): 'yes' | 'no' | 'unknown' {
    const known = this.known.get(file)
    const isAsked = base && known && !this.records.has(file) && !isSame(base, known)
    if (!isAsked || isSame(base, this.edited.get(file))) return 'no'
    const made = this.made(file, base, changes)
    if (made.result !== 'fits' || !made.node) return 'no'
    const [original, external, shown] = [readFile(file, known), readFile(file, base), made.node].map(node =>
      leavesOf(file, node),
    )
    return mixture(this.world, original ?? [], external ?? [], shown ?? [])
  }

  /**
   * Whether the rule leaves open if the edits fit another image: the result of the program is accepted, and compared
   * after each operation.
   */
  isOpen(file: string, changes = this.changesOf(file)): boolean {
    return (
      changes.some(change => change.isCut === true || ('splices' in change && isJoined(change.splices))) ||
      this.isNothing(file, changes) ||
      this.mixed(file, this.base(file), changes) === 'unknown'
    )
  }

  /** Whether the program may call the edits of a file unfitting before it was read. */
  mayConflict(file: string): boolean {
    return this.isOpen(file) && !isSame(this.base(file), this.known.get(file))
  }

  /** Edits that were made on another program's version do not fit the original, which is there again or was deleted. */
  mayBeUnlisted(file: string): boolean {
    const now = this.install.get(file)
    return !now || isSame(now, this.known.get(file)) || isSame(now, this.base(file))
  }

  /** Whether the rules decide the state of the file. */
  isTold(file: string): boolean {
    const changes = this.changesOf(file)
    return (
      this.isConflict(file) ||
      this.isNothing(file, changes) ||
      this.made(file, this.base(file), changes).result === 'fits'
    )
  }

  /** Whether the edits take each other back. */
  private isNothing(file: string, changes: readonly Change[]): boolean {
    const known = this.known.get(file)
    const made = this.made(file, known, changes)
    return changes.length > 0 && made.result === 'fits' && isSame(made.node && write(made.node), known)
  }

  isConflict(file: string): boolean {
    return this.fit(file) === 'conflict'
  }

  /** The file as it is now; undefined where it is not there. */
  node(file: string): Node | undefined {
    const base = this.base(file)
    const made = this.isConflict(file) ? undefined : replay(file, base, this.changesOf(file))
    return made?.result === 'fits' ? made.node : base && readFile(file, base)
  }

  bytes(file: string): Bytes | undefined {
    const node = this.node(file)
    return node && write(node)
  }

  /** Result of the edits on their original, whatever the install has. */
  ours(file: string): Bytes | undefined {
    const record = this.records.get(file)
    const original = record ? (record.pristine ?? undefined) : this.known.get(file)
    for (const base of [original, this.edited.get(file)]) {
      const made = this.made(file, base, this.changesOf(file))
      if (made.result === 'fits') return made.node && write(made.node)
    }
    return undefined
  }

  /** Nothing is left of a file that was deployed from here and was none before. */
  isTakenBack(file: string): boolean {
    return (
      this.records.get(file)?.pristine === null && this.made(file, undefined, this.changesOf(file)).result === 'fits'
    )
  }

  get names(): readonly string[] {
    return [
      ...new Set([...this.install.keys(), ...this.records.keys(), ...this.done.flat().map(change => change.file)]),
    ].sort()
  }

  get files(): readonly string[] {
    return this.names.filter(file => this.node(file) !== undefined)
  }

  /** `isBack`: it takes the whole file back, however the program cut what was done to it. */
  commit(step: Step, isBack = false): void {
    const files = [...new Set(step.map(({ file }) => file))]
    for (const file of files) {
      if (this.changesOf(file).length === 0 && !this.records.has(file)) this.editAnew(file)
      else this.editOn(file)
    }
    this.done.push(step)
    const cleared = new Set(files.filter(file => this.isCleared(file, isBack)))
    const isLast = ({ file }: Change, i: number): boolean =>
      cleared.has(file) && step.findLastIndex(one => one.file === file) === i
    this.done[this.done.length - 1] = step.map((change, i) =>
      isLast(change, i) ? { ...change, isLast: true } : change,
    )
    this.undone = []
  }

  /** Nothing is left of what was done to the file: its edits are made on what is there now. */
  private editAnew(file: string): void {
    const [base, known] = [this.base(file), this.known.get(file)]
    if (!base || isSame(base, known)) return
    if (known) this.edited.set(file, known)
    this.known.set(file, base)
  }

  private editOn(file: string): void {
    const [base, known] = [this.base(file), this.known.get(file)]
    if (!base || isSame(base, known)) return
    ;(known ? this.edited : this.known).set(file, base)
  }

  private isCleared(file: string, isBack: boolean): boolean {
    const base = this.base(file)
    const original = base && readFile(file, base)
    const isSure = isBack || !isArchive(original) || !this.changesOf(file).some(change => change.isCut)
    return isSure && isSameNode(this.node(file), original)
  }

  undo(): void {
    const step = this.done.at(-1)
    if (!step) return
    if (!step.some(change => change.isLast)) for (const { file } of step) this.editOn(file)
    this.done.pop()
    this.undone.push(step)
  }

  redo(): void {
    const step = this.undone.pop()
    if (!step) return
    for (const { file } of step) this.editOn(file)
    this.done.push(step)
  }

  /** Whether the next step to be redone fits. */
  redoFits(): boolean {
    const step = this.undone.at(-1) ?? []
    return [...new Set(step.map(change => change.file))].every(
      file =>
        this.made(file, this.base(file), [...this.changesOf(file), ...step.filter(change => change.file === file)])
          .result === 'fits',
    )
  }

  /** `aside`: files that stay as they were packed. */
  pack(aside: readonly string[] = []): void {
    for (const file of new Set([...this.names, ...this.packed.keys()])) {
      if (this.isConflict(file) || aside.includes(file)) continue
      const [base, bytes] = [this.base(file), this.bytes(file)]
      if (bytes && !isSame(bytes, base)) this.packed.set(file, bytes)
      else this.packed.delete(file)
      if (base && this.known.has(file) && !this.records.has(file)) this.known.set(file, base)
    }
  }

  /** Whether the install's file is neither what the edits were made on nor one that was deployed. */
  isForeign(file: string): boolean {
    const now = this.install.get(file)
    const [known, record] = [this.known.get(file), this.records.get(file)]
    if (!now) return false
    if (!known && !record) return this.isConflict(file)
    return ![known, record?.pristine, ...(record?.deployed ?? [])].some(one => one && isSame(one, now))
  }

  /** Files that another program changed, for which nothing was answered. */
  get outside(): readonly string[] {
    return this.names.filter(file => this.isConflict(file) || (this.isForeign(file) && this.isOurs(file)))
  }

  private isOurs(file: string): boolean {
    return this.records.has(file) || (this.known.has(file) && !isSame(this.bytes(file), this.base(file)))
  }

  /** Files that deploy is about, with what each becomes; undefined: taken away. */
  get plan(): ReadonlyMap<string, Bytes | undefined> {
    const plan: [string, Bytes | undefined][] = []
    for (const file of this.names) {
      const record = this.records.get(file)
      if (!this.packed.has(file) && !record && !this.isConflict(file)) continue
      plan.push([file, this.packed.get(file) ?? record?.pristine ?? undefined])
    }
    return new Map(plan.filter(([file, to]) => !isSame(to, this.install.get(file))))
  }

  /** Deploy wrote these files; what was noted of those that were `left` stays. */
  deployed(written: ReadonlyMap<string, Bytes | undefined>, left: readonly string[] = []): void {
    for (const [file, bytes] of this.packed) {
      if (left.includes(file)) continue
      const record = this.records.get(file)
      const original = record ? record.pristine : (this.known.get(file) ?? this.install.get(file) ?? null)
      this.records.set(file, { pristine: original, deployed: [...(record?.deployed ?? []), bytes] })
    }
    for (const [file, bytes] of written) this.put(file, bytes)
    for (const file of [...this.records.keys()])
      if (!this.packed.has(file) && !left.includes(file)) this.records.delete(file)
    this.mayBeMarked = false
  }

  put(file: string, bytes: Bytes | undefined): void {
    if (bytes) this.install.set(file, bytes)
    else this.install.delete(file)
    this.told.delete(file)
  }

  restored(): void {
    for (const [file, { pristine }] of this.records) this.put(file, pristine ?? undefined)
    this.records.clear()
    this.mayBeMarked = false
  }

  /** A deployed file is the other program's from now on. */
  leave(file: string): void {
    this.records.delete(file)
    this.mayBeMarked = true
  }

  /** Whether the edits fit another image. */
  fitsOn(file: string, base: Bytes | undefined): boolean {
    return this.made(file, base, this.changesOf(file)).result === 'fits'
  }

  /**
   * This (default: another program's file) is the original from now on, and all that was done to it here is one step: none, where
   * nothing is left of a file that was added, for no step deletes an original.
   */
  rebase(file: string, theirs = this.install.get(file)): void {
    const ours = this.ours(file)
    const strip = (steps: readonly Step[]): Step[] => steps.map(step => step.filter(change => change.file !== file))
    this.done = strip(this.done)
    this.undone = strip(this.undone)
    this.packed.delete(file)
    this.told.delete(file)
    if (theirs) this.known.set(file, theirs)
    else this.known.delete(file)
    const step = ours ? changesBetween(file, theirs, ours) : []
    if (step.length > 0) this.commit(step)
  }
}
