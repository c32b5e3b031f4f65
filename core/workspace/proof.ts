import { sameBytes, type EntryPath } from '../edit'
import { printPath, StudioError } from '../format'
import { document, LayoutError, read, write, type AnyLayout, type Bytes, type Node } from '../layout'
import type { Proof, ProofResult } from './api'
import { fileNames } from './project-tree'
import type { Session } from './session'
import type { OpenArchive, View } from './view'

type Verdict = Pick<Proof, 'result' | 'unknownBytes'>
const proved = new WeakMap<Bytes, { readonly attributes: string; readonly verdict: Verdict }>()

/** Round trip of every recognised file and entry through its declaration: read to values, written from values, compared. */
export async function prove(session: Session, entry?: EntryPath): Promise<readonly Proof[]> {
  const { workspace } = session
  if (entry !== undefined && entry !== '') {
    const proofs = proofsOf(await workspace.need(workspace.canonical(entry)))
    session.emit('proof', proofs)
    return proofs
  }
  const files = fileNames(workspace)
  return session.job('job.prove', files.length, async step => {
    const all: Proof[] = []
    for (const file of files) {
      await step()
      const proofs = await fileProofs(session, file)
      if (proofs.length > 0) session.emit('proof', proofs)
      all.push(...proofs)
    }
    return all
  })
}

async function fileProofs(session: Session, file: string): Promise<readonly Proof[]> {
  const path = printPath({ file, steps: [] })
  try {
    const view = await session.workspace.view(path)
    return view ? proofsOf(view) : []
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
    return [{ entry: path, result: 'unproved', unknownBytes: 0, totalBytes: 0 }]
  }
}

/** The entry first, then all that is in it. */
function proofsOf(view: View): readonly Proof[] {
  const { archive } = view
  const totalBytes = view.base.length
  if (!archive) return [{ entry: view.path, totalBytes, ...entryVerdict(view) }]
  const inside = archive.rows().map(row => proofsOf(row))
  return [{ entry: view.path, totalBytes, ...archiveVerdict(archive, inside.flatMap(([own]) => own ?? [])) }, ...inside.flat()]
}

function entryVerdict(view: View): Verdict {
  const layout = view.isReadable ? view.format?.layout?.(view.info) : undefined
  if (view.format?.archive) return { result: 'unproved', unknownBytes: 0 } // recognised as an archive, but it cannot be opened
  if (!layout) return { result: 'unknown', unknownBytes: view.base.length }
  const attributes = JSON.stringify(view.attributes)
  const known = proved.get(view.base)
  if (known?.attributes === attributes) return known.verdict
  const verdict = roundTrip(layout, view)
  proved.set(view.base, { attributes, verdict })
  return verdict
}

function roundTrip(layout: AnyLayout, view: View): Verdict {
  try {
    const written = write(layout, read(layout, view.base))
    const isSame = sameBytes(written.bytes, view.base)
      && Object.entries(written.attributes).every(([name, value]) => view.attributes[name] === value)
    if (!isSame) return { result: 'unproved', unknownBytes: 0 }
    const unknown = unknownBytesOf(document(layout, view.base).root)
    return { result: unknown > 0 ? 'opaque' : 'identical', unknownBytes: unknown }
  } catch (error) {
    if (error instanceof LayoutError) return { result: 'unproved', unknownBytes: 0 }
    throw error
  }
}

/** Bytes of a tree that nobody understands yet. */
function unknownBytesOf(node: Node): number {
  if (node.role === 'unknown') return node.size
  let sum = 0
  for (let i = 0; i < node.childCount; i++) sum += unknownBytesOf(node.child(i))
  return sum
}

/** An archive is as well proved as its weakest entry; gaps and entries without a declaration are opaque bytes of it. */
function archiveVerdict(archive: OpenArchive, rows: readonly Proof[]): Verdict {
  const gaps = archive.archive.regions.filter(region => region.kind === 'gap').reduce((sum, region) => sum + region.size, 0)
  const unknown = rows.reduce((sum, row) => sum + row.unknownBytes, gaps)
  const results = new Set<ProofResult>(rows.map(row => row.result))
  if (!packsToItself(archive) || results.has('unproved')) return { result: 'unproved', unknownBytes: unknown }
  return { result: unknown > 0 ? 'opaque' : 'identical', unknownBytes: unknown }
}

function packsToItself({ archive, codec, view }: OpenArchive): boolean {
  try {
    const rows = archive.rows.map((row, place) => ({ id: String(row.id), attributes: { ...row.attributes, row: place } }))
    return sameBytes(codec.pack(view.base, rows).bytes, view.base)
  } catch (error) {
    if (error instanceof StudioError) return false
    throw error
  }
}
