import type { EntryInfo } from '../../../format'
import { array, CODE_PAGES, restText, struct, textLine, toEnd, type CodePage, type Meta } from '../../../layout'
import { naming } from '../references'

const KNOWN: Meta = { certainty: 'confirmed', source: 'evil-islands 18' }

const textIn = (page: CodePage) => struct('text', { text: restText({ page, content: 'text', ...KNOWN }) })

const mapListIn = (page: CodePage) =>
  struct('map-list', {
    lines: array(
      textLine({
        parts: ['#', { name: 'command' }, ' ', { name: 'arguments', words: 'text' }],
        page,
        ...naming('map-value'),
      }),
      toEnd,
      { certainty: 'confirmed', source: 'evil-islands 14' },
    ),
  })

const inEach = <T>(make: (page: CodePage) => T): ReadonlyMap<CodePage, T> =>
  new Map(CODE_PAGES.map(page => [page, make(page)]))

const TEXTS = inEach(textIn)
const MAP_LISTS = inEach(mapListIn)

/** Code page of the Russian game (evil-islands 1.2), where its archive shows none. */
const DEFAULT = 'cp1251'

const ofArchive =
  <T>(layouts: ReadonlyMap<CodePage, T>, usual: T) =>
  ({ container }: EntryInfo): T =>
    layouts.get(container?.encoding ?? DEFAULT) ?? usual

/** A text of the game, in the code page of its language (evil-islands 18). */
export const textLayout = ofArchive(TEXTS, textIn(DEFAULT))

/** The maps of the game and how they hang together: commands with `#`, each with its values in the lines below (evil-islands 14). */
export const mapListLayout = ofArchive(MAP_LISTS, mapListIn(DEFAULT))
