import { addEntry, difference, sameBytes, type Edit, type EntryPath } from '../../edit'
import { printPath, StudioError } from '../../format'
import type { Bytes } from '../../layout'
import {
  applyEdited,
  editedEntry,
  mergePatches,
  Original,
  withoutPatch,
  type EntryEdited,
  type Patch,
  type Side,
  type Work,
} from '../../patch'
import type { FieldConflict } from '../api/conflicts'
import { Canonical } from '../entries/canonical'
import { Draft } from '../entries/draft'
import { rowOf, sameAttributes, States, withoutRow } from '../entries/states'
import type { OpenArchive, View } from '../entries/view'
import { sideOf } from '../sharing/patch'
import type { Workspace } from '../entries/workspace'
import { looseSplices, type Edited } from './loose-bytes'

/** The versions of a file on both sides. */
export interface Versions {
  readonly file: string
  readonly original: Bytes
  /** The local edits on the original; added rows have the same numbers as in `deployed`. */
  readonly local: Draft
  /** The version deployed last, if there is one: the other program started from it. */
  readonly deployed: Draft | undefined
  readonly external: Bytes
}

/** Result of a merge. */
export interface MergedFile {
  /** Invalid while `open` is not empty. */
  readonly bytes: Bytes
  readonly conflicts: readonly FieldConflict[]
  readonly open: readonly FieldConflict[]
  /** Number of entries that the merge changes in the local version. */
  readonly changed: number
  /** False where the external file has other rows, or is no archive any more: one side is taken as a whole. */
  readonly isByField: boolean
}

/** Decides a conflict: the side that wins, or undefined to leave it open. */
export type Choose = (conflict: FieldConflict) => 'local' | 'external' | undefined
type Hash = (bytes: Bytes) => string
const NOTHING: Bytes = new Uint8Array(0)

/**
 * Merges the external changes into the local version, field by field. A field counts as changed externally where it
 * equals neither the original nor the deployed value; it is a conflict where the local version changed it differently.
 */
export function* mergeFile(workspace: Workspace, versions: Versions, choose: Choose): Work<MergedFile> {
  const external = externalDraft(workspace, versions)
  const merge = new FileMerge(workspace, versions, choose)
  return (external && (yield* merge.byField(external))) ?? new FileMerge(workspace, versions, choose).asWhole()
}

/** One conflict for the whole file, where it cannot be divided into fields. */
export function wholeConflict(
  hash: Hash,
  file: string,
  original: Bytes | undefined,
  local: Bytes | undefined,
  external: Bytes | undefined,
): FieldConflict {
  const text = (bytes: Bytes | undefined): string | null => (bytes ? hash(bytes).slice(0, 12) : null)
  return {
    entry: printPath({ file, steps: [] }),
    path: '',
    original: text(original),
    local: text(local),
    external: text(external),
  }
}

/** The external file as edits of rows; undefined where it has added or removed rows. */
function externalDraft(workspace: Workspace, { file, original, deployed, external }: Versions): Draft | undefined {
  const entry = printPath({ file, steps: [] })
  const pristine = new Draft(new States(), workspace.formats, new Map([[file, original]]))
  for (const base of deployed ? [deployed.copy(), pristine] : [pristine]) {
    const before = base.view(entry)
    if (!before) continue
    try {
      new Canonical(base, 0, () => 0).run({
        label: { code: 'label.edit', params: {} },
        edits: [{ entry, base: 0, splices: difference(before.payload(), external) }],
      })
    } catch (error) {
      if (error instanceof StudioError) continue
      throw error
    }
    const after = base.view(entry)
    if (after && (!before.archive || after.base === before.base)) return base
  }
  return undefined
}

/** An entry in all versions; undefined where it does not exist. */
interface Sides {
  readonly path: EntryPath
  readonly original: View | undefined
  readonly deployed: View | undefined
  readonly local: View | undefined
  readonly external: View
}

class FileMerge {
  private readonly conflicts: FieldConflict[] = []
  private readonly open: FieldConflict[] = []
  private readonly canonical: Canonical
  private readonly hash: Hash
  private changed = 0

  constructor(
    private readonly workspace: Workspace,
    private readonly versions: Versions,
    private readonly choose: Choose,
  ) {
    this.canonical = new Canonical(versions.local.copy(), 0, archive => workspace.nextId(archive))
    this.hash = bytes => workspace.hash(bytes)
  }

  private get root(): EntryPath {
    return printPath({ file: this.versions.file, steps: [] })
  }

  private payload(draft: Draft): Bytes {
    return draft.need(this.root).payload()
  }

  /** Undefined where the choices for entries cannot be applied to the local version. */
  *byField(externalDraft: Draft): Work<MergedFile | undefined> {
    const { original, local, deployed } = this.versions
    const pristine = new Draft(new States(), this.workspace.formats, new Map([[this.versions.file, original]]))
    const { root } = this
    try {
      yield* this.entry({
        path: root,
        original: pristine.view(root),
        deployed: deployed?.view(root),
        local: local.view(root),
        external: externalDraft.need(root),
      })
      return this.result(this.payload(this.canonical.draft), true)
    } catch (error) {
      if (error instanceof StudioError) return undefined
      throw error
    }
  }

  asWhole(): MergedFile {
    const { original, local, external, file } = this.versions
    const ours = this.payload(local)
    if (sameBytes(ours, external)) return this.result(ours, false)
    const side = this.decide(wholeConflict(this.hash, file, original, ours, external))
    if (side === 'external') this.changed++
    return this.result(side === 'external' ? external : ours, false)
  }

  private result(bytes: Bytes, isByField: boolean): MergedFile {
    return { bytes, conflicts: this.conflicts, open: this.open, changed: this.changed, isByField }
  }

  private decide(conflict: FieldConflict): 'local' | 'external' | undefined {
    this.conflicts.push(conflict)
    const side = this.choose(conflict)
    if (side === undefined) this.open.push(conflict)
    return side
  }

  private *entry(sides: Sides): Work<void> {
    const { external, deployed } = sides
    const original = sides.original ?? deployed
    if (!original) return this.whole(sides) // a row that only the external version has
    if (isSame(external, original) || (deployed && isSame(external, deployed))) return
    const { local } = sides
    if (local && isSame(external, local)) return
    const isOpened = original.archive !== undefined && external.archive !== undefined && original.base === external.base
    if (!local || (isOpened && local.base !== original.base)) return this.whole(sides)
    if (!isOpened || !external.archive) return yield* this.fields(sides, original, local)
    yield* this.fields(sides, original, local, original.base)
    yield* this.rows(sides, external.archive)
  }

  private *rows({ original, deployed, local }: Sides, external: OpenArchive): Work<void> {
    for (const step of [...external.touched].sort(byNumber)) {
      const found = external.child(step)
      if (!found) continue
      yield
      yield* this.entry({
        path: found.path,
        original: original?.child(step),
        deployed: deployed?.child(step),
        local: local?.child(step),
        external: found,
      })
    }
  }

  /** `own`: bytes of an archive whose rows are merged one by one; here only its attributes are merged. */
  private *fields(sides: Sides, original: View, local: View, own?: Bytes): Work<void> {
    const side = (view: View): Side => (own ? { ...sideOf(view, own), layout: undefined } : sideOf(view))
    const before = side(original)
    const { hash } = this
    function* edited(view: View): Work<Edited> {
      const after = side(view)
      return { bytes: after.bytes, edited: yield* editedEntry(before, after, new Original(NOTHING), hash, true) }
    }
    const ours = yield* edited(local)
    const theirs = yield* edited(sides.external)
    const last = sides.deployed && (yield* edited(sides.deployed))
    const loose = looseSplices(
      before.bytes,
      { local: ours, external: theirs, ...(last && { deployed: last }) },
      this.hash,
      (a, b) => {
        const path = `0x${a.offset.toString(16)}`
        const [mine, other] = [a.made.slice(0, 12), b.made.slice(0, 12)]
        return this.decide({ entry: local.path, path, original: null, local: mine, external: other })
      },
    )
    const external = withoutPatch(withSplices(theirs.edited, loose?.external), last?.edited)
    if (!external) return
    const {
      patch: {
        entries: [merged],
      },
      open,
    } = mergePatches(
      patchOf(withSplices(ours.edited, loose?.local)),
      patchOf(external),
      ({ entry, path, old, a, b }) => {
        const choice = this.decide({ entry, path, original: old, local: a, external: b })
        return choice && (choice === 'local' ? 'a' : 'b')
      },
    )
    if (open + this.open.length > 0 || merged?.kind !== 'edited') return
    const result = applyEdited(before, merged, {
      original: NOTHING,
      hash: this.hash,
      isForced: () => false,
      isFieldsOnly: false,
    })
    if (result.misses.length > 0) return this.whole(sides)
    this.put(local, own ? undefined : result.bytes, result.attributes)
  }

  /** Writes the merged bytes and attributes to the local version; bytes undefined: they stay. */
  private put(local: View, bytes: Bytes | undefined, merged: Side['attributes']): void {
    const now = this.canonical.draft.need(local.path)
    const row = rowOf(now.attributes)
    const after = { ...withoutRow(merged), ...(row !== undefined && { row }) }
    const splices = bytes ? difference(now.payload(), bytes) : []
    const isAttributed = !sameAttributes(after, now.attributes)
    if (splices.length === 0 && !isAttributed) return
    const edit: Edit = {
      entry: local.path,
      base: 0,
      splices,
      ...(isAttributed && { attributes: { before: now.attributes, after } }),
    }
    this.canonical.perform(edit)
    this.changed++
  }

  /** Reports an entry as one conflict: removed or replaced on one side, or without a common layout. */
  private whole({ path, original, local, external }: Sides): void {
    const text = (view: View | undefined): string | null => (view ? this.hash(view.payload()).slice(0, 12) : null)
    if (
      this.decide({ entry: path, path: '', original: text(original), local: text(local), external: text(external) }) !==
      'external'
    )
      return
    if (local) return this.put(local, external.payload(), external.attributes)
    this.canonical.perform(addEntry(path, 0, external.attributes, external.payload()))
    this.changed++
  }
}

const isSame = (a: View, b: View): boolean =>
  sameBytes(a.payload(), b.payload()) && sameAttributes(withoutRow(a.attributes), withoutRow(b.attributes))
const byNumber = (a: string, b: string): number => Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0)
const patchOf = (entry: EntryEdited | undefined): Patch => ({
  family: '',
  title: '',
  files: [],
  entries: entry ? [entry] : [],
})

const withSplices = (entry: EntryEdited | undefined, splices?: EntryEdited['splices']): EntryEdited | undefined =>
  entry && splices ? { ...entry, splices } : entry
