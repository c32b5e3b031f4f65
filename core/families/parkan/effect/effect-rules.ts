import type { Opened } from '../../../format'
import { document, type Document, type Node } from '../../../layout'
import { isExplained, numberOf, numbersOf, placeOf, records, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { EFFECT } from './effect'

/** The light, whose reference may be empty. */
const LIGHT = 1

/** Rules of an effect (parkan 8.4). */
export async function checkEffect(entry: Opened, report: Report): Promise<void> {
  const opened = document(EFFECT, entry.bytes)
  const commands = records(opened, 'commands')
  if (opened.findings[0]?.what === 'union') reportOpcode(opened, commands, report)
  else isExplained(opened, { cut: 'effect.cut', trailing: 'effect.trailing' }, report)
  const mode = numberOf(opened.root, 'time_mode')
  if (mode > 17) report.warning('effect.time-mode', { mode }, placeOf(opened.root, 'time_mode'))
  for (const command of commands) {
    checkWindow(command, report)
    await checkReference(entry, command, report)
  }
}

/** The game has no such opcode. Commands have no size of their own: the opcode before it may be the wrong one. */
function reportOpcode(opened: Document, commands: readonly Node[], report: Report): void {
  const [fault] = opened.findings
  if (!fault) return
  const last = commands.at(-1)
  const from = last?.offset ?? fault.offset - 4
  report.error(
    'effect.opcode',
    { command: commands.length, opcode: fault.params['value'] ?? '' },
    { path: `commands/${commands.length}`, range: [from, fault.offset - from] },
  )
}

/** A command works while the time is in its window, a part of 0 to 1. */
function checkWindow(command: Node, report: Report): void {
  const [from = 0, to = 1] = numbersOf(command, 'body/window')
  if (from >= 0 && from <= to && to <= 1) return
  report.warning('effect.window', { command: command.name, from, to }, placeOf(command, 'body/window'))
}

/** A reference names an archive and a row of it. */
async function checkReference(entry: Opened, command: Node, report: Report): Promise<void> {
  const ref = 'body/ref'
  const archive = textOf(command, `${ref}/archive`)
  const name = textOf(command, `${ref}/name`)
  const opcode = numberOf(command, 'word') % 256
  const place = placeOf(command, ref)
  if (place.path === command.path || (opcode === LIGHT && archive === '' && name === '')) return
  if (archive === '' || name === '') {
    report.warning('effect.reference-empty', { command: command.name }, place)
    return
  }
  const listed = await entry.archive(archive)
  if (listed && !(await listed.row(name)))
    report.warning('effect.reference-missing', { command: command.name, archive, name }, place)
}
