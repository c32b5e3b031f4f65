import { describe, expect, it } from 'vitest'
import { brokenLaws, document, locate, type Bytes, type Value } from '../../../layout'
import { changed, problemsOf, referenceShelf } from '../entries.fixture'
import { writeArchive } from '../nres/nres-pack'
import { typeIdOf } from '../nres/directory'
import { shelf } from '../opened.fixture'
import { describeReference, truth } from '../reference.fixture'
import { sampleControl, turnChannel } from '../sample/behaviour'
import { bunkerPoints } from '../sample/bunker'
import { byteWriter } from '../byte-writer.fixture'
import { CONTROL } from './control'

const GOOD = sampleControl()

async function codes(payload: Bytes): Promise<readonly string[]> {
  const attributes = { name: 'a.ctl', type_id: typeIdOf('CTLD'), attr1: 0, attr2: 0, attr3: 1 }
  const all = shelf({ 'a.rlb': writeArchive([{ attributes, payload }]), 'effects.rlb': writeArchive([]) })
  const [row] = all.rows(all.open('a.rlb'))
  return row ? problemsOf(row) : ['no row']
}
const withField = async (path: string, value: Value): Promise<readonly string[]> =>
  (await codes(changed(CONTROL, GOOD, path, value))).filter(code => !code.startsWith('control.reference'))

describe('controller', () => {
  it.each([
    ['without anything', 212, new Uint8Array(212)],
    ['of one action', 392 + 6 + 4 + 100, GOOD],
  ])('%s has %i bytes and keeps the laws', (_, size, bytes) => {
    expect([bytes.length, document(CONTROL, bytes).isWhole, brokenLaws(CONTROL, bytes)]).toEqual([size, true, []])
  })
  it('has problems with numbers of what is not there', async () => {
    expect(await codes(GOOD)).toEqual(['control.reference groups/0/actions/0/ref'])
    expect(await withField('hooks/3', 1)).toEqual(['control.group hooks/3'])
    expect(await withField('hooks/3', -2)).toEqual(['control.group hooks/3'])
    expect(await withField('components/0/stop_group', 1)).toEqual(['control.group components/0/stop_group'])
    expect(await withField('components/0/channels', [0])).toEqual(['control.channel components/0/channels/0'])
    expect(await codes(GOOD.subarray(0, GOOD.length - 1))).toContainEqual(expect.stringMatching(/^control\.cut/))
    expect(await codes(Uint8Array.of(...GOOD, 0))).toEqual(['control.trailing'])
  })
  it('has problems with control points that the part beside it does not have', async () => {
    const row = (word: string, name: string, payload: Bytes) => ({
      attributes: { name, type_id: typeIdOf(word), attr1: 0, attr2: 0, attr3: 1 },
      payload,
    })
    const check = async (bytes: Bytes) => {
      const rows = [row('CTLD', 'b.ctl', bytes), row('CTPT', 'b.cpt', bunkerPoints())]
      const all = shelf({ 'a.rlb': writeArchive(rows) })
      const [entry] = all.rows(all.open('a.rlb'))
      return entry ? problemsOf(entry) : ['no row']
    }
    const good = sampleControl([turnChannel(2, 0, 1)])
    expect(await check(good)).toEqual([])
    expect(await check(changed(CONTROL, good, 'channels/0/point', 2))).toEqual(['control.point channels/0/point'])
    expect(await check(changed(CONTROL, good, 'channels/0/origin', -1))).toEqual([])
    expect(await check(changed(CONTROL, good, 'states/0/contacts/0/point', 7))).toEqual([
      'control.point states/0/contacts/0/point',
    ])
  })
  it('has a cost for each pair of states, each of them a number', async () => {
    const cost = byteWriter()
      .u32(1, 0, 0, 0, 0)
      .bytes(new Uint8Array(108 + 144))
      .u32(0xffffffff, 0, 0)
    const bytes = cost.f32(Number.NaN).bytes(new Uint8Array(84).fill(255)).done()
    expect(document(CONTROL, bytes).isWhole).toBe(true)
    expect(await codes(bytes)).toEqual(['control.cost costs/0'])
  })
})

const { parts = {} } = truth as { parts?: Readonly<Record<string, Readonly<Record<string, number>>>> }

describeReference('controllers of the reference files', () => {
  it.each(Object.entries(parts).filter(([name]) => name.endsWith('.ctl')))(
    '%s has the counts of its manifest',
    (name, right) => {
      const [file = '', part = ''] = name.split('::')
      const row = referenceShelf()
        .rows(referenceShelf().open(file))
        .find(entry => entry.name === part)
      const opened = document(CONTROL, row?.bytes ?? new Uint8Array(0))
      const found = ['states', 'channels', 'components', 'groups'].map(field => locate(opened, field)?.childCount)
      expect(found).toEqual([right['states'], right['channels'], right['components'], right['groups']])
      expect(locate(opened, 'contact_count')?.value).toBe(right['contacts'])
    },
  )
})
