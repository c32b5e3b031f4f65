/**
 * A value or text that a layout cannot hold, or bytes that it cannot read. `code` is a key of the message catalogue
 * (`refusal.layout.range`); `params` always hold `path`, and `line` and `column` where the value came as text.
 */
export class LayoutError extends Error {
  readonly params: Readonly<Record<string, string | number>>

  constructor(
    readonly code: string,
    params: Readonly<Record<string, string | number>>,
    /** Node path of the value that is refused; '' is the whole. */
    readonly path: string,
  ) {
    super(path === '' ? code : `${code} at ${path}`)
    this.name = 'LayoutError'
    // In a sentence the whole has a name too.
    this.params = { ...params, path: path === '' ? '/' : path }
  }
}
