import { ClipboardPaste, Copy, CopyPlus } from '@lucide/vue'
import type { Ref } from 'vue'
import { recordName, toJson, type Node } from '@areal-studio/core/layout'
import { withKey } from '../commands/commands'
import { usePaneCommands } from '../commands/pane-commands'
import type { MenuItem, MenuItems } from '../ui/menu'
import { copyRecord, pasteRecord, placeOfNew, type RecordPlace } from '../value/copied-record'
import { copiedRecords, insertCopied } from '../state/copied-records'
import { useFieldWords } from '../state/field-names'
import type { useOpenEntry } from '../state/open-entry'
import { useSelection } from '../state/selection.store'
import { useText } from '../state/settings.store'
import { windowAtWork } from '../state/windows'
import { useWorkspace } from '../state/workspace.store'
import { formSections, type SectionId } from './form-model'

/** Menu and keys of the copied record: paste it over other records, whole or in part, or insert it between them. */
export function useCopiedRecord(
  entry: ReturnType<typeof useOpenEntry>,
  records: Readonly<Ref<readonly Node[]>>,
): { readonly menu: MenuItems } {
  const workspace = useWorkspace()
  const selection = useSelection()
  const text = useText()
  const words = useFieldWords()

  function copy(): void {
    const [node] = records.value
    const record = node && copyRecord(node)
    if (!record || records.value.length !== 1) return
    const json = toJson(node)
    void windowAtWork().navigator.clipboard.writeText(json).catch(workspace.refuse)
    copiedRecords.value = { records: [record], title: words.record(node), text: json }
  }

  /** Properties of the copied record onto every selected one, as one step. */
  async function paste(only?: ReadonlySet<string>): Promise<void> {
    const record = copiedRecords.value?.records[0]
    if (!record) return
    const whole = entry.document.value
    const [first] = records.value
    const name = first && recordName(first.layout)
    if (!whole || selection.entry === null || name === undefined) return
    if (name !== record.struct)
      return workspace.notify({ code: 'notice.paste-other', params: { from: record.struct, to: name } }, 'warning')
    const { targets, skipped } = pasteRecord(
      whole,
      record,
      records.value.map(each => each.path),
      only,
    )
    const title = entry.replica.value?.image.info.name ?? ''
    const isDone =
      targets.length > 0 &&
      (await workspace.assignAll(selection.entry, targets, {
        code: 'label.record-pasted',
        params: { name: title, n: records.value.length },
      }))
    if (skipped.length > 0 && (isDone || targets.length === 0))
      workspace.notify({ code: 'notice.paste-skipped', params: { fields: skipped.join(', ') } }, 'info')
  }

  /** Where copied records become new ones: in the array of the selected ones. */
  function newPlace(): RecordPlace | undefined {
    const [copied, last] = [copiedRecords.value?.records[0], records.value.at(-1)]
    const whole = entry.document.value
    return copied && last && whole ? placeOfNew(whole, last.path, copied.struct) : undefined
  }
  async function pasteAsNew(): Promise<void> {
    const [kept, place] = [copiedRecords.value, newPlace()]
    if (kept && place && selection.entry !== null) await insertCopied(selection.entry, place, kept.records)
  }

  const canCopy = (): boolean => records.value.length === 1
  const canPaste = (): boolean =>
    copiedRecords.value?.records.length === 1 && records.value.length > 0 && entry.canEdit.value
  const canPasteAsNew = (): boolean => entry.canEdit.value && newPlace() !== undefined
  usePaneCommands({
    'form.copy-record': { isEnabled: canCopy, run: copy },
    'form.paste-record': { isEnabled: canPaste, run: () => void paste() },
    'form.paste-new': { isEnabled: canPasteAsNew, run: () => void pasteAsNew() },
  })
  const actions = { copy, paste, pasteAsNew: () => void pasteAsNew(), canCopy, canPaste, canPasteAsNew }
  return { menu: () => recordMenu(text, records.value[0], actions) }
}

interface Actions {
  copy(): void
  /** All properties of the copied record, or only these, onto the selected ones. */
  paste(only?: ReadonlySet<string>): Promise<void>
  pasteAsNew(): void
  canCopy(): boolean
  canPaste(): boolean
  canPasteAsNew(): boolean
}

/** Fields of a record by the section in which the form shows them; none where there is only one. */
function partsOf(node: Node | undefined): readonly (readonly [SectionId, ReadonlySet<string>])[] {
  const shown = node ? formSections(node).filter(({ id }) => id !== 'rest') : []
  const parts = shown.map(
    ({ id, lines }) => [id, new Set(lines.map(line => line.name.split('/', 1)[0] ?? ''))] as const,
  )
  return parts.length > 1 ? parts : []
}

function recordMenu(text: ReturnType<typeof useText>, selected: Node | undefined, actions: Actions): MenuItem[] {
  const { copy, paste, pasteAsNew } = actions
  const kept = copiedRecords.value
  const [record, disabled] = [kept?.title ?? '', !actions.canPaste()]
  return [
    {
      id: 'form.copy-record',
      label: text.say('ui.form.copy-record'),
      icon: Copy,
      disabled: !actions.canCopy(),
      ...withKey('form.copy-record'),
      run: copy,
    },
    '-',
    {
      id: 'form.paste-record',
      label: kept ? text.say('ui.form.paste-all', { record }) : text.say('ui.form.paste-record'),
      icon: ClipboardPaste,
      disabled,
      ...withKey('form.paste-record'),
      run: () => void paste(),
    },
    ...(kept ? partsOf(selected) : []).map(
      ([id, fields]): MenuItem => ({
        id: `form.paste-${id}`,
        label: text.say('ui.form.paste-part', { part: text.say(`ui.form.section.${id}`), record }),
        disabled,
        run: () => void paste(fields),
      }),
    ),
    {
      id: 'form.paste-new',
      label: text.say('ui.table.paste-new', { n: kept?.records.length ?? 1 }),
      icon: CopyPlus,
      disabled: !actions.canPasteAsNew(),
      ...withKey('form.paste-new'),
      run: pasteAsNew,
    },
  ]
}
