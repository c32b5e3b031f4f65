import { array, restText, struct, textLine, toEnd, type CodePage, type Meta } from '../../../layout'

const KNOWN: Meta = { certainty: 'confirmed', source: 'evil-islands 18' }

/** A text of the game, in the code page of its language (evil-islands 18). */
const textIn = (page: CodePage) => struct('text', { text: restText({ page, content: 'text', ...KNOWN }) })

const TEXTS = { cp1251: textIn('cp1251'), cp1250: textIn('cp1250'), cp1252: textIn('cp1252') }

/** Code pages of the languages that the game was sold in (evil-islands 1.2). */
export type TextPage = keyof typeof TEXTS

export const textLayout = (page: TextPage) => TEXTS[page]

/** The maps of the game and how they hang together: commands with `#`, each with its values in the lines below (evil-islands 14). */
export const MAP_LIST = struct('map-list', {
  lines: array(textLine({ parts: ['#', { name: 'command' }, ' ', { name: 'arguments', words: 'text' }] }), toEnd, {
    certainty: 'confirmed',
    source: 'evil-islands 14',
  }),
})
