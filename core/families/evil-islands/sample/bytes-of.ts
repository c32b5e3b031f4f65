import { write, type AnyLayout, type Bytes } from '../../../layout'

/** The bytes of a value whose counts are filled by the writer. */
export const bytesOf = (layout: AnyLayout, value: unknown): Bytes => write(layout, value).bytes
