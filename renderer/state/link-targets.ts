import { filePath } from '@areal-studio/core/format'
import type { Text } from '@areal-studio/core/messages'
import type { ReferenceLink, StudioApi, TreeItem } from '@areal-studio/core/studio'
import { formatTitle } from './families'

/** One entry, or record of it, that a field leads to, as a hint shows it. */
export interface LinkTarget {
  /** Null where nothing of that name is there. */
  readonly entry: string | null
  readonly title: string
  /** Kind and size. */
  readonly facts: string
  /** The file that it is or is in. */
  readonly where: string
}

/** Texts in the language of the window, and numbers as they are written in it. */
type Words = Pick<Text, 'say' | 'has'> & { number(value: number): string }

/** Most that are shown of one field. */
const MOST = 3

/** What a field leads to, and how many more there are; nothing where it cannot be read. */
export async function linkTargets(
  studio: Pick<StudioApi, 'references' | 'item'>,
  text: Words,
  { entry, path }: { readonly entry: string; readonly path: string },
): Promise<{ readonly targets: readonly LinkTarget[]; readonly more: number }> {
  const links = (await studio.references(entry, path, 'uses').catch(() => undefined))?.uses ?? []
  const targets = await Promise.all(
    links.slice(0, MOST).map(async link => {
      const item = link.to === null ? undefined : await studio.item(link.to).catch(() => undefined)
      return targetOf(text, link, item)
    }),
  )
  return { targets, more: links.length - targets.length }
}

function targetOf(text: Words, { to, toPath, row, file }: ReferenceLink, item: TreeItem | undefined): LinkTarget {
  const name = item?.name ?? row ?? file
  const kind = item?.format === undefined ? '' : formatTitle(text, item.format)
  const size = item ? text.say('ui.entry.size', { n: item.size, count: text.number(item.size) }) : ''
  return {
    entry: to,
    title: toPath === undefined ? name : `${name} · ${toPath}`,
    facts: [kind, size].filter(Boolean).join(' · '),
    where: to === null ? file : filePath(to),
  }
}
