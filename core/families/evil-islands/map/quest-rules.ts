import type { Opened } from '../../../format'
import { records, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { decodeText, document } from '../../../layout'
import { filesFor, TEXTS } from '../lookup'
import { nameKey } from '../names'
import { REG } from '../reg/reg'
import { mapsIn } from './terrain-beside'

const isFile = ({ name }: Opened, file: string): boolean =>
  nameKey(name).endsWith(`\\${file}`) || nameKey(name) === file

/** A multiplayer quest has its map list, its register, the texts and the maps that these name (evil-islands 16). */
export async function checkQuest(entry: Opened, rows: readonly Opened[], report: Report): Promise<void> {
  for (const file of ['map.txt', 'quest.reg'])
    if (!rows.some(row => isFile(row, file))) report.error('mq.missing', { file }, {})
  const texts = new Set([...rows, ...(await textsOf(entry))].map(({ name }) => nameKey(name)))
  for (const [row, file] of rows.entries()) {
    if (isFile(file, 'quest.reg'))
      for (const text of textNames(file))
        if (!texts.has(nameKey(text))) report.error('mq.text', { file: file.name, text }, { row })
    if (isFile(file, 'map.txt'))
      for (const map of mapsIn(decodeText(file.bytes, 'cp1251')).flatMap(({ terrain, objects }) => [
        `${terrain}.mpr`,
        `${objects}.mob`,
      ]))
        if (!(await isThere(entry, map))) report.warning('mq.map', { file: file.name, map }, { row })
  }
}

/** Texts that a register names: of the quest, and of its start and its end. */
function textNames(register: Opened): readonly string[] {
  return records(document(REG, register.bytes), 'sections').flatMap(section => {
    const [kind = ''] = nameKey(textOf(section, 'name')).split(' ')
    if (kind !== 'quest' && kind !== 'briefing') return []
    const keys = section.childNamed('keys')
    const named = keys ? Array.from({ length: keys.childCount }, (_, at) => keys.child(at)) : []
    return named
      .filter(key => nameKey(textOf(key, 'name')) === 'name' && textOf(key, 'value') !== '')
      .map(key => `${kind} ${textOf(key, 'value')}`)
  })
}

async function textsOf(entry: Opened): Promise<readonly Opened[]> {
  const found: (readonly Opened[])[] = []
  for (const archive of TEXTS) for await (const file of filesFor(entry, archive)) found.push(await file.entries())
  return found.flat()
}

async function isThere(entry: Opened, map: string): Promise<boolean> {
  if (await entry.beside(map)) return true
  for await (const file of filesFor(entry, `Maps/${map}`)) if (file.size >= 0) return true
  return false
}
