/**
 * Libraries in a Steam `libraryfolders.vdf`: each `path`, in the order of the file. Older files use numbers as names.
 */
export function steamLibraries(vdf: string): string[] {
  const pairs = Array.from(
    vdf.matchAll(/"((?:[^"\\]|\\.)*)"[ \t]+"((?:[^"\\]|\\.)*)"/g),
    found => [unescaped(found[1] ?? ''), unescaped(found[2] ?? '')] as const,
  )
  const paths = pairs
    .filter(([name, value]) => name.toLowerCase() === 'path' || (/^\d+$/.test(name) && /[\\/]/.test(value)))
    .map(([, value]) => value)
  return [...new Set(paths)]
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1')

/** Values with a folder in the output of `reg query KEY /s`, as Steam, GOG and setup programs name them. */
const FOLDER_VALUES = new Set([
  'path',
  'installpath',
  'steampath',
  'installlocation',
  'install_dir',
  'exepath',
  'inno setup: app path',
])

/** Folders in the output of `reg query KEY /s`; keys and values of other kinds are ignored. */
export function registryFolders(printed: string): string[] {
  const folders = printed.split(/\r?\n/).flatMap(line => {
    const found = /^\s{4}(.+?)\s{4}REG_(?:EXPAND_)?SZ\s{4}(.+)$/.exec(line)
    const [name, value] = [found?.[1]?.toLowerCase() ?? '', found?.[2]?.trim() ?? '']
    if (!FOLDER_VALUES.has(name) || !/^[a-z]:[\\/]/i.test(value)) return []
    return [
      value
        .replace(/\//g, '\\')
        .replace(/\\+$/, '')
        .replace(/\\[^\\]+\.exe$/i, ''),
    ]
  })
  return [...new Set(folders)]
}

/** Folders in the `system.reg` of a Wine prefix (`"InstallLocation"="C:\\Games\\X"`), as paths below its drive C. */
export function wineFolders(registry: string): string[] {
  const folders = Array.from(
    registry.matchAll(/^"([^"]+)"="((?:[^"\\]|\\.)*)"/gm),
    found => [(found[1] ?? '').toLowerCase(), unescaped(found[2] ?? '')] as const,
  ).flatMap(([name, value]) =>
    FOLDER_VALUES.has(name) && /^c:\\./i.test(value)
      ? [
          value
            .slice(3)
            .replace(/\\+$/, '')
            .replace(/\\[^\\]+\.exe$/i, '')
            .replace(/\\/g, '/'),
        ]
      : [],
  )
  return [...new Set(folders)]
}
