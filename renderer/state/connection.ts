import type { ShallowRef } from 'vue'
import { StudioError } from '@areal-studio/core/format'
import type { Port, Reply, StudioApi } from '@areal-studio/core/studio'
import { connect, type ConnectionState } from './client'

/** Calls that change nothing, which are repeated if their reply was lost. */
const READING: ReadonlySet<string> = new Set([
  'info',
  'list',
  'read',
  'readAll',
  'nextEntry',
  'history',
  'check',
  'prove',
  'changes',
  'plan',
  'restorePlan',
  'deployments',
  'profile',
])

export interface Way {
  /** Waits while the connection is lost. A call that changes something and lost its reply ends in `connection.lost`. */
  readonly studio: StudioApi
  /** Resolves when calls succeed and everything has been read again. */
  ready(): Promise<void>
  /** Resolves when no call was made for `rest` milliseconds, or after `most`. */
  rested(rest: number, most: number): Promise<void>
  /** To be called by the port. */
  changed(state: ConnectionState): Promise<void>
}

/**
 * A connection to a studio that may be lost and restored. `recover` receives the studio without waiting for the
 * connection; it opens and reads everything again.
 */
export function createWay(
  port: Port,
  isConnected: ShallowRef<boolean>,
  recover: (studio: StudioApi) => Promise<void>,
): Way {
  let waiting: (() => void)[] = []
  let isRecovering = false
  const ready = (): Promise<void> =>
    isConnected.value ? Promise.resolve() : new Promise(resolve => waiting.push(resolve))

  let asking = 0
  let lastAnswer = 0

  async function call(method: string, args: readonly unknown[]): Promise<Reply> {
    asking++
    try {
      return await callThrough(method, args)
    } finally {
      asking--
      lastAnswer = performance.now()
    }
  }

  async function rested(rest: number, most: number): Promise<void> {
    const begun = performance.now()
    const isResting = (): boolean => asking === 0 && performance.now() - Math.max(begun, lastAnswer) >= rest
    while (!isResting() && performance.now() - begun < most)
      await new Promise(resolve => {
        setTimeout(resolve, rest / 4)
      })
  }

  async function callThrough(method: string, args: readonly unknown[]): Promise<Reply> {
    for (;;) {
      if (!isConnected.value) await ready() // a call that need not wait is sent before the caller goes on
      const reply = await port.call(method, args)
      if (reply.ok || reply.code !== 'connection.lost' || !READING.has(method)) return reply
      isConnected.value = false
    }
  }

  async function changed(state: ConnectionState): Promise<void> {
    if (state === 'lost' || state === 'refused') isConnected.value = false
    if (state === 'lost' || state === 'refused' || isRecovering) return
    if (state === 'again') {
      isRecovering = true
      isConnected.value = false
      await recover(connect(port)).catch((error: unknown) => {
        if (!(error instanceof StudioError)) throw error
      })
      isRecovering = false
    }
    isConnected.value = true
    const found = waiting
    waiting = []
    for (const go of found) go()
  }

  return { studio: connect({ call }), ready, rested, changed }
}
