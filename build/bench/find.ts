import { monitorEventLoopDelay } from 'node:perf_hooks'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { FAMILIES } from '@areal-studio/core'
import { createStudio, type StudioApi } from '@areal-studio/core/studio'
import { nodeHost } from '../../electron/node/node-host'
import { percentile, type Figures, type Measured } from './figures'
import type { BenchInstall } from './install'
import { inWindow } from './window'

const NAMES = ['find_window_delay_p99_ms', 'find_window_ms', 'find_cancel_ms'] as const
/** A value of every areal of every map, so that the results are as many as may be listed. */
const SOUGHT = { text: 'logic_flag >= 0', kind: 'value' } as const
const BYTES = { text: '00 00 80 3F', kind: 'bytes' } as const

/** A search through the whole install: how long it keeps its host and its window from answering, and how soon it can be stopped. */
export async function measureFind(install: BenchInstall): Promise<Measured> {
  const host = await measureHost(install)
  const { figures, reasons } = await inWindow(install, NAMES, { width: 1440, height: 900 }, measurePage)
  return { figures: { ...host, ...figures }, ...(reasons && { reasons }) }
}

async function measureHost(install: BenchInstall): Promise<Figures> {
  const { api, listen } = createStudio({ host: nodeHost(join(install.temp, 'find')), families: FAMILIES })
  await api.open(install.root)
  await Promise.all([api.check(), api.prove()])
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const begun = performance.now()
  delay.enable()
  for (const { text, kind } of [SOUGHT, BYTES]) {
    const ended = new Promise<void>(done => {
      const remove = listen('found', found => {
        if (found.state === 'running') return
        remove()
        done()
      })
    })
    await api.find(text, { kind })
    await ended
  }
  delay.disable()
  return { find_ms: performance.now() - begun, find_host_delay_p99_ms: delay.percentile(99) / 1e6 }
}

async function measurePage(page: Page): Promise<Figures> {
  const probe = await page.evaluateHandle<{ readonly studio: StudioApi }>('globalThis.arealProbe')
  await probe.evaluate(async ({ studio }) => {
    while (!(await studio.info())) await new Promise(done => setTimeout(done, 100))
    await Promise.all([studio.check(), studio.prove()])
  })
  await page.keyboard.press('Control+Shift+F')
  await page.getByTestId('find-kind').getByRole('radio').nth(2).click()
  await page.getByTestId('find-text').locator('input').fill(SOUGHT.text)
  await page.waitForTimeout(500)
  const { delays, took } = await page.evaluate(searchInPage)
  await page.getByTestId('find-start').click()
  const stop = page.getByTestId('find-stop')
  await stop.waitFor()
  const cancel = await page.evaluate(stopInPage)
  return { find_window_delay_p99_ms: percentile(delays, 0.99), find_window_ms: took, find_cancel_ms: cancel }
}

/** Runs in the window. Delays of its event loop, from the start of the search until it is reported as done. */
async function searchInPage(): Promise<{ readonly delays: number[]; readonly took: number }> {
  const one = (name: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-testid="${name}"]`)
  const delays: number[] = []
  const begun = performance.now()
  one('find-start')?.click()
  while (!one('find-stop') && performance.now() - begun < 10_000) await new Promise(done => setTimeout(done, 1))
  let last = performance.now()
  while (one('find-stop') && last - begun < 300_000) {
    await new Promise<void>(done => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => setTimeout(done, 1)
      port2.postMessage(null)
    })
    const now = performance.now()
    delays.push(now - last)
    last = now
  }
  return { delays, took: performance.now() - begun }
}

/** Runs in the window: from the press of the button until the search is reported as stopped. */
async function stopInPage(): Promise<number> {
  const stop = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-testid="find-stop"]')
  const begun = performance.now()
  stop()?.click()
  while (stop() && performance.now() - begun < 10_000) await new Promise(done => setTimeout(done, 1))
  return performance.now() - begun
}
