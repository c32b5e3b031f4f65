import {
  BookOpen, Boxes, FlaskConical, FolderOpen, HardDriveUpload, ListChecks, Package, Play, Redo2, RotateCcw, Search, Square, Undo2, Wrench,
} from '@lucide/vue'
import type { Component } from 'vue'
import { titleOf, type Command } from '../commands/command'
import { keyLabel } from '../commands/keys'
import type { MenuItem } from '../ui/menu'

/** Icons of commands, for menus, palette and toolbar alike. */
export const COMMAND_ICONS: Readonly<Record<string, Component>> = {
  'file.open': FolderOpen, 'file.open-sample': FlaskConical, 'file.pack': Package, 'file.start': Boxes,
  'edit.undo': Undo2, 'edit.redo': Redo2, 'build.check': ListChecks, 'build.pack': Package, 'build.plan': HardDriveUpload,
  'build.deploy': HardDriveUpload, 'build.restore': RotateCcw, 'build.run': Play, 'build.stop': Square, 'build.profile': Wrench,
  'help.palette': Search, 'help.go-to': Search, 'help.keys': BookOpen,
}

export const shownKey = (command: Command): string | undefined =>
  command.keys?.[0] === undefined ? undefined : keyLabel(command.keys[0])

/** Commands as lines of a menu, divided by section. */
export function menuOf(commands: readonly Command[], text: { say(key: string): string }): MenuItem[] {
  const sorted = [...commands].sort((a, b) => (a.section ?? 0) - (b.section ?? 0))
  return sorted.flatMap((command, i) => {
    const before = sorted[i - 1]
    const icon = COMMAND_ICONS[command.id]
    const keys = shownKey(command)
    const item: MenuItem = {
      id: command.id,
      label: titleOf(command, text),
      ...(icon && { icon }),
      ...(keys !== undefined && { keys }),
      ...(command.isEnabled && { disabled: !command.isEnabled() }),
      ...(command.isChecked && { checked: command.isChecked() }),
      run: command.run,
    }
    return before && (before.section ?? 0) !== (command.section ?? 0) ? ['-', item] : [item]
  })
}
