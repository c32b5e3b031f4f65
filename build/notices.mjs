// What ships besides our own code: a bill of materials (CycloneDX) and the licence texts, from the lockfile and the packages.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './steps.mjs'

const NOTICES = join(ROOT, 'out/notices')
/** Licences that let a program under the MIT licence ship the package. A package under another one is not taken. */
export const ALLOWED = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'OFL-1.1',
  'Unlicense',
  'CC0-1.0',
  'Zlib',
]
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|unlicense)/i

/** Packages of the lockfile that are not only for work on the studio, with the version of Electron; each with its licence text. */
export function shipped() {
  const { packages } = read('package-lock.json')
  const found = Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([path, { version, license, integrity }]) => ({
      name: path.split('node_modules/').at(-1),
      version,
      licence: license ?? '',
      integrity,
      text: licenceText(path),
    }))
  const { version, license } = packages['node_modules/electron']
  return [
    ...found,
    { name: 'electron', version, licence: license, integrity: undefined, text: licenceText('node_modules/electron') },
  ].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether one of the licences that a package may be used under, or all that hold together, are allowed ones. */
export const isAllowed = licence =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some(one => one.split(' AND ').every(licence => ALLOWED.includes(licence)))

/** The bill of materials, CycloneDX 1.6. */
export function bill(parts) {
  const { name, version } = read('package.json')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, 'bom-ref': `${name}@${version}` } },
    components: parts.map(part => ({
      type: part.name === 'electron' ? 'framework' : 'library',
      name: part.name,
      version: part.version,
      'bom-ref': `${part.name}@${part.version}`,
      purl: `pkg:npm/${part.name.replace('@', '%40')}@${part.version}`,
      licenses: [part.licence.includes(' ') ? { expression: part.licence } : { license: { id: part.licence } }],
      ...(part.integrity && {
        hashes: [
          { alg: 'SHA-512', content: Buffer.from(part.integrity.slice('sha512-'.length), 'base64').toString('hex') },
        ],
      }),
    })),
  }
}

/** Writes both into out/notices. Throws where a package may not ship. */
export function writeNotices() {
  const parts = shipped()
  const refused = parts.filter(({ licence }) => !isAllowed(licence))
  if (refused.length > 0)
    throw new Error(
      `Licences that are not allowed: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`,
    )
  mkdirSync(NOTICES, { recursive: true })
  writeFileSync(join(NOTICES, 'sbom.cdx.json'), `${JSON.stringify(bill(parts), null, 2)}\n`)
  writeFileSync(join(NOTICES, 'LICENSES.txt'), parts.map(page).join('\n'))
}

function page({ name, version, licence, text }) {
  return `${'='.repeat(78)}\n${name} ${version}\n${licence}\n${'='.repeat(78)}\n\n${text ?? 'The package holds no text of its licence.'}\n`
}

function licenceText(path) {
  const folder = join(ROOT, path)
  if (!existsSync(folder)) return undefined
  const files = readdirSync(folder)
    .filter(name => LICENCE_FILE.test(basename(name)))
    .sort()
  return files.length === 0
    ? undefined
    : files.map(name => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
}

function read(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}
