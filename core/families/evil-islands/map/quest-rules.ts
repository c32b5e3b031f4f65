import type { Opened } from '../../../format'
import type { Report } from '../../../format/report'
import { nameKey } from '../names'

/** A multiplayer quest has its map list and its register (evil-islands 16). */
export function checkQuest(rows: readonly Opened[], report: Report): void {
  for (const file of ['map.txt', 'quest.reg'])
    if (!rows.some(({ name }) => nameKey(name).endsWith(`\\${file}`) || nameKey(name) === file))
      report.error('mq.missing', { file }, {})
}
