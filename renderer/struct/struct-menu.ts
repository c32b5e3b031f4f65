import { Binary, Braces, Copy, Pencil, RotateCcw } from '@lucide/vue'
import { withKey } from '../commands/commands'
import { recordOperationItems } from '../commands/operations'
import type { MenuItem } from '../ui/menu'
import type { StructRow } from './struct-rows'

interface MenuOptions {
  readonly say: (key: string) => string
  readonly canEdit: boolean
  readonly canRevert: boolean
  readonly edit: (row: StructRow) => void
  readonly revert: (row: StructRow) => void
  readonly copy: (what: string) => void
  readonly copyValue: (row: StructRow) => void
  readonly showBytes: (row: StructRow) => void
  readonly showText: (row: StructRow) => void
}

/** Menu of a line of the struct tree. */
export function structMenu(row: StructRow, options: MenuOptions): MenuItem[] {
  if (row.group) return []
  const { say } = options
  const operations = recordOperationItems()
  return [
    {
      id: 'struct.edit',
      label: say('ui.struct.edit'),
      icon: Pencil,
      ...withKey('struct.edit'),
      disabled: !options.canEdit,
      run: () => options.edit(row),
    },
    {
      id: 'struct.revert',
      label: say('ui.struct.revert'),
      icon: RotateCcw,
      ...withKey('struct.revert'),
      disabled: !options.canRevert,
      run: () => options.revert(row),
    },
    '-',
    ...(operations.length > 0 ? ([...operations, '-'] as const) : []),
    {
      id: 'struct.copy-path',
      label: say('ui.struct.copy-path'),
      icon: Copy,
      ...withKey('struct.copy-path'),
      run: () => options.copy(row.node.path),
    },
    {
      id: 'struct.copy-value',
      label: say('ui.struct.copy-value'),
      icon: Copy,
      ...withKey('struct.copy'),
      run: () => options.copyValue(row),
    },
    '-',
    { id: 'struct.show-hex', label: say('ui.struct.show-hex'), icon: Binary, run: () => options.showBytes(row) },
    { id: 'struct.show-json', label: say('ui.struct.show-json'), icon: Braces, run: () => options.showText(row) },
  ]
}
