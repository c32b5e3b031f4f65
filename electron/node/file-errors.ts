import { own } from '@areal-studio/core/layout'
import { StudioError } from '@areal-studio/core/format'

const CODES: Readonly<Record<string, string>> = {
  ENOENT: 'file.missing',
  ENOTDIR: 'file.missing',
  EROFS: 'file.read-only',
  EACCES: 'file.read-only',
  EPERM: 'file.read-only',
  EBUSY: 'file.locked',
  ETXTBSY: 'file.locked',
  ENAMETOOLONG: 'file.too-long',
  EIO: 'file.drive-gone',
  ENODEV: 'file.drive-gone',
  ENXIO: 'file.drive-gone',
  ESTALE: 'file.drive-gone',
  ENOTCONN: 'file.drive-gone',
  ENOSPC: 'file.disk-full',
  EDQUOT: 'file.disk-full',
  EFBIG: 'file.disk-full',
}
/** Codes for reading, where a denied access does not concern writing. */
const READING: Readonly<Record<string, string>> = { EACCES: 'file.unreadable', EPERM: 'file.unreadable' }
/** Error codes of Windows for replacing a file that a program holds open. */
const REPLACING: Readonly<Record<string, string>> =
  process.platform === 'win32' ? { EPERM: 'file.locked', EACCES: 'file.locked' } : {}

export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** A system error as StudioError with the path. Other errors are returned unchanged. */
export function fileError(error: unknown, path: string, doing: 'read' | 'write' | 'replace'): unknown {
  const code = systemCode(error)
  if (code === undefined || error instanceof StudioError) return error
  const special = doing === 'read' ? READING : doing === 'replace' ? REPLACING : {}
  return new StudioError(own(special, code) ?? own(CODES, code) ?? 'file.unreadable', { path, reason: code })
}
