import { useDebounceFn } from '@vueuse/core'

const PREFIX = 'areal-studio.'
/** Settings change in bursts (a moving camera, a dragged sash); the host hears of them once they rest. */
const REST = 500

/** What the host keeps in the user's data: it outlives the address of the page, which the browser's own store goes by. */
let kept: Readonly<Record<string, unknown>> = {}
let changes: Readonly<Record<string, unknown>> = {}
let keep: (change: Readonly<Record<string, unknown>>) => void = () => undefined
const keepSoon = useDebounceFn(() => {
  const settled = changes
  changes = {}
  keep(settled)
}, REST, { maxWait: REST * 4 })

/** Told once, before anything asks: what was kept, and the way to keep more (null removes). */
export function rememberWith(known: Readonly<Record<string, unknown>>, send: typeof keep): void {
  kept = known
  keep = send
}

/** What was kept under a name at the last start; undefined where nothing or nothing readable was. */
export function remembered(name: string): unknown {
  if (name in kept) return kept[name] ?? undefined
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps a value for the next start; undefined forgets it. A full or forbidden store loses comfort, never work. */
export function remember(name: string, value: unknown): void {
  kept = { ...kept, [name]: value ?? null }
  changes = { ...changes, [name]: value ?? null }
  void keepSoon()
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    return
  }
}
