import type { EntryPath, Packed } from '../../edit'
import { parsePath, type Format } from '../../format'
import type { Bytes } from '../../layout'
import { descend, fileView, type Sources } from './draft'
import { differing, marksOf, type Marks } from './digests'
import type { States } from './states'

const NONE: Marks = new Map()

/**
 * Which content differs from the pristine install, and which from the last pack. Undo back to the pack makes it clean
 * again.
 */
export class DirtyState {
  private atPack: ReadonlyMap<string, Marks> = new Map()
  private present = new Map<string, Marks>()

  constructor(
    private readonly formats: readonly Format[],
    private readonly hash: (bytes: Bytes) => string,
  ) {}

  marksOf(states: States, sources: Sources): Map<string, Marks> {
    return new Map(states.files().map(file => [file, this.marksOfFile(states, file, sources.get(file))]))
  }

  private marksOfFile(states: States, file: string, pristine: Bytes | undefined): Marks {
    const root = fileView(states, this.formats, file, pristine)
    return marksOf(states, file, this.hash, archive => {
      const view = descend(root, parsePath(archive).steps)
      return view?.archive?.archive.rows.map(row => String(row.id)) ?? []
    })
  }

  reset(atPack: ReadonlyMap<string, Marks>, present: ReadonlyMap<string, Marks>): void {
    this.atPack = atPack
    this.present = new Map(present)
  }

  update(states: States, file: string, pristine: Bytes | undefined): void {
    this.present.set(file, this.marksOfFile(states, file, pristine))
  }

  /** Whether exactly these digests differ now. */
  isAt(marks: ReadonlyMap<string, Marks>): boolean {
    const files = new Set([...this.present.keys(), ...marks.keys()])
    return [...files].every(file => differing(this.present.get(file) ?? NONE, marks.get(file) ?? NONE).length === 0)
  }

  /** Records that all is packed as it is now, except the files left aside. */
  packed({ aside = [] }: Pick<Packed, 'aside'>): void {
    const left = aside.flatMap(file => {
      const marks = this.atPack.get(file)
      return marks ? [[file, marks] as const] : []
    })
    const packed = [...this.present].filter(([file]) => !aside.includes(file))
    this.atPack = new Map([...packed, ...left])
  }

  /** Changed entries of a file, compared with the pristine image. */
  changedIn(file: string): readonly EntryPath[] {
    return [...(this.present.get(file) ?? NONE).keys()]
  }

  /** Entries of a file that differ from the last pack. */
  unpackedIn(file: string): readonly EntryPath[] {
    return differing(this.present.get(file) ?? NONE, this.atPack.get(file) ?? NONE)
  }

  get changedFiles(): readonly string[] {
    return [...this.present]
      .filter(([, marks]) => marks.size > 0)
      .map(([file]) => file)
      .sort()
  }

  get unpackedFiles(): readonly string[] {
    return [...new Set([...this.present.keys(), ...this.atPack.keys()])]
      .filter(file => this.unpackedIn(file).length > 0)
      .sort()
  }
}
