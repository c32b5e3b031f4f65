import { useDebounceFn } from '@vueuse/core'
import { computed, shallowRef, type WritableComputedRef } from 'vue'

const PREFIX = 'areal-studio.'
/** Settings change in bursts (a moving camera, a dragged sash); the host hears of them once they rest. */
const REST = 500

type Values = Readonly<Record<string, unknown>>

/** What the host keeps in the user's data: it outlives the address of the page, which the browser's own store goes by. */
let kept: Values = {}
/** What the open workspace sets: it wins over what the user chose. */
let ruling: Values = {}
let changes: Values = {}
let keep: (change: Values) => void = () => undefined
const listeners = new Set<() => void>()
const keepSoon = useDebounceFn(keepNow, REST, { maxWait: REST * 4 })

/** Sends what waits to the host at once. */
export function keepNow(): void {
  const settled = changes
  changes = {}
  if (Object.keys(settled).length > 0) keep(settled)
}

/** Told once, before anything asks: what was kept, and the way to keep more (null removes). */
export function rememberWith(known: Values, send: typeof keep): void {
  kept = known
  keep = send
}

/** What earlier versions kept only in the browser's store goes to the host. Not where the host has not told what it has. */
export function moveFromBrowser(): void {
  for (const name of namesInBrowser()) {
    if (Object.hasOwn(kept, name)) continue
    const value = inBrowser(name)
    if (value !== undefined) remember(name, value)
  }
}

/** The kept values were changed from outside (the settings file was edited): who shows them reads again. */
export function relearn(known: Values): void {
  kept = known
  for (const listener of listeners) listener()
}

/** The open workspace sets these; none where it is closed. */
export function rule(values: Values): void {
  ruling = values
  for (const listener of listeners) listener()
}

/** What was kept under a name at the last start; undefined where nothing or nothing readable was. */
export function remembered(name: string): unknown {
  if (Object.hasOwn(ruling, name)) return ruling[name]
  return Object.hasOwn(kept, name) ? (kept[name] ?? undefined) : inBrowser(name)
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

/** A choice of the user: kept when it is set, and read again when the settings file was edited. Where the workspace sets it, that stays. `read` answers undefined for what is wrong. */
export function keptChoice<T>(
  name: string,
  read: (value: unknown) => T | undefined,
  usual: () => T,
): WritableComputedRef<T> {
  const value = shallowRef<T>(read(remembered(name)) ?? usual())
  listeners.add(() => {
    value.value = read(remembered(name)) ?? usual()
  })
  return computed({
    get: () => value.value,
    set: next => {
      if (!Object.hasOwn(ruling, name)) value.value = next
      remember(name, next)
    },
  })
}

function inBrowser(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function namesInBrowser(): string[] {
  try {
    return Object.keys(localStorage)
      .filter(name => name.startsWith(PREFIX))
      .map(name => name.slice(PREFIX.length))
  } catch {
    return []
  }
}
