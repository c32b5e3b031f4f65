/** Saves a text as a file where the browser puts downloads. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Asks for one file of the user's and answers its text; null where the question was closed or the file cannot be read. */
export function askForText(): Promise<string | null> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.json'
  return new Promise(resolve => {
    input.addEventListener('cancel', () => resolve(null))
    input.addEventListener('change', () => {
      const file = input.files?.[0]
      if (file) void file.text().then(resolve, () => resolve(null))
      else resolve(null)
    })
    input.click()
  })
}
