import { spawn } from 'node:child_process'

/** Opens an address in the person's browser; where that fails the printed address is still there. */
export function openBrowser(url: string): void {
  const [command, args] = process.platform === 'win32' ? ['explorer.exe', [url]]
    : process.platform === 'darwin' ? ['open', [url]] : ['xdg-open', [url]]
  spawn(command, args, { stdio: 'ignore', detached: true }).on('error', () => undefined).unref()
}
