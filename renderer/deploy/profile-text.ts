/** Words as they are typed on one line: divided by spaces, those with spaces or quotes in double quotes. */
export const printWords = (words: readonly string[]): string =>
  words.map(word => (/^[^\s"]+$/.test(word) ? word : `"${word.replace(/["\\]/g, '\\$&')}"`)).join(' ')

export function readWords(text: string): string[] {
  return Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"|\S+/g), match =>
    match[1] === undefined ? match[0] : match[1].replace(/\\(["\\])/g, '$1'),
  )
}

/** One command a line. */
export const printCommands = (commands: readonly (readonly string[])[]): string => commands.map(printWords).join('\n')

/** Empty lines are left out. */
export const readCommands = (text: string): string[][] =>
  text
    .split('\n')
    .map(readWords)
    .filter(words => words.length > 0)

/** One `NAME=value` a line. */
export const printEnvironment = (environment: Readonly<Record<string, string>>): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')

/** Lines without `=` are left out. */
export const readEnvironment = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap(line => {
      const at = line.indexOf('=')
      return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1)]] : []
    }),
  )
