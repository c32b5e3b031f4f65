import {
  Bookmark,
  ClipboardPaste,
  Copy,
  CornerDownRight,
  Diff,
  PaintBucket,
  Search,
  TextCursorInput,
  Trash2,
} from '@lucide/vue'
import type { Params } from '@areal-studio/core/format'
import { withKey } from '../commands/commands'
import { keyLabel } from '../commands/keys'
import type { MenuItem } from '../ui/menu'
import { BYTE_TEXTS, type ByteText } from './byte-text'
import type { OwnerRow } from './owner'
import type { CompareWith } from './use-compare'

export interface MenuOptions {
  readonly say: (key: string, params?: Params) => string
  /** Rows of the archive that hold the byte at the caret. */
  readonly owners: readonly OwnerRow[]
  readonly open: (row: OwnerRow) => void
  readonly isInserting: boolean
  readonly copy: (as: ByteText) => void
  readonly paste: () => void
  readonly fill: () => void
  readonly find: () => void
  readonly mark: () => void
  readonly toggleInsert: () => void
  readonly remove: () => void
}

/** The ways to copy the chosen bytes. */
export const copyMenu = ({ say, copy }: MenuOptions): MenuItem[] =>
  BYTE_TEXTS.map(as => ({ id: `hex.copy-${as}`, label: say(`ui.hex.as.${as}`), icon: Copy, run: () => copy(as) }))

/** What can be done with the chosen bytes. */
export function hexMenu(options: MenuOptions): MenuItem[] {
  const { say } = options
  const owners = options.owners.map(
    (row): MenuItem => ({
      id: `hex.open-row-${row.row}`,
      label: say('ui.hex.owner.open', { name: row.name }),
      icon: CornerDownRight,
      run: () => options.open(row),
    }),
  )
  return [
    ...owners,
    ...(owners.length > 0 ? (['-'] as const) : []),
    { id: 'hex.find', label: say('ui.hex.find'), icon: Search, ...withKey('hex.find'), run: options.find },
    { id: 'hex.mark', label: say('ui.hex.mark-bytes'), icon: Bookmark, ...withKey('hex.bookmark'), run: options.mark },
    '-',
    {
      id: 'hex.copy',
      label: say('ui.hex.copy-as'),
      icon: Copy,
      ...withKey('hex.copy-as'),
      children: copyMenu(options),
    },
    {
      id: 'hex.paste',
      label: say('ui.hex.paste-as'),
      icon: ClipboardPaste,
      ...withKey('hex.paste-as'),
      run: options.paste,
    },
    { id: 'hex.fill', label: say('ui.hex.fill'), icon: PaintBucket, run: options.fill },
    '-',
    {
      id: 'hex.insert',
      label: say('ui.hex.inserting'),
      icon: TextCursorInput,
      ...withKey('hex.insert-mode'),
      checked: options.isInserting,
      run: options.toggleInsert,
    },
    { id: 'hex.remove', label: say('ui.hex.remove'), icon: Trash2, keys: keyLabel('Delete'), run: options.remove },
  ]
}

interface CompareOptions {
  readonly say: (key: string) => string
  readonly target: CompareWith
  readonly choose: (target: CompareWith) => void
  readonly ask: () => void
}

/** What the bytes can be compared with. */
export const compareMenu = ({ say, target, choose, ask }: CompareOptions): MenuItem[] => [
  {
    id: 'hex.compare-none',
    label: say('ui.hex.compare.nothing'),
    checked: target === 'none',
    run: () => choose('none'),
  },
  {
    id: 'hex.compare-original',
    label: say('ui.hex.compare.original'),
    icon: Diff,
    checked: target === 'original',
    run: () => choose('original'),
  },
  {
    id: 'hex.compare-entry',
    label: say('ui.hex.compare.entry'),
    icon: Diff,
    checked: typeof target === 'object',
    run: ask,
  },
]
