import { formatAmong, shelfOf, type Shelf } from '../../format/shelf.fixture'
import type { Bytes } from '../../layout'
import { PARKAN } from './parkan'

export type { Shelf }

export const formatOf = formatAmong(PARKAN.formats)

/** A folder of files in memory, opened through the family's formats. */
export const shelf = (files: Readonly<Record<string, Bytes>>): Shelf => shelfOf(PARKAN.formats, files)
