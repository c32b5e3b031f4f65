import type { Format } from '../../../format'
import { reportOn } from '../../../format/report'
import { MISSION } from './mission'
import { MISSION_OPERATIONS } from './mission-operations'
import { checkMission } from './mission-rules'
import { missionScene } from './mission-scene'

/** Missions: `data.tma` in a folder below MISSIONS (parkan 9.1). */
export const MISSION_FORMAT: Format = {
  id: 'parkan.mission',
  match: ({ container, name }) => container === null && /\.tma$/i.test(name),
  layout: () => MISSION,
  numbered: 'objects',
  operations: MISSION_OPERATIONS,
  outline: [
    { array: 'objects', names: ['resource'] },
    { array: 'clans', names: ['name'], levels: [{ array: 'zones' }, { array: 'relations', names: ['clan'] }] },
    { array: 'paths', names: ['id'] },
    { array: 'extras' },
  ],
  scene: missionScene,
  async check(entry) {
    const report = reportOn(entry)
    await checkMission(entry, report)
    return report.problems()
  },
}
