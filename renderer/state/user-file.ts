import { windowAtWork } from './windows'

/** Saves a text or bytes as a file in the browser's download folder. */
export function saveText(name: string, data: string | Uint8Array): void {
  const address = URL.createObjectURL(
    new Blob([typeof data === 'string' ? data : data.slice()], { type: 'application/octet-stream' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export interface TextFile {
  readonly name: string
  readonly text: string
}

/** Opens a file dialog and returns the text of the chosen file; null if it was cancelled or the file cannot be read. */
export async function askForText(accept = '.json'): Promise<string | null> {
  return (await askForTextFile(accept))?.text ?? null
}

/** The same with the file's name. */
export function askForTextFile(accept: string): Promise<TextFile | null> {
  const input = windowAtWork().document.createElement('input')
  input.type = 'file'
  input.accept = accept
  return new Promise(resolve => {
    input.addEventListener('cancel', () => resolve(null))
    input.addEventListener('change', () => {
      const file = input.files?.[0]
      if (file)
        void file.text().then(
          text => resolve({ name: file.name, text }),
          () => resolve(null),
        )
      else resolve(null)
    })
    input.click()
  })
}

/** Opens a file dialog and returns name and bytes of the chosen file; null if it was cancelled or cannot be read. */
export function askForFile(accept = ''): Promise<{ readonly name: string; readonly bytes: Uint8Array } | null> {
  const input = windowAtWork().document.createElement('input')
  input.type = 'file'
  input.accept = accept
  return new Promise(resolve => {
    input.addEventListener('cancel', () => resolve(null))
    input.addEventListener('change', () => {
      const file = input.files?.[0]
      if (!file) return resolve(null)
      void file.arrayBuffer().then(
        buffer => resolve({ name: file.name, bytes: new Uint8Array(buffer) }),
        () => resolve(null),
      )
    })
    input.click()
  })
}
