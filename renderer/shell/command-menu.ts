import { own } from '@areal-studio/core/layout'
import {
  BookOpen,
  Boxes,
  FlaskConical,
  FolderOpen,
  HardDriveUpload,
  ListChecks,
  Package,
  Play,
  Redo2,
  RotateCcw,
  Search,
  Square,
  Undo2,
  Wrench,
} from '@lucide/vue'
import type { Component } from 'vue'
import { titleOf, type Command } from '../commands/command'
import { keyLabel } from '../commands/keys'
import type { MenuItem } from '../ui/menu'

/** Icons of commands, for menus, palette and toolbar alike. */
export const COMMAND_ICONS: Readonly<Record<string, Component>> = {
  'file.open': FolderOpen,
  'file.open-sample': FlaskConical,
  'file.pack': Package,
  'file.start': Boxes,
  'edit.undo': Undo2,
  'edit.redo': Redo2,
  'build.check': ListChecks,
  'build.pack': Package,
  'build.plan': HardDriveUpload,
  'build.deploy': HardDriveUpload,
  'build.restore': RotateCcw,
  'build.run': Play,
  'build.stop': Square,
  'build.profile': Wrench,
  'help.palette': Search,
  'help.go-to': Search,
  'help.keys': BookOpen,
}

export const shownKey = (command: Command): string | undefined =>
  command.keys?.[0] === undefined ? undefined : keyLabel(command.keys[0])

interface Words {
  say(key: string): string
}

/** Commands as lines of a menu, divided by section; those of one submenu that follow each other are one line. */
export function menuOf(commands: readonly Command[], text: Words): MenuItem[] {
  const sorted = [...commands].sort((a, b) => (a.section ?? 0) - (b.section ?? 0))
  const items: MenuItem[] = []
  for (const [i, command] of sorted.entries()) {
    const before = sorted[i - 1]
    if (before && (before.section ?? 0) !== (command.section ?? 0)) items.push('-')
    const { submenu } = command
    if (!submenu) items.push(itemOf(command, text))
    else if (before?.submenu?.title === submenu.title) items.push(withChild(items.pop(), itemOf(command, text)))
    else items.push({ id: submenu.title, label: text.say(submenu.title), children: [itemOf(command, text)] })
  }
  return items
}

const withChild = (item: MenuItem | undefined, child: MenuItem): MenuItem =>
  typeof item === 'object' ? { ...item, children: [...(item.children ?? []), child] } : child

function itemOf(command: Command, text: Words): MenuItem {
  const icon = own(COMMAND_ICONS, command.id)
  const keys = shownKey(command)
  return {
    id: command.id,
    label: command.submenu?.label === undefined ? titleOf(command, text) : text.say(command.submenu.label),
    ...(icon && { icon }),
    ...(keys !== undefined && { keys }),
    ...(command.isEnabled && { disabled: !command.isEnabled() }),
    ...(command.isChecked && { checked: command.isChecked() }),
    run: command.run,
  }
}
