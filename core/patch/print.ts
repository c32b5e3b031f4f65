import { toBase64 } from '../edit'
import type { EntryPatch, Part, Patch } from './patch'
import { versionOf } from './read'

const partJson = (part: Part): unknown => (part instanceof Uint8Array ? toBase64(part) : part)

/** The text of a patch's file, the same for the same change: one field, one splice to a line. */
export function printPatch({ family, title, files, entries }: Patch): string {
  const head = { areal_patch: versionOf(entries), family, title }
  const lines = [
    ...Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    `  "files": ${block(
      files.map(({ file, hash }) => ({ file, sha256: hash })),
      '  ',
    )},`,
    `  "entries": [${entries.map(entry => `\n    ${entryText(entry)}`).join(',')}${entries.length > 0 ? '\n  ' : ''}]`,
  ]
  return `{\n${lines.join('\n')}\n}\n`
}

/** One item to a line. */
const block = (items: readonly unknown[], margin: string): string =>
  items.length === 0 ? '[]' : `[\n${items.map(item => `${margin}  ${JSON.stringify(item)}`).join(',\n')}\n${margin}]`

function entryText(patch: EntryPatch): string {
  const members = memberLists(patch)
  const plain = Object.entries({ is: patch.kind, entry: patch.entry, name: patch.name, ...members.plain }).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  const lists = Object.entries(members.lists)
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => `\n      ${JSON.stringify(name)}: ${block(items, '      ')}`)
  return `{ ${[plain.join(', '), ...lists].join(',')}${lists.length > 0 ? '\n    }' : ' }'}`
}

function memberLists(patch: EntryPatch): {
  readonly plain: object
  readonly lists: Readonly<Record<string, readonly unknown[]>>
} {
  switch (patch.kind) {
    case 'edited':
      return {
        plain: { size: patch.size, sha256: patch.hash },
        lists: {
          fields: patch.fields.map(one => [
            ...[one.path, one.offset, one.size, one.old ?? '', one.new],
            ...(one.refers === undefined ? [] : [one.refers]),
          ]),
          records: (patch.records ?? []).map(({ hash, parts, ...one }) => ({
            ...one,
            sha256: hash,
            new: parts.map(partJson),
          })),
          attributes: patch.attributes.map(one => [one.name, one.old ?? '', one.new]),
          splices: patch.splices.map(one => ({
            at: one.offset,
            size: one.size,
            sha256: one.hash,
            made: one.made,
            new: one.parts.map(partJson),
          })),
        },
      }
    case 'added':
      return { plain: { attributes: patch.attributes, made: patch.made }, lists: { new: patch.parts.map(partJson) } }
    case 'removed':
      return { plain: { size: patch.size, sha256: patch.hash }, lists: {} }
    case 'order':
      return { plain: { rows: patch.rows }, lists: {} }
  }
}
