import { expect, test } from 'vitest'
import type { Command } from '../commands/command'
import { menuOf } from './command-menu'

const text = { say: (key: string) => `«${key}»` }
const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  words: id,
  menu: 'view',
  run: () => undefined,
  ...more,
})
/** A menu as words: a submenu is its title with its lines. */
const words = (commands: readonly Command[]): unknown[] =>
  menuOf(commands, text).map(item =>
    item === '-'
      ? item
      : item.children
        ? { [item.label]: item.children.map(child => (child === '-' ? child : child.label)) }
        : item.label,
  )

test('commands are divided by section, in the order they are given', () => {
  expect(words([command('a'), command('c', { section: 1 }), command('b')])).toEqual(['a', 'b', '-', 'c'])
})

test('commands of one submenu are one line, with their words there', () => {
  const theme = { submenu: { title: 'theme', label: 'dark' } }
  const layout = { submenu: { title: 'layout' } }
  expect(words([command('a'), command('b', layout), command('c', layout), command('d', theme), command('e')])).toEqual([
    'a',
    { '«layout»': ['b', 'c'] },
    { '«theme»': ['«dark»'] },
    'e',
  ])
})
