import type { EntryPath } from '../../edit'
import { parsePath, type Format } from '../../format'
import type { Bytes, CodePage } from '../../layout'
import { descend, fileView, type Sources } from './draft'
import type { Install } from '../install/install'
import { States } from './states'
import type { View } from './view'

/** The present state, or that of the pristine install. */
export type Of = 'present' | 'pristine'
const UNTOUCHED = new States()

/** Opened files, present and pristine: cached until a file changes, and only while its pristine image is cached. */
export class Views {
  private readonly versions = new Map<string, number>()
  private readonly presentRoots = new WeakMap<Bytes, { version: number; view: View }>()
  private readonly pristineRoots = new WeakMap<Bytes, View>()

  constructor(
    private readonly install: Install,
    private readonly formats: readonly Format[],
    private readonly states: () => States,
  ) {}

  private readonly pageOf = (archive: EntryPath): CodePage | undefined =>
    this.install.codePages.get(archive.toLowerCase())

  bump(file: string): void {
    this.versions.set(file, this.version(file) + 1)
  }

  version(file: string): number {
    return this.versions.get(file) ?? 0
  }

  /** `seen` is called after each is read; throw to abort. */
  async sources(files: readonly string[], seen?: (file: string, count: number) => void): Promise<Sources> {
    let count = 0
    const found = await Promise.all(
      files.map(async file => {
        const bytes = (await this.install.pristine(file))?.bytes
        seen?.(file, count++)
        return [file, bytes] as const
      }),
    )
    return new Map(found)
  }

  async view(path: EntryPath, of: Of): Promise<View | undefined> {
    const { file, steps } = parsePath(path)
    const pristine = (await this.install.pristine(file))?.bytes
    return descend(this.root(file, pristine, of), steps)
  }

  /** Both states of an entry, from one read of the disk. */
  async sides(path: EntryPath): Promise<Readonly<Record<Of, View | undefined>>> {
    const { file, steps } = parsePath(path)
    const pristine = (await this.install.pristine(file))?.bytes
    return {
      present: descend(this.root(file, pristine, 'present'), steps),
      pristine: descend(this.root(file, pristine, 'pristine'), steps),
    }
  }

  private root(file: string, pristine: Bytes | undefined, of: Of): View | undefined {
    if (of === 'pristine') return pristine && this.pristineRoot(file, pristine)
    const version = this.version(file)
    const known = pristine && this.presentRoots.get(pristine)
    if (known?.version === version) return known.view
    const view = fileView(this.states(), this.formats, file, pristine, this.pageOf)
    if (view && pristine) this.presentRoots.set(pristine, { version, view })
    return view
  }

  private pristineRoot(file: string, pristine: Bytes): View | undefined {
    const known = this.pristineRoots.get(pristine)
    if (known) return known
    const view = fileView(UNTOUCHED, this.formats, file, pristine, this.pageOf)
    if (view) this.pristineRoots.set(pristine, view)
    return view
  }
}
