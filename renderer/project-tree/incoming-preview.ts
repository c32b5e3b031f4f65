import type { EntryPath } from '@areal-studio/core/edit'
import type { Parameter, ParameterValues, Words } from '@areal-studio/core/format'
import type {
  IncomingBatch,
  IncomingChanges,
  IncomingFile,
  IncomingReport,
  StudioApi,
  TreeItem,
} from '@areal-studio/core/studio'
import type { WantedOperation } from '../commands/shell.store'
import { formatOf, loadedFormats } from '../state/families'
import { useWorkspace } from '../state/workspace.store'
import { rowsFor } from './match-files'
import type { ReadFile } from './read-files'

/** The preview of a file that would replace an entry, or of an operation on an entry. */
export interface Incoming {
  readonly item: Pick<TreeItem, 'path' | 'name'>
  /** Name of the file. */
  readonly file?: string
  readonly operation?: PreviewedOperation
  readonly report: IncomingReport
  readonly isAnew: boolean
  /** Something that it was computed from has changed since: it cannot be taken, only computed again. */
  readonly isStale?: boolean
  /** Rows of the archive stay packed as the file has them. */
  readonly keepBytes: boolean
  /** Makes it a step; refused where that would not be what was shown. */
  take(studio: StudioApi): Promise<IncomingReport>
  /** What it would change by now; undefined where that is refused. */
  again(way: PreviewWay): Promise<Incoming | undefined>
}

/** An operation in a preview. */
export interface PreviewedOperation {
  readonly id: string
  readonly parameters: readonly Parameter[]
  readonly values: ParameterValues
  readonly counts: Readonly<Record<string, number>>
  /** Paths of the records that it changes or makes, as they are after it. */
  readonly records: readonly string[]
}

/** How a preview is repeated. */
export interface PreviewWay {
  /** Values of an operation's parameters. */
  readonly values?: ParameterValues
  readonly isAnew?: boolean
  readonly keepBytes?: boolean
}

/** One of several files: the name of its entry, and what it would change there or the error. */
export interface BatchLine {
  readonly file: string
  /** '' where it is for none. */
  readonly entry: EntryPath
  readonly report: IncomingChanges | null
  readonly refusal: Words | null
}
export interface Batch {
  /** Of the preview, as the studio names it. */
  readonly plan: string
  readonly lines: readonly BatchLine[]
  /** Number of files that would change something. */
  readonly changing: number
  /** Number of files equal to their entries, which are not listed. */
  readonly same: number
  /** The preview has changed since it was first shown. */
  readonly isAnew: boolean
  /** Rows of its archives stay packed as the files have them. */
  readonly keepBytes: boolean
  /** Takes them over, as one step; refused where that would not be what was shown. */
  take(studio: StudioApi): Promise<IncomingBatch>
  /** The preview for the present state; undefined where that is refused. */
  again(way: PreviewWay): Promise<Batch | undefined>
}

/** Whether rows were packed by another program: their content is taken, or their bytes are kept. */
export const isRepackable = (keepBytes: boolean, reports: readonly (IncomingChanges | null)[]): boolean =>
  keepBytes || reports.some(report => report?.isRepacked === true)

const isChanging = ({ report }: Pick<BatchLine, 'report'>): boolean => (report?.entries.length ?? 0) > 0

/** Code of the sentence for an archive that is replaced as a whole. */
export const wholeText = (keepBytes: boolean): string => (keepBytes ? 'ui.incoming.whole-kept' : 'ui.incoming.whole')

/** Dry runs of what changes one entry: the import of a file, an operation. */
export function useEntryPreviews() {
  const workspace = useWorkspace()

  async function previewOf(
    item: Incoming['item'],
    file: string,
    bytes: Uint8Array,
    { isAnew = false, keepBytes = false }: PreviewWay = {},
  ): Promise<Incoming | undefined> {
    const report = await workspace.attempt(() =>
      workspace.studio.incoming(item.path, bytes, { file, dryRun: true, keepBytes }),
    )
    return (
      report && {
        item,
        file,
        report,
        isAnew,
        keepBytes,
        take: studio => studio.incoming(item.path, bytes, { file, dryRun: false, keepBytes, expect: report.plan }),
        again: way => previewOf(item, file, bytes, way),
      }
    )
  }

  async function previewOperation(
    wanted: WantedOperation,
    { isAnew = false, values }: PreviewWay = {},
  ): Promise<Incoming | undefined> {
    const { item, operation, records } = wanted
    const given = { records, ...(values && { parameters: values }) }
    const report = await workspace.attempt(() =>
      workspace.studio.operate(item.path, operation, { ...given, dryRun: true }),
    )
    if (!report) return undefined
    const { parameters: computed, plan, read, counts, records: made } = report
    const parameters = formatOf(wanted.format)?.operations?.find(({ id }) => id === operation)?.parameters ?? []
    return {
      item,
      operation: { id: operation, parameters, values: computed, counts, records: made },
      report,
      isAnew,
      keepBytes: false,
      take: studio =>
        studio.operate(item.path, operation, { ...given, parameters: computed, dryRun: false, expect: plan, read }),
      again: way => previewOperation(wanted, { values: computed, ...way }),
    }
  }

  return { previewOf, previewOperation }
}

/** Dry runs of an import of several files by their names, and of a folder that was extracted. */
export function useBatchPreviews() {
  const workspace = useWorkspace()

  async function previewAll(
    rows: readonly TreeItem[],
    files: readonly ReadFile[],
    { isAnew = false, keepBytes = false }: PreviewWay = {},
  ): Promise<Batch | undefined> {
    const matched = files.map(({ name, bytes }) => ({ name, bytes, found: rowsFor(name, rows, loadedFormats()) }))
    const wanted = matched.flatMap(({ name, bytes, found: [item, ...more] }): IncomingFile[] =>
      item && more.length === 0 ? [{ entry: item.path, file: name, bytes }] : [],
    )
    const told =
      wanted.length === 0
        ? { files: [], plan: '' }
        : await workspace.attempt(() => workspace.studio.incomingAll(wanted, { dryRun: true, keepBytes }))
    if (!told) return undefined
    const lines = matched.map(({ name, found }): BatchLine => {
      const [item] = found
      if (!item || found.length > 1)
        return {
          file: name,
          entry: '',
          report: null,
          refusal: { code: item ? 'ui.batch.many' : 'ui.batch.none', params: { n: found.length } },
        }
      const one = told.files.find(({ file, entry }) => file === name && entry === item.path)
      return { file: name, entry: item.path, report: one?.report ?? null, refusal: one?.refusal ?? null }
    })
    const changing = new Set(lines.filter(isChanging).map(line => line.file))
    const taken = wanted.filter(({ file }) => changing.has(file))
    return {
      plan: told.plan,
      lines,
      changing: taken.length,
      same: 0,
      isAnew,
      keepBytes,
      take: studio => studio.incomingAll(taken, { dryRun: false, keepBytes, expect: told.plan }),
      again: way => previewAll(rows, files, way),
    }
  }

  async function previewFolder(
    below: EntryPath,
    folder: string,
    { isAnew = false, keepBytes = false }: PreviewWay = {},
  ): Promise<Batch | undefined> {
    const told = await workspace.attempt(() =>
      workspace.studio.incomingFolder(below, folder, { dryRun: true, keepBytes }),
    )
    if (!told) return undefined
    return {
      plan: told.plan,
      isAnew,
      keepBytes,
      lines: told.files,
      changing: told.files.filter(isChanging).length,
      same: told.same,
      take: studio => studio.incomingFolder(below, folder, { dryRun: false, keepBytes, expect: told.plan }),
      again: way => previewFolder(below, folder, way),
    }
  }

  return { previewAll, previewFolder }
}
