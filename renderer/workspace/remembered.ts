const PREFIX = 'areal-studio.'

/** What was kept under a name at the last start; undefined where nothing or nothing readable was. */
export function remembered(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps a value for the next start. A full or forbidden store loses comfort, never work. */
export function remember(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    return
  }
}
