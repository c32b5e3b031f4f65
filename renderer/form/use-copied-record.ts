import { ClipboardPaste, Copy } from '@lucide/vue'
import { shallowRef, type Ref } from 'vue'
import { recordName, toJson, type Node } from '@areal-studio/core/layout'
import type { MenuItem, MenuItems } from '../ui/menu'
import { useFieldWords } from '../state/field-names'
import type { useOpenEntry } from '../state/open-entry'
import { useSelection } from '../state/selection.store'
import { useText } from '../state/settings.store'
import { windowAtWork } from '../state/windows'
import { useWorkspace } from '../state/workspace.store'
import { formSections, type SectionId } from './form-model'
import { copyRecord, pasteRecord, type CopiedRecord } from './record-clipboard'

interface Copied {
  readonly record: CopiedRecord
  /** What it is called: `Material 637`. */
  readonly title: string
  /** Its fields by the section in which the form shows them. */
  readonly parts: ReadonlyMap<SectionId, ReadonlySet<string>>
}

/** One record kept to be put onto others, whole or in part, of this entry or of another; and the menu for it. */
export function useCopiedRecord(
  entry: ReturnType<typeof useOpenEntry>,
  records: Readonly<Ref<readonly Node[]>>,
): { readonly menu: MenuItems } {
  const workspace = useWorkspace()
  const selection = useSelection()
  const text = useText()
  const words = useFieldWords()
  const copied = shallowRef<Copied>()

  function copy(node: Node): void {
    const record = copyRecord(node)
    if (!record) return
    const shown = formSections(node).filter(({ id }) => id !== 'rest')
    const parts = shown.map(
      ({ id, lines }) => [id, new Set(lines.map(line => line.name.split('/', 1)[0] ?? ''))] as const,
    )
    void windowAtWork().navigator.clipboard.writeText(toJson(node)).catch(workspace.refuse)
    copied.value = { record, title: words.record(node), parts: new Map(shown.length > 1 ? parts : []) }
  }

  /** Properties of the copied record onto every selected one, as one step. */
  async function paste({ record }: Copied, only?: ReadonlySet<string>): Promise<void> {
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

  const menu = (): MenuItem[] => {
    const [only] = records.value
    const kept = copied.value
    const disabled = !kept || records.value.length === 0 || !entry.canEdit.value
    return [
      {
        id: 'form.copy-record',
        label: text.say('ui.form.copy-record'),
        icon: Copy,
        disabled: records.value.length !== 1,
        run: () => {
          if (only) copy(only)
        },
      },
      '-',
      {
        id: 'form.paste-record',
        label: kept ? text.say('ui.form.paste-all', { record: kept.title }) : text.say('ui.form.paste-record'),
        icon: ClipboardPaste,
        disabled,
        run: () => {
          if (kept) void paste(kept)
        },
      },
      ...(kept
        ? [...kept.parts].map(
            ([id, fields]): MenuItem => ({
              id: `form.paste-${id}`,
              label: text.say('ui.form.paste-part', { part: text.say(`ui.form.section.${id}`), record: kept.title }),
              disabled,
              run: () => void paste(kept, fields),
            }),
          )
        : []),
    ]
  }
  return { menu }
}
