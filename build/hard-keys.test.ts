import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const RENDERER = join(import.meta.dirname, '../renderer')

/** Keys that act have commands, which the palette and the key settings list; these files are where they get them. */
const OF_COMMANDS =
  /^commands\/|^viewport\/panel\/view-commands\.ts$|^viewport\/model\/model-commands\.ts$|^viewport\/tools\/tool\.ts$|\.test\.ts$|\.fixture\.ts$/

const FLYING = [
  'KeyW',
  'KeyS',
  'KeyA',
  'KeyD',
  'KeyQ',
  'KeyE',
  'KeyC',
  'KeyZ',
  ...[2, 4, 5, 6, 7, 8, 9].map(n => `Numpad${n}`),
]

/** Keys that no command has, by file, and why. Keys of every widget (arrows, Home, End, pages, Tab, Enter, Escape, Space) are not listed. */
const OWN: Readonly<Record<string, { readonly keys: readonly string[]; readonly why: string }>> = {
  'hex/HexGrid.vue': {
    keys: ['KeyA', 'KeyZ', 'Delete', 'Backspace'],
    why: 'bytes are typed as in a text field: all, undo of what is typed, and deletion',
  },
  'hex/typing.ts': { keys: ['Digit'], why: 'hexadecimal digits are typed' },
  'viewport/tools/cut-tools.ts': { keys: ['Backspace'], why: 'takes the last point of a begun outline back' },
  'viewport/tools/move-tool.ts': {
    keys: ['KeyX', 'KeyY', 'KeyZ', 'KeyR', 'KeyS'],
    why: 'the axis of a typed number, or its turn, is typed while a record is moved',
  },
  'viewport/model/key-tool.ts': {
    keys: ['KeyX', 'KeyY', 'KeyZ', 'KeyR'],
    why: 'the axis of a typed number, or its turn, is typed while a key of a model is moved',
  },
  'viewport/tools/measure-tool.ts': { keys: ['Backspace'], why: 'takes the last point of a begun line back' },
  'viewport/tools/shape-tools.ts': {
    keys: ['KeyX', 'KeyY', 'KeyZ'],
    why: 'the axis of a typed number is typed while a handle is dragged',
  },
  'viewport/tools/typed-number.ts': {
    keys: ['Backspace'],
    why: 'takes the last digit of a number typed during a drag back',
  },
  'viewport/camera/flight.ts': {
    keys: FLYING,
    why: 'are held, not pressed, while the right button flies',
  },
  'settings/SettingsText.vue': { keys: ['s'], why: 'saves the text of a dialog, where commands do not act' },
  'shell/EntryTabs.vue': { keys: ['delete'], why: 'closes a tab as in every list of tabs' },
}

const NAMED =
  /(?:['"](?:Mod\+|Alt\+|Shift\+)*|^\s*|[{,] )(Key[A-Z]|Digit\d|Bracket(?:Left|Right)|Delete|Backspace|Insert|F\d+|Numpad\w+)(?:['"]|: )/gm
const TYPED = /(?<!\w)(Digit)(?=[|)(])/g
const LISTENED = /@key(?:down|up)((?:\.\w+)+)/g
/** Of every widget, modifiers of Vue, and keys that are held. */
const COMMON =
  /^(?:up|down|left|right|home|end|enter|esc|space|tab|prevent|stop|exact|self|capture|shift|ctrl|NumpadEnter)$/

const files = readdirSync(RENDERER, { recursive: true, withFileTypes: true })
  .filter(file => file.isFile() && /\.(?:ts|vue)$/.test(file.name))
  .map(file => relative(RENDERER, join(file.parentPath, file.name)))
  .filter(file => !OF_COMMANDS.test(file))

/** Keys that a source compares with. A key that is only shown beside words is given to `keyLabel` or to `keys`. */
function keysIn(source: string): readonly string[] {
  const code = source.replace(/keyLabel\([^)]*\)|\bkeys[:=]\s*["'][^"']*["']|\?\? '[^']*'/g, '')
  return [
    ...new Set([
      ...Array.from(code.matchAll(NAMED), match => match[1] ?? ''),
      ...Array.from(code.matchAll(TYPED), match => match[1] ?? ''),
      ...Array.from(code.matchAll(LISTENED), match => (match[1] ?? '').slice(1).split('.')).flat(),
    ]),
  ].filter(key => !COMMON.test(key))
}

it('no part of the window has a key of its own that is no command', () => {
  const found = files.flatMap(file =>
    keysIn(readFileSync(join(RENDERER, file), 'utf8'))
      .filter(key => OWN[file]?.keys.includes(key) !== true)
      .map(key => `${file}: ${key}`),
  )
  expect(found).toEqual([])
})

/** Keys in words that stay as they are: those of the clipboard, of Monaco, of a line that is typed in, of every widget. */
const FIXED = /^(?:Mod\+(?:KeyC|KeyV|Space|Enter)|Enter|Delete)$/
const WORDS = /\bkeys(?:=|: )["']((?:(?:Ctrl|Alt|Shift) )+\S+|F\d+|Insert|Home|Num \d)["']|keyLabel\('([^']+)'\)/g

/** Keys of commands that a source writes in words of its own: another key, chosen by the user, would not be shown. */
const wordsIn = (source: string): readonly string[] =>
  Array.from(source.matchAll(WORDS), match => match[1] ?? match[2] ?? '').filter(key => !FIXED.test(key))

it('the key of a command is shown as the user has it', () => {
  const found = files.flatMap(file => wordsIn(readFileSync(join(RENDERER, file), 'utf8')).map(key => `${file}: ${key}`))
  expect(found).toEqual([])
  expect(wordsIn(`keys: 'F2', keys="Ctrl F", keyLabel('Mod+KeyG'), keyLabel('Mod+KeyV'), keys="Esc"`)).toEqual([
    'F2',
    'Ctrl F',
    'Mod+KeyG',
  ])
})

it('the list names only keys that there are', () => {
  const gone = Object.entries(OWN).flatMap(([file, { keys }]) => {
    const present = files.includes(file) ? keysIn(readFileSync(join(RENDERER, file), 'utf8')) : []
    return keys.filter(key => !present.includes(key)).map(key => `${file}: ${key}`)
  })
  expect(gone).toEqual([])
})

it.each([
  ["if (event.code === 'Delete') remove()", ['Delete']],
  ["{ code: 'KeyJ' }", ['KeyJ']],
  ['<div @keydown.delete.prevent="remove">', ['delete']],
  ['/^Digit([1-9])$/', ['Digit']],
  ["if (event.key === 'ArrowDown') walk()", []],
  ["keys: 'Insert'", []],
  ['<input @keydown.enter.prevent="accept">', []],
])('finds the keys in %s', (source, keys) => {
  expect(keysIn(source)).toEqual(keys)
})
