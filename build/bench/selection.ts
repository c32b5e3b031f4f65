import type { CDPSession, Page } from '@playwright/test'
import { document as laidOut, locate, type Document, type Value } from '@areal-studio/core/layout'
import { arealMap } from '@areal-studio/core/families/parkan'
import { editElsewhere, selectElsewhere } from '../../e2e/elsewhere'
import {
  fromForm,
  fromHex,
  fromJson,
  fromStruct,
  fromTable,
  offsetOf,
  wholeTable,
  type Stage,
  type Way,
} from '../../e2e/five-views'
import { median, percentile, type Figures, type Measured } from './figures'
import type { BenchInstall } from './install'
import { largestMap, openApart } from './panes'
import { inWindow } from './window'

const NAMES = [
  'select_in_hex_ms',
  'select_in_struct_ms',
  'select_in_table_ms',
  'select_in_json_ms',
  'select_in_form_ms',
  'select_inserted_ms',
  'selection_ms_p95',
  'selection_cpu_ms',
  'selection_cpu_ms_p95',
] as const
/** Polygons added to an areal: no map of the game has any. */
const POLYGONS = 9
const NESTED = ['vertices', 'links', 'polygons'] as const
/** Repetitions of each gesture; all count. */
const TRIES = 3
/** Milliseconds before a gesture, so that it begins at rest. */
const REST = 400

type View = 'hex' | 'struct' | 'table' | 'json' | 'form'
const WAYS: Readonly<Record<View, (stage: Stage, array: string, at: number) => Promise<Way>>> = {
  hex: (stage, array, at) => fromHex(stage, `${array}/${at}`),
  struct: fromStruct,
  table: fromTable,
  json: fromJson,
  form: fromForm,
}

interface Followed {
  readonly view: View
  /** From the key or click until the frame is painted in which every pane shows the node, in milliseconds. */
  readonly time: number
  /** Milliseconds that the window's main thread was busy in it. */
  readonly cpu: number
}

/**
 * With map, form, struct, hex, table and the JSON of the whole file side by side on the largest map: the first, middle and last
 * of each array are selected from each of the five panes by key or mouse, until the others show it; areals once more after
 * one was inserted before all.
 */
export const measureSelection = (install: BenchInstall): Promise<Measured> =>
  inWindow(install, NAMES, { width: 1920, height: 1080 }, page => measurePage(page, largestMap(install)))

async function measurePage(page: Page, entry: string): Promise<Figures> {
  const rich = await prepare(page, entry)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const arrays = ['areals', ...NESTED.map(name => `${rich}/${name}`), 'cells']
  // The engine compiles what it sees often, and a window is open for hours.
  await followAll(page, session, { page, entry, whole: await layOut(page, entry) }, arrays, count => [count >> 1], 1)
  const before = await followAll(page, session, { page, entry, whole: await layOut(page, entry) }, arrays)
  await insertFirst(page, entry)
  const after = await followAll(page, session, { page, entry, whole: await layOut(page, entry) }, ['areals'])
  const all = [...before, ...after]
  const of = (view: View): number => median(before.filter(one => one.view === view).map(({ time }) => time))
  return {
    select_in_hex_ms: of('hex'),
    select_in_struct_ms: of('struct'),
    select_in_table_ms: of('table'),
    select_in_json_ms: of('json'),
    select_in_form_ms: of('form'),
    select_inserted_ms: median(after.map(({ time }) => time)),
    selection_ms_p95: percentile(
      all.map(({ time }) => time),
      0.95,
    ),
    selection_cpu_ms: median(all.map(({ cpu }) => cpu)),
    selection_cpu_ms_p95: percentile(
      all.map(({ cpu }) => cpu),
      0.95,
    ),
  }
}

/** Returns the areal in the middle, which has several of everything then. */
async function prepare(page: Page, entry: string): Promise<string> {
  await openApart(page, entry, 'areals/0')
  const middle = (locate(await layOut(page, entry), 'areals')?.childCount ?? 0) >> 1
  await page.getByTestId('json-scope').getByText('File').click()
  await page.locator('[data-testid="json-editor"] .json-selected').first().waitFor({ timeout: 60_000 })
  const polygons = Array.from({ length: POLYGONS }, () => ({ words: [0, 1, 2] }))
  await change(page, entry, middle, record => ({
    ...record,
    poly_count: POLYGONS,
    polygons,
    links: [...listOf(record, 'links'), ...Array.from({ length: 3 * POLYGONS }, () => NO_LINK)],
  }))
  return `areals/${middle}`
}

/** The first areal gets a vertex more: everything behind it moves. */
const insertFirst = (page: Page, entry: string): Promise<void> =>
  change(page, entry, 0, first => {
    const vertices = listOf(first, 'vertices')
    return {
      ...first,
      vertex_count: vertices.length + 1,
      vertices: [...vertices, ...vertices.slice(-1)],
      links: [...listOf(first, 'links'), NO_LINK],
    }
  })

type Fields = Readonly<Record<string, Value>>
const NO_LINK = { area_ref: -1, edge_ref: -1 }
const listOf = (record: Fields, name: string): readonly Value[] => record[name] as readonly Value[]

async function change(page: Page, entry: string, areal: number, to: (record: Fields) => Value): Promise<void> {
  const path = `areals/${areal}`
  const value = to(locate(await layOut(page, entry), path)?.value as Fields)
  await editElsewhere(page, entry, path, value)
}

/** The map as the studio has it now. */
async function layOut(page: Page, entry: string): Promise<Document> {
  const { bytes, areals } = await page.evaluate(async path => {
    const image = await window.arealProbe?.studio?.read(path)
    return { bytes: Array.from(image?.bytes ?? []), areals: Number(image?.attributes['attr1']) }
  }, entry)
  return laidOut(arealMap(areals), Uint8Array.from(bytes))
}

const ends = (count: number): readonly number[] => [0, count >> 1, count - 1]

async function followAll(
  page: Page,
  session: CDPSession,
  stage: Stage,
  arrays: readonly string[],
  places = ends,
  tries = TRIES,
): Promise<Followed[]> {
  const followed: Followed[] = []
  for (const view of Object.keys(WAYS) as View[]) {
    for (const array of arrays.filter(one => view !== 'form' || !one.includes('/'))) {
      for (const at of places(locate(stage.whole, array)?.childCount ?? 0)) {
        for (let run = 0; run < tries; run++)
          followed.push({ view, ...(await follow(page, session, stage, await wayFrom(stage, view, array, at))) })
      }
    }
    if (view === 'table') await wholeTable(page)
  }
  return followed
}

/** The gesture, with the record beside selected before it. */
async function wayFrom(stage: Stage, view: View, array: string, at: number): Promise<Way> {
  await selectElsewhere(stage.page, stage.entry, `${array}/${at === 0 ? 1 : at - 1}`)
  return WAYS[view](stage, array, at)
}

async function follow(
  page: Page,
  session: CDPSession,
  { whole }: Stage,
  { path, act }: Way,
): Promise<Omit<Followed, 'view'>> {
  await page.waitForTimeout(REST)
  const watched = await page.evaluateHandle(watchInPage, {
    path,
    offset: offsetOf(whole, path),
    record: /^[a-z]+\/\d+/.exec(path)?.[0] ?? path,
  })
  const worked = async (): Promise<number> =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
  const before = await worked()
  await act()
  const time = await watched.evaluate(({ shown }) => shown)
  return { time, cpu: ((await worked()) - before) * 1000 }
}

interface Watched {
  readonly shown: Promise<number>
}

/** Runs in the window. The time begins with the key or click. */
function watchInPage({
  path,
  offset,
  record,
}: {
  readonly path: string
  readonly offset: number
  readonly record: string
}): Watched {
  const one = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
  const inTable = (): string =>
    `${one('[data-testid="table-array"]')?.textContent?.trim()}/${one('[data-testid="table-grid"] [data-record][aria-selected="true"]')?.dataset['record']}/`
  const isShown = (): boolean =>
    one('[data-testid="struct-row"][aria-selected="true"]')?.dataset['path'] === path &&
    one('[data-testid="json-editor"]')?.dataset['path'] === path &&
    one('[data-testid="hex-grid"]')?.dataset['caret'] === String(offset) &&
    one('.form-head p')?.textContent?.trim().endsWith(record) === true &&
    `${path}/`.startsWith(inTable()) &&
    (!record.startsWith('areals/') ||
      one('[data-testid="viewport-live"]')?.textContent?.includes(record.slice(7)) === true)
  const channel = new MessageChannel()
  // What is posted in a frame's callback comes after the frame was laid out and painted.
  const painted = (): Promise<void> =>
    new Promise(done => {
      channel.port1.onmessage = () => done()
      requestAnimationFrame(() => channel.port2.postMessage(0))
    })
  const shown = new Promise<number>(done => {
    const begin = (event: Event): void => {
      removeEventListener('keydown', begin, true)
      removeEventListener('click', begin, true)
      const begun = event.timeStamp
      void (async () => {
        do await painted()
        while (!isShown() && performance.now() - begun < 5000)
        done(performance.now() - begun)
      })()
    }
    addEventListener('keydown', begin, true)
    addEventListener('click', begin, true)
  })
  return { shown }
}
