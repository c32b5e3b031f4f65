import { askAhead } from './prefetch'
import { windowPort, type ConnectionState } from '../state/client'
import { guardScripts } from '../state/trusted-types'

guardScripts()

let hear: (state: ConnectionState) => void = () => undefined
// The window itself is large: what it will ask first is answered by the time it runs.
const port = askAhead(
  windowPort(state => hear(state)),
  [['settings'], ['info'], ['list', undefined], ['list', undefined, { deep: true }]],
)

void import('./bootstrap').then(({ show }) =>
  show(port, listener => {
    hear = listener
  }),
)
