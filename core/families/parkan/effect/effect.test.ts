import { describe, expect, it } from 'vitest'
import { brokenLaws, document, encode, formRows, locate, read, assign, type Bytes, type Value } from '../../../layout'
import { changed, entriesOf, problemsOf } from '../entries.fixture'
import { writeArchive } from '../nres/nres-pack'
import { formatOf, shelf } from '../opened.fixture'
import { describeReference, truth } from '../reference.fixture'
import { sampleEffects } from '../sample/effects'
import { BODIES, EFFECT } from './effect'

/** Sizes of whole commands by opcode (parkan 8.4). */
const SIZES = { 1: 224, 2: 148, 3: 200, 4: 204, 5: 112, 6: 4, 7: 208, 8: 248, 9: 208, 10: 208 }
const GOOD = sampleEffects()[0]?.payload ?? new Uint8Array(0)

async function codes(payload: Bytes, files: Readonly<Record<string, Bytes>> = {}): Promise<readonly string[]> {
  const attributes = { name: 'a.fxi', type_id: 0x44495846, attr1: 0, attr2: 0, attr3: 1 }
  const all = shelf({ ...files, 'e.rlb': writeArchive([{ attributes, payload }]) })
  const [row] = all.rows(all.open('e.rlb'))
  return row ? problemsOf(row) : ['no row']
}
const withField = (path: string, value: Value): Promise<readonly string[]> => codes(changed(EFFECT, GOOD, path, value))

describe('effect', () => {
  it.each(Object.entries(SIZES))(
    'with a command of opcode %s has %i bytes of it and keeps the laws',
    (opcode, size) => {
      expect(4 + (BODIES[Number(opcode)]?.fixedSize ?? 0)).toBe(size)
      const bytes = new Uint8Array(60 + size)
      bytes[0] = 1
      bytes[60] = Number(opcode)
      bytes[61] = 1
      bytes.fill(7, 64)
      expect([document(EFFECT, bytes).isWhole, brokenLaws(EFFECT, bytes)]).toEqual([true, []])
    },
  )
  it('has the fields of the format notes at their places', () => {
    const places = (body: string): Record<string, number> => {
      const opened = document(EFFECT, ONE(Number(body)))
      const node = locate(opened, 'commands/0/body')
      return Object.fromEntries(
        Array.from({ length: node?.childCount ?? 0 }, (_, at) => node?.child(at)).flatMap(field =>
          field ? [[field.name, field.offset - 60]] : [],
        ),
      )
    }
    expect(places('1')).toMatchObject({
      window: 8,
      color_a: 64,
      range_a: 112,
      attenuation: 124,
      opaque_136: 136,
      ref: 160,
    })
    expect(places('2')).toMatchObject({ near: 64, rate_a: 72, sound_mode: 80, ref: 84 })
    expect(places('3')).toMatchObject({ window: 32, position_power: 64, channel_a: 76, size_power: 124, ref: 136 })
    expect(places('4')).toMatchObject({ ref: 136, distance: 200 })
    expect(places('5')).toMatchObject({ unk_8: 8, window: 12, max_segments: 20, segment_length: 36, ref: 48 })
    expect(places('7')).toMatchObject({ window: 20, life: 28, count_a: 36, position_jitter: 68, drag: 140, ref: 144 })
    expect(places('8')).toMatchObject({
      window: 16,
      capacity: 36,
      opaque_40: 40,
      position_a: 88,
      size_a: 136,
      ref: 184,
    })
    expect(places('9')).toMatchObject({ ref: 136, render_kind: 200, render_flag: 204 })
  })
  it('takes another opcode only together with its body', () => {
    const opened = document(EFFECT, GOOD)
    expect(() => assign(opened, 'commands/1/word', 0x107)).toThrow('layout.')
    const body = locate(opened, 'commands/2/body')?.value
    const whole = assign(opened, 'commands/1', { word: 0x107, body: body ?? '' })
    expect(whole.splices.length).toBeGreaterThan(0)
  })
  it('has problems where it breaks a rule', async () => {
    expect(await codes(GOOD)).toEqual([])
    expect(await codes(GOOD.subarray(0, GOOD.length - 4))).toContainEqual(expect.stringMatching(/^effect\.cut/))
    expect(await codes(Uint8Array.of(...GOOD, 0))).toEqual(['effect.trailing'])
    expect(await codes(GOOD.with(60 + 224, 11))).toEqual(['effect.opcode commands/1'])
    expect(await withField('time_mode', 18)).toEqual(['effect.time-mode time_mode'])
    expect(await withField('commands/1/body/window/from', -1)).toEqual(['effect.window commands/1/body/window'])
    expect(await withField('commands/1/body/window/to', 1.5)).toEqual(['effect.window commands/1/body/window'])
    expect(await withField('commands/1/body/ref/name', '')).toEqual(['effect.reference-empty commands/1/body/ref'])
    expect(await codes(GOOD, { 'Material.lib': writeArchive([]) })).toEqual([
      'effect.reference-missing commands/1/body/ref',
      'effect.reference-missing commands/2/body/ref',
    ])
  })
  it('shows a form of its header, and the bits of its flags by name', () => {
    const rows = formRows(document(EFFECT, GOOD).root)
    expect(rows.find(row => row.name === 'flags')).toMatchObject({ control: 'flags', bits: { 13: 'no_fog' } })
    expect(rows.find(row => row.name === 'time_mode')).toMatchObject({ control: 'enum' })
  })
})

const ONE = (opcode: number): Bytes => {
  const bytes = new Uint8Array(60 + 4 + (BODIES[opcode]?.fixedSize ?? 0))
  bytes.set([1], 0)
  bytes.set([opcode], 60)
  return encode(EFFECT, read(EFFECT, bytes), '').bytes
}

const { parts = {} } = truth as { parts?: Readonly<Record<string, { readonly commands?: readonly number[] }>> }

describeReference('effects of the reference files', () => {
  it('have the commands of their manifest', () => {
    const found = entriesOf('parkan.effect').map(([path, entry]) => {
      const layout = formatOf(entry)?.layout?.(entry) ?? EFFECT
      const { commands } = read(layout, entry.bytes) as { commands: readonly { readonly word: number }[] }
      return [`${path.replace(/!.*/, '')}::${entry.name}`, commands.map(({ word }) => word % 256)]
    })
    const right = Object.entries(parts).filter(([, part]) => part.commands)
    expect(found).toEqual(right.map(([name, { commands }]) => [name, commands]))
  })
})
