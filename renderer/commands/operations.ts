import type { Operation } from '@areal-studio/core/format'
import { usePanes } from '../state/panes.store'
import { useSelection } from '../state/selection.store'
import { useText } from '../state/settings.store'
import { useWorkspace } from '../state/workspace.store'
import type { Command } from './command'
import { useShell } from './shell.store'

/** An operation of an entry's format, and the records that it is for. */
interface OfferedOperation {
  readonly id: string
  readonly entry: string
  readonly name: string
  readonly records: readonly number[]
  readonly format: string | undefined
}

/** Operations on the selected entry, and on the selected records where all are of the array of the operation. */
function offeredOperations(): readonly OfferedOperation[] {
  const { entry, paths } = useSelection()
  const replica = entry === null ? undefined : useWorkspace().replica(entry)
  if (entry === null || !replica?.image.isEditable) return []
  const { name } = replica.image.info
  return (replica.format?.operations ?? []).flatMap(operation => {
    const records = recordsFor(operation, paths)
    return records ? [{ id: operation.id, entry, name, records, format: replica.image.format }] : []
  })
}

/** Records by selected paths and array: a window has dozens of commands, and a selection thousands of paths. */
const known = new WeakMap<readonly string[], Map<string, readonly number[] | undefined>>()

/** Numbers of the records at these paths; undefined where the operation is on records and not all are of its array. */
function recordsFor({ records: array }: Operation, paths: readonly string[]): readonly number[] | undefined {
  if (array === undefined) return []
  const found = known.get(paths) ?? new Map<string, readonly number[] | undefined>()
  known.set(paths, found)
  if (!found.has(array)) found.set(array, recordsAt(array, paths))
  return found.get(array)
}

function recordsAt(array: string, paths: readonly string[]): readonly number[] | undefined {
  const numbers = paths.map(path =>
    path.startsWith(`${array}/`) ? Number.parseInt(path.slice(array.length + 1), 10) : -1,
  )
  return numbers.length > 0 && numbers.every(record => record >= 0) ? [...new Set(numbers)] : undefined
}

/** Shows what an operation would change, in a dialog of the project tree. */
function ask({ id, entry, name, records, format }: OfferedOperation): void {
  usePanes().show('tree')
  useShell().operation = { operation: id, records, item: { path: entry, name }, format }
}

/** Operations on the selection as commands of the palette. */
export const operationCommands = (): readonly Command[] =>
  offeredOperations().map(offered => ({
    id: `operation.${offered.id}`,
    title: `ui.operation.${offered.id}`,
    menu: 'edit',
    isInMenu: false,
    run: () => ask(offered),
  }))

/** Operations on the selected records as items of a context menu. */
export const recordOperationItems = () => operationItems(({ records }) => records.length > 0)

/** Operations on the selected entry as a whole. */
export const entryOperationItems = () => operationItems(({ records }) => records.length === 0)

function operationItems(isOffered: (operation: OfferedOperation) => boolean) {
  const text = useText()
  return offeredOperations()
    .filter(isOffered)
    .map(offered => ({
      id: `operation.${offered.id}`,
      label: text.say(`ui.operation.${offered.id}`),
      run: () => ask(offered),
    }))
}
