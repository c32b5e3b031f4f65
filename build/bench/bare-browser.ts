import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'

/** A page whose traffic nobody records. */
export interface BarePage {
  /** The result of a function that runs in the page; throws what it throws. */
  evaluate<Given, Result>(run: (given: Given) => Promise<Result> | Result, given: Given): Promise<Result>
}

interface Answer {
  readonly id?: number
  /** Name of an event. */
  readonly method?: string
  readonly result?: {
    readonly targetInfos?: readonly { readonly type: string; readonly targetId: string }[]
    readonly sessionId?: string
    readonly result?: { readonly value?: unknown }
    readonly exceptionDetails?: { readonly exception?: { readonly description?: string } }
  }
  readonly error?: { readonly message: string }
}

/**
 * Opens an address in a browser of which only `Page` and `Runtime.evaluate` are used. Playwright records the network traffic of its
 * pages: the browser would copy each message of a WebSocket to it as base64, megabytes of them in the measured time.
 */
export async function inBareBrowser<T>(
  path: string,
  args: readonly string[],
  url: string,
  measure: (page: BarePage) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'areal-bare-'))
  const browser = spawn(
    path,
    [...['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`], ...[...args, 'about:blank']],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  try {
    const address = await new Promise<string>((done, fail) => {
      let said = ''
      browser.stderr.setEncoding('utf8').on('data', (words: string) => {
        said += words
        const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
        if (found !== undefined) done(found)
      })
      browser.on('error', fail)
      browser.on('exit', code => fail(new Error(`the browser ended with ${String(code)}: ${said}`)))
    })
    return await measure(await opened(address, url))
  } finally {
    const ended = new Promise(done => browser.once('exit', done))
    browser.kill('SIGTERM')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function opened(address: string, url: string): Promise<BarePage> {
  const socket = new WebSocket(address, { maxPayload: 2 ** 28 })
  await new Promise((done, fail) => socket.once('open', done).once('error', fail))
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    else if (answer.method === 'Page.loadEventFired') loaded()
  })
  let loaded = (): void => undefined
  let calls = 0
  async function call(method: string, params: object, sessionId?: string): Promise<NonNullable<Answer['result']>> {
    const id = ++calls
    const { result, error } = await new Promise<Answer>(done => {
      waiting.set(id, done)
      socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
    if (!result) throw new Error(`${method}: ${error?.message ?? ''}`)
    return result
  }
  const { targetInfos = [] } = await call('Target.getTargets', {})
  const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true })
  await call('Page.enable', {}, sessionId)
  const load = new Promise<void>(done => {
    loaded = done
  })
  await call('Page.navigate', { url }, sessionId)
  await load
  return {
    async evaluate<Given, Result>(run: (given: Given) => Promise<Result> | Result, given: Given): Promise<Result> {
      const expression = `(${run.toString()})(${JSON.stringify(given)})`
      const { result, exceptionDetails } = await call(
        'Runtime.evaluate',
        { expression, awaitPromise: true, returnByValue: true },
        sessionId,
      )
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'an exception in the page')
      return result?.value as Result
    },
  }
}
