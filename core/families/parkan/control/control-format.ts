import type { Opened } from '../../../format'
import type { Document, Node } from '../../../layout'
import { declaredFormat } from '../../../format/declared-format'
import { numberOf, placeOf, records, recordsOf } from '../../../format/fields'
import { typeIdOf } from '../nres/directory'
import { nodesBeside, pointsBeside } from '../parts/part-rules'
import { checkReference } from '../references'
import type { Report } from '../../../format/report'
import { CONTROL } from './control'

/** Numbers of groups and channels are there, nodes are those of the model, costs are numbers (parkan 9.6). */
async function checkControl(opened: Document, report: Report, entry: Opened): Promise<void> {
  const groups = records(opened, 'groups').length
  const group = (record: Node, field: string): void => {
    const number = numberOf(record, field)
    if (number < -1 || number >= groups)
      report.error('control.group', { record: record.path, field, number, groups }, placeOf(record, field))
  }
  for (const hook of records(opened, 'hooks')) {
    const number = Number(hook.value)
    if (number >= -1 && number < groups) continue
    const place = { path: hook.path, range: [hook.offset, hook.size] as const }
    report.error('control.group', { record: 'hooks', field: hook.name, number, groups }, place)
  }
  for (const state of records(opened, 'states')) {
    group(state, 'action_group')
    for (const contact of recordsOf(state, 'contacts')) group(contact, 'group')
  }
  const channels = records(opened, 'channels')
  const components = records(opened, 'components')
  for (const component of components) {
    for (const field of ['start_group', 'stop_group']) group(component, field)
    checkChannels(component, channels.length, report)
    await checkReference(entry, component, { path: 'ref/', code: 'control.reference' }, report)
  }
  for (const action of records(opened, 'groups').flatMap(one => recordsOf(one, 'actions')))
    await checkReference(entry, action, { path: 'ref/', code: 'control.reference' }, report)
  for (const cost of records(opened, 'costs')) {
    if (typeof cost.value === 'number' && Number.isFinite(cost.value)) continue
    report.warning('control.cost', { cost: cost.name }, { path: cost.path, range: [cost.offset, cost.size] })
  }
  await checkNodes([...channels, ...components], entry, report)
  const contacts = records(opened, 'states').flatMap(state => recordsOf(state, 'contacts'))
  await checkControlPoints([...channels, ...contacts], entry, report)
}

function checkChannels(component: Node, channels: number, report: Report): void {
  for (const channel of recordsOf(component, 'channels')) {
    const number = Number(channel.value)
    if (number >= 0 && number < channels) continue
    const place = { path: channel.path, range: [channel.offset, channel.size] as const }
    report.error('control.channel', { component: component.name, number, channels }, place)
  }
}

/** Nodes of the model of the same name. */
async function checkNodes(parts: readonly Node[], entry: Opened, report: Report): Promise<void> {
  const nodes = await nodesBeside(entry)
  if (nodes === undefined) return
  for (const part of parts) {
    const node = numberOf(part, 'node')
    if (node < -1 || node >= nodes)
      report.warning('control.node', { record: part.path, node, count: nodes }, placeOf(part, 'node'))
  }
}

/** Points of the control points of the same name. */
async function checkControlPoints(parts: readonly Node[], entry: Opened, report: Report): Promise<void> {
  const points = await pointsBeside(entry)
  if (points === undefined) return
  for (const part of parts) {
    for (const field of ['point', 'origin']) {
      const point = numberOf(part, field)
      if (point < -1 || point >= points)
        report.warning('control.point', { record: part.path, point, count: points }, placeOf(part, field))
    }
  }
}

/** Rows of type `CTLD`. */
export const CONTROL_FORMAT = declaredFormat({
  id: 'parkan.control',
  match: ({ container, attributes }) => container !== null && attributes['type_id'] === typeIdOf('CTLD'),
  layout: () => CONTROL,
  codes: { cut: 'control.cut', trailing: 'control.trailing' },
  rules: checkControl,
})
