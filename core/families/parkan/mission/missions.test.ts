import { detect } from '../detect'
import { describe, expect, it } from 'vitest'
import { StudioError, type InstallReader, type Subject } from '../../../format'
import { encodeText, type Bytes } from '../../../layout'
import { PARKAN } from '../parkan'
import { sampleInstall } from '../sample/sample'
import { findLandPath, replaceLandPath } from './land-path'
import { listSubjects } from '../subjects'
import { listMissions, startIn } from './missions'

const FILES = new Map(
  sampleInstall({
    seed: 2,
    maps: [
      { name: 'SC_1', seed: 1, tiles: 1, areals: 4 },
      { name: 'AutoMAP', seed: 2, tiles: 1, areals: 4 },
      { name: 'Tut_1', seed: 3, tiles: 1, areals: 4 },
    ],
  }).map(file => [file.path, file.bytes]),
)

const installOf = (files: ReadonlyMap<string, Bytes>): InstallReader => ({
  files: [...files.keys()],
  read: file => Promise.resolve([...files].find(([path]) => path.toLowerCase() === file.toLowerCase())?.[1]),
})
const without = (pattern: RegExp) => new Map([...FILES].filter(([path]) => !pattern.test(path)))
const codeOf = async (act: () => Promise<unknown>): Promise<string> =>
  act().then(
    () => 'nothing refused',
    (error: unknown) => (error instanceof StudioError ? error.code : String(error)),
  )
const framed = (text: string): Bytes => {
  const bytes = encodeText(text, 'cp1251')
  if ('missing' in bytes) throw new Error(text)
  return Uint8Array.of(bytes.length, 0, 0, 0, ...bytes)
}

describe('the map of a mission', () => {
  it('is found without trusting the counts before it', () => {
    const head = Uint8Array.of(1, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f)
    const path = framed('DATA\\MAPS\\SC_3\\land')
    const tail = framed('said DATA\\MAPS\\no')
    const bytes = Uint8Array.of(...head, ...framed('UNITS\\DATA\\x.dat'), ...path, ...tail)
    const found = findLandPath(bytes)
    expect(found).toEqual({ text: 'DATA\\MAPS\\SC_3\\land', offset: 8 + 4 + 16, size: path.length })
    const other = found && replaceLandPath(bytes, found, 'DATA\\MAPS\\AutoMAP\\land')
    expect(other && findLandPath(other)?.text).toBe('DATA\\MAPS\\AutoMAP\\land')
    expect(other?.length).toBe(bytes.length + 3)
    expect(findLandPath(head)).toBeUndefined()
    expect(findLandPath(new Uint8Array(0))).toBeUndefined()
  })
  it('and its title stand beside each map', async () => {
    const notes = await listMissions(installOf(FILES))
    expect(notes.length).toBeGreaterThan(0)
    for (const note of notes) {
      expect([...FILES.keys()]).toContain(`${note.mapFolder}/Land.map`)
      expect(note.title).toMatch(/[А-Яа-я]/)
    }
    expect(notes.map(note => note.mission)).toContain('MISSIONS/Autodemo.00')
  })
})

/** Starts in the map of this title. */
async function startInMap(install: InstallReader, title: string) {
  const subject = (await listSubjects(installOf(FILES))).find(one => one.title === title)
  if (!subject?.canStart) throw new Error(title)
  return startIn(install, subject)
}

describe('starting in a map', () => {
  it('names the map in the demo mission', async () => {
    const { files, note } = await startInMap(installOf(FILES), 'SC_1')
    expect(files.map(file => file.path)).toEqual(['MISSIONS/Autodemo.00/data.tma'])
    expect(findLandPath(files[0]?.bytes ?? new Uint8Array(0))?.text).toBe('DATA\\MAPS\\SC_1\\land')
    expect(note).toEqual({ code: 'mission.behind-demo', params: { map: 'SC_1', mission: 'MISSIONS/Autodemo.00' } })
  })
  it("stands in for the demo's map where the mission cannot be read", async () => {
    const broken = new Map(
      [...FILES].map(([path, bytes]) => [path, /Autodemo.*tma$/.test(path) ? new Uint8Array(20) : bytes]),
    )
    const { files } = await startInMap(installOf(broken), 'SC_1')
    expect(files.map(file => file.path).toSorted()).toContain('DATA/MAPS/AutoMAP/Land.msh')
    expect(files.find(file => file.path.endsWith('AutoMAP/Land.map'))?.bytes).toBe(FILES.get('DATA/MAPS/SC_1/Land.map'))
  })
  it('is refused where it cannot be', async () => {
    expect(await codeOf(() => startInMap(installOf(without(/SC_1\/Land\.map/)), 'SC_1'))).toBe('mission.map-missing')
    expect(await codeOf(() => startInMap(installOf(without(/Autodemo/)), 'SC_1'))).toBe('mission.no-demo')
  })
  it('puts the files of a mission in place of those of the demo', async () => {
    const mission = (await listSubjects(installOf(FILES))).find(one => one.entries[0] === 'MISSIONS/single.01/data.tma')
    if (!mission?.canStart) throw new Error('no mission')
    const { files, note } = await startIn(installOf(FILES), mission)
    const own = [...FILES.keys()].filter(path => path.startsWith('MISSIONS/single.01/'))
    expect(files.map(file => file.path).toSorted()).toEqual(
      own.map(path => path.replace('single.01', 'Autodemo.00')).toSorted(),
    )
    for (const { path, bytes } of files) expect(bytes).toBe(FILES.get(path.replace('Autodemo.00', 'single.01')))
    expect(note).toEqual({
      code: 'mission.in-demo',
      params: { mission: 'MISSIONS/single.01', demo: 'MISSIONS/Autodemo.00' },
    })
    expect(await codeOf(() => startIn(installOf(without(/SC_1\/Land\.map/)), mission))).toBe('mission.map-missing')
    expect(await codeOf(() => startIn(installOf(without(/Autodemo/)), mission))).toBe('mission.no-demo')
  })
  it('is offered for maps and missions', async () => {
    const subjects = await listSubjects(installOf(FILES))
    expect(new Set(subjects.filter(one => one.canStart).map(({ kind }) => kind))).toEqual(new Set(['map', 'mission']))
  })
})

describe('an install', () => {
  const codes = async (files: ReadonlyMap<string, Bytes>) =>
    ((await PARKAN.checkInstall?.(installOf(files))) ?? []).map(p => `${p.severity} ${p.code} ${p.file}`)
  it('is recognised by its file names', () => {
    expect(detect([...FILES.keys()])).toBe(1)
    for (const file of ['Land.map', 'x/Land.msh', 'objects.rlb', 'Land1.wea']) expect(detect([file])).toBeGreaterThan(0)
    expect(detect(['readme.txt', 'game.exe'])).toBe(0)
  })
  it('tells what is missing in it, but not of a file given alone', async () => {
    expect(await codes(FILES)).toEqual([])
    expect(await codes(without(/SC_1\/Land\.msh$/))).toEqual(['error install.terrain-missing DATA/MAPS/SC_1/Land.map'])
    expect(await codes(without(/BuildDat/))).toEqual(['warning install.build-dat-missing BuildDat.lst'])
    expect(await codes(without(/\.exe$/))).toEqual(['info install.program-missing iron_3d.exe'])
    expect(await codes(new Map([['Land.map', new Uint8Array(0)]]))).toEqual([])
  })
})

describe('the subjects of an install', () => {
  it('has models and textures of all archives by name, with pictures', async () => {
    const found = await listSubjects(installOf(FILES))
    const of = (kind: string) => found.filter(subject => subject.kind === kind)
    expect(of('model').find(({ title }) => title === 'f_bunk_001')?.notes).toEqual(['fortif.rlb'])
    expect(of('texture').map(({ title }) => title)).toContain('GRASS01.0')
    for (const kind of ['model', 'texture', 'unit', 'scenery'])
      for (const subject of of(kind)) expect(subject.isPictured).toBe(true)
    for (const kind of ['map', 'mission']) for (const subject of of(kind)) expect(subject.isPictured).toBeUndefined()
  })

  it('are listed without reading archives where no row is asked for', async () => {
    const { files, read } = installOf(FILES)
    const asked: string[] = []
    const install: InstallReader = { files, read: file => (asked.push(file), read(file)) }
    expect((await listSubjects(install, 'map')).map(({ title }) => title)).toContain('SC_1')
    expect(asked.filter(file => /\.(?:rlb|lib)$/i.test(file))).toEqual([])
    await listSubjects(install, 'model')
    expect(asked).toContain('bases.rlb')
  })

  it('leaves out what a damaged archive has', async () => {
    const cut = new Map(FILES)
    const file = [...FILES.keys()].find(path => /textures\.lib$/i.test(path)) ?? ''
    cut.set(file, FILES.get(file)?.slice(0, 30) ?? new Uint8Array())
    const archives = (found: readonly Subject[]) => new Set(found.flatMap(({ notes }) => notes ?? []))
    expect(archives(await listSubjects(installOf(FILES)))).toContain('Textures.lib')
    expect(archives(await listSubjects(installOf(cut)))).not.toContain('Textures.lib')
    expect(archives(await listSubjects(installOf(cut)))).toContain('fortif.rlb')
  })
})
