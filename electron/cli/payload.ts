import type { Attributes } from '@areal-studio/core/edit'
import { StudioError, type EntryInfo, type Format } from '@areal-studio/core/format'
import { LayoutError, fromJson, write, type AnyLayout } from '@areal-studio/core/layout'
import { formatNamed } from './studio'

/** A format's declaration for an entry of which only the attributes are known. Throws `format.no-declaration`. */
export function declaredLayout(format: Format, attributes: EntryInfo['attributes'] = {}): AnyLayout {
  const info: EntryInfo = {
    path: '',
    name: '',
    size: 0,
    head: new Uint8Array(0),
    container: null,
    attributes,
  }
  const layout = format.layout?.(info)
  if (layout === undefined) throw new StudioError('format.no-declaration', { format: format.id })
  return layout
}

/** The payload from format, attributes and the text of a value. Throws StudioError or LayoutError. */
export function payloadFrom(format: string | null, attributes: Attributes, value: string): Uint8Array {
  const hex = /^\s*"hex:((?:[0-9a-fA-F]{2})*)"\s*$/.exec(value)?.[1]
  if (hex !== undefined) return new Uint8Array(Buffer.from(hex, 'hex'))
  if (format === null) throw new StudioError('json.no-hex')
  const layout = declaredLayout(formatNamed(format), attributes)
  return write(layout, fromJson(layout, value)).bytes
}

/** As `payloadFrom`; undefined where it would throw. */
export function payloadOf(format: string | null, attributes: Attributes, value: string): Uint8Array | undefined {
  try {
    return payloadFrom(format, attributes, value)
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return undefined
    throw error
  }
}
