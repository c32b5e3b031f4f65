import { locate, offsetOf } from '../../../layout'
import { GAMEZ_SECTIONS, GAMEZ_SIGNATURE } from '../gamez/gamez'
import { Texture, TextureName } from '../gamez/materials'
import { one, range } from './expected'
import { arrayOf, MOST_RECORDS, type Gamez } from './gamez-context'
import { checkName } from './name-rules'
import { FOLLOWING, RecordRules, expectNode, failNode } from './record-rules'

/** Header and texture directory (mw3 17.1, 17.2). */
export function checkHead(gamez: Gamez): void {
  const { opened, report, judgedTo } = gamez
  const field = (name: string) => locate(opened, name)
  const number = (name: string): number => Number(field(name)?.value ?? 0)
  const fail = (name: string, code: string, expected: string, isWarning = false): void => {
    const node = field(name)
    if (node) failNode(report, node, code, expected, isWarning)
  }
  expectNode(report, field('signature'), 'mw3.H1', one(GAMEZ_SIGNATURE))
  expectNode(report, field('texture_count'), 'mw3.H3', range(0, 4095))
  expectNode(report, field('textures_offset'), 'mw3.H4', one(36))
  for (const [code, after, before] of ORDER)
    if (number(after) <= number(before)) fail(after, code, `> ${number(before)}`)
  expectNode(report, field('node_array_size'), 'mw3.H7', range(0, MOST_RECORDS))
  const [last, size] = [number('node_last_free'), number('node_array_size')]
  if (size >= 0 && last > size) fail('node_last_free', 'mw3.H8', `≤ ${size}`)
  else if (size >= 0 && (last <= 5 || last >= size)) fail('node_last_free', 'mw3.H12', `6 … ${size - 1}`, true)
  for (const [offset, first] of GAMEZ_SECTIONS) {
    const [section, word] = [field(first), field(offset)]
    if (!section || !word || section.kind === 'gap') continue
    if (section.offset !== word.value && section.offset <= judgedTo)
      report.error(
        'mw3.H10',
        { field: offset, value: Number(word.value), expected: section.offset },
        { path: word.path, range: [word.offset, word.size], fix: FOLLOWING },
      )
  }
  checkTextures(gamez)
}

const ORDER = [
  ['mw3.H5', 'materials_offset', 'textures_offset'],
  ['mw3.H6', 'models_offset', 'materials_offset'],
  ['mw3.H9', 'nodes_offset', 'models_offset'],
] as const

function checkTextures({ opened, bytes, report, textures }: Gamez): void {
  const rows = arrayOf(opened, 'textures')
  const rules = new RecordRules(Texture, bytes, report)
  for (let row = 0; row < rows.count; row++) {
    const at = rows.at(row)
    const path = `textures/${row}`
    rules.check(at, path, [
      { code: 'mw3.T1', fields: ['image_ptr', 'surface_ptr'], expected: one(0) },
      { code: 'mw3.T3', fields: ['state'], expected: one(2) },
      { code: 'mw3.T4', fields: ['category'], expected: one(0) },
    ])
    if (rules.expect(at, path, 'mw3.T5', 'mip_index', range(-1, textures - 1)))
      rules.expect(at, path, 'mw3.T6', 'mip_index', one(-1), true)
    checkName(report, bytes, 'mw3.T2', TextureName, at + offsetOf(Texture, 'name'), `${path}/name`)
  }
}
