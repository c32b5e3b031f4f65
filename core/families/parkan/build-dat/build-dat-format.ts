import { byRule, type Format } from '../../../format'
import { reportOn } from '../../../format/report'
import { textLayout } from '../text-lines'
import { readBuildDat } from './build-dat'

/** BuildDat.lst: which building schemes the game may fortify with (parkan 5). */
export const BUILD_DAT: Format = {
  id: 'parkan.build-dat',
  match: entry => entry.container === null && /^builddat\.lst$/i.test(entry.name),
  layout: textLayout('build-dat', 'parkan 5', [
    ['"', { name: 'path', words: 'text', ...byRule('install-file') }, '"'],
    ['//', { name: 'comment', words: 'text' }],
    [{ name: 'category' }, ' ', { name: 'count' }],
  ]),
  check(entry) {
    const report = reportOn(entry)
    readBuildDat(entry.bytes, report)
    return Promise.resolve(report.problems())
  },
}
