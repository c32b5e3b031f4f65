import type { StudioEvents } from '../api'

export type Emit = <E extends keyof StudioEvents>(event: E, payload: StudioEvents[E]) => void
