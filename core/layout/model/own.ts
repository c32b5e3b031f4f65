/**
 * The value that a record itself has under a name that comes from data; undefined where it has none. A plain `record[name]` also
 * finds what every object inherits: `toString`, `constructor`, `__proto__`. `Reflect.has` is for reactive proxies, which do not notice
 * `Object.hasOwn`: without it a name that is added later is never looked up again.
 */
export const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Reflect.has(record, name) && Object.hasOwn(record, name) ? record[name] : undefined

/** Gives a record a value under a name that comes from data. A plain assignment loses one called `__proto__`. */
export function setOwn<T>(record: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__')
    Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true })
  else record[name] = value
}
