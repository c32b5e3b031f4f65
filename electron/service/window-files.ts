import { own } from '@areal-studio/core/layout'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { WINDOW_FILES } from './program'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.map': 'application/json',
}

interface WindowFile {
  readonly type: string
  readonly bytes: Buffer
  /** Its name contains a digest: a browser may cache it. */
  readonly isLasting: boolean
}

/** A file of the built window by the path of its address; undefined for anything else. */
export async function windowFile(address: string): Promise<WindowFile | undefined> {
  const path = pathOf(address)
  if (path === undefined) return undefined
  const absolute = join(WINDOW_FILES, path)
  const type = own(TYPES, extname(absolute).toLowerCase())
  const inside = relative(WINDOW_FILES, absolute)
  if (type === undefined || inside.startsWith('..') || inside.split(sep).includes('..')) return undefined
  try {
    return { type, bytes: await readFile(absolute), isLasting: inside.startsWith(`assets${sep}`) }
  } catch {
    return undefined
  }
}

function pathOf(address: string): string | undefined {
  try {
    const path = decodeURIComponent(address)
    const isStrange = path.includes('\0') || path.includes('\\') || path.includes(':') || path.split('/').includes('..')
    return isStrange ? undefined : path === '/' ? 'index.html' : path
  } catch {
    return undefined
  }
}
