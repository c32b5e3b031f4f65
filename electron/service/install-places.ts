/** Folders of a Steam `libraryfolders.vdf`: each library's `path`, in the order of the file. Older files name them by number. */
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

/** Values that name a folder in what `reg query KEY /s` prints; their names as Steam, GOG and setup programs write them. */
const FOLDER_VALUES = new Set([
  'path',
  'installpath',
  'steampath',
  'installlocation',
  'install_dir',
  'exepath',
  'inno setup: app path',
])

/** Folders named by what `reg query KEY /s` printed; keys and values of other kinds are passed over. */
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

/** Folders named by the `system.reg` of a Wine prefix (`"InstallLocation"="C:\\Games\\X"`), as paths below its drive C. */
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
