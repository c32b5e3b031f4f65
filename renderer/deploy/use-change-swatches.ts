import { shallowRef, watch } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import { document, type Document } from '@areal-studio/core/layout'
import type { EntryChange, FieldChange, FileChange } from '@areal-studio/core/studio'
import { isPartial } from '../state/replica'
import { useWorkspace } from '../state/workspace.store'
import { changeSwatch, type ChangeSwatch } from './change-swatch'

/** Entries that are read for the sake of swatches. */
const ENTRIES = 30

interface Sides {
  readonly before: Document | undefined
  readonly after: Document | undefined
}

/** The swatches of changed fields, once their entries are loaded. */
export function useChangeSwatches(
  files: () => readonly Pick<FileChange, 'entries'>[],
): (entry: EntryChange, field: FieldChange) => ChangeSwatch | undefined {
  const workspace = useWorkspace()
  const sides = shallowRef<ReadonlyMap<EntryPath, Sides>>(new Map())
  let turn = 0

  async function readAll(): Promise<void> {
    const mine = ++turn
    const found = new Map<EntryPath, Sides>()
    const edited = files().flatMap(file => file.entries.filter(one => one.state === 'edited' && one.fields.length > 0))
    for (const { entry } of edited.slice(0, ENTRIES)) {
      const read = await workspace.attempt(() => sidesOf(entry))
      if (mine !== turn) return
      if (read) found.set(entry, read)
    }
    sides.value = found
  }

  async function sidesOf(entry: EntryPath): Promise<Sides | undefined> {
    const replica = await workspace.load(entry)
    const layout = replica.format?.layout?.(replica.image.info)
    if (!layout || isPartial(replica)) return undefined
    return { before: document(layout, await replica.pristine()), after: replica.document }
  }

  watch(files, () => void readAll(), { immediate: true })
  return ({ entry }, field) => {
    const found = sides.value.get(entry)
    return found && changeSwatch(field, found.before, found.after)
  }
}
