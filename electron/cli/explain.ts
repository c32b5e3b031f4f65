import { StudioError } from '@areal-studio/core/format'
import { addHelp, codeOfKey, helpPage, patternOf } from '@areal-studio/core/help'
import { CATALOGUES } from '@areal-studio/core/messages'
import type { Verb } from './run'
import { loadFamilies } from './studio'

/** The help text of a code, as named in `error CODE: text` and in lists of problems. */
export const explainVerb =
  (word: string): Verb =>
  async run => {
    for (const family of await loadFamilies()) addHelp(await family.help(), family.id)
    const code = codeOfKey(word.replace(/:$/, ''))
    const { language } = run.text
    const page = helpPage(language, code)
    if (!page) throw new StudioError('help.unknown-code', { code })
    run.answer({ code, ...page }, () => [
      page.title,
      '',
      patternOf(code, CATALOGUES[language]) ?? code,
      '',
      `${run.say('cli.explain.what')} ${page.what}`,
      '',
      `${run.say('cli.explain.why')} ${page.why}`,
      '',
      `${run.say('cli.explain.do')} ${page.do}`,
    ])
    return 0
  }
