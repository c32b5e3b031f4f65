import type { EntryInfo, Format } from '../../../format'
import { checkRows } from '../../../format/report'
import { AREA_OPERATIONS } from '../operations/operations'
import { hasMagic, isArea } from './packets'
import { TRN_CODEC } from './trn-codec'
import { checkPackets } from './trn-rules'

const isContainer = ({ name, head }: EntryInfo): boolean => isArea(name) || hasMagic(head)

/** The container of an area's ground and walkmesh (nwn2 2). */
export const TRN: Format = {
  id: 'nwn2.trn',
  match: isContainer,
  archive: TRN_CODEC,
  operations: AREA_OPERATIONS,
  check: entry => checkRows(entry, (rows, report) => checkPackets(entry, rows, report)),
}
