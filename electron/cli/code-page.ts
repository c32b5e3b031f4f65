import { CODE_PAGES, type CodePage } from '@areal-studio/core/layout'
import { StudioError } from '@areal-studio/core/format'
import type { Verb } from './run'

const AUTOMATIC = 'auto'

/** `areal code-page`: prints the code page of the texts in an archive; with a page it chooses that one, or `auto`. */
export const codePageVerb =
  (install: string, archive: string, page: string | undefined): Verb =>
  async run => {
    const { api } = await run.open(install, page === undefined ? 'scratch' : 'workspace')
    const shown =
      page === undefined ? await api.codePage(archive) : await api.chooseCodePage(archive, pageNamed(page, archive))
    if (!shown) throw new StudioError('page.none', { entry: archive }, archive)
    const { page: used, automatic, isChosen, isFound } = shown
    const key = isChosen ? 'cli.code-page.chosen' : isFound ? 'cli.code-page.found' : 'cli.code-page.usual'
    run.answer(shown, () => [run.say(key, { entry: shown.archive, page: used, automatic })])
    return 0
  }

function pageNamed(name: string, archive: string): CodePage | '' {
  if (name === AUTOMATIC) return ''
  const page = CODE_PAGES.find(one => one === name.toLowerCase())
  if (!page) throw new StudioError('page.unknown', { page: name, pages: CODE_PAGES.join(', ') }, archive)
  return page
}
