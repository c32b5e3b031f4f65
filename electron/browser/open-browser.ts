import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutOwnVariables } from '../node/environment'
import { systemCode } from '../node/file-errors'

/** A page that redirects to an address. */
export const pageLeadingTo = (url: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Areal Studio</title><meta http-equiv="refresh" content="0;url=${url}">`

/** Opens the user's browser on a file. Where that fails the address has been printed. */
export function openBrowser(path: string): void {
  const [command, args] =
    process.platform === 'win32'
      ? ['explorer.exe', [path]]
      : process.platform === 'darwin'
        ? ['open', [path]]
        : ['xdg-open', [path]]
  spawn(command, args, { stdio: 'ignore', detached: true, env: withoutOwnVariables(process.env) })
    .on('error', () => undefined)
    .unref()
}

/**
 * Writes a page that redirects to the address, readable by its owner only: the command line of a program is visible to
 * other users, this file is not. Undefined where the folder cannot be written.
 */
export function redirectFile(folder: string, url: string): string | undefined {
  const path = join(folder, `open-${process.pid}.html`)
  try {
    rmSync(path, { force: true })
    writeFileSync(path, pageLeadingTo(url), { mode: 0o600, flag: 'wx' })
    return path
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return undefined
  }
}
