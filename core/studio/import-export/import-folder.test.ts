import { describe, expect, it } from 'vitest'
import { MemoryFiles, type StudioError } from '../../format'
import type { IncomingFolder } from '../api/import-export'
import type { Job } from '../api/jobs'
import type { Studio } from '../studio'
import { MAP, NESTED, openBench, poke, pristine, present, type Bench } from '../studio.fixture'
import { fromText, toText } from '../../format/text-bytes'
import { tinyArchive } from '../tiny-family.fixture'

/** Everything of a game, as it was extracted to `/out`. */
async function extracted(as: 'raw' | 'json', game?: MemoryFiles): Promise<Bench & { readonly out: MemoryFiles }> {
  const out = new MemoryFiles({}, { root: '/out' })
  const bench = await openBench({ folders: new Map([['/out', out]]), ...(game && { game }) })
  await bench.studio.api.extract([''], { folder: '/out', as, hasContents: true })
  return { ...bench, out }
}
const DRY = { dryRun: true }

describe('a folder that was extracted', () => {
  it.each(['raw', 'json'] as const)('changes nothing while nobody edits it, as %s', async as => {
    const {
      studio: { api },
    } = await extracted(as)
    expect(await api.incomingFolder('', '/out', { dryRun: false })).toMatchObject({ files: [], same: 7, commit: null })
    expect(await api.history()).toEqual([])
  })

  it('is previewed by file and taken over as one step: edited JSON and bytes, nested archives too', async () => {
    const { studio, out } = await extracted('json')
    const points = toText(await out.read('DATA/Maps/One.tin/pts.json'))
    out.put('DATA/Maps/One.tin/pts.json', fromText(points.replace(/\b8\b/, '6')))
    out.put('DATA/Maps/One.tin/nest/other', Uint8Array.of(9))
    out.put('DATA/Maps/One.tin/notes.txt', Uint8Array.of(1))
    const preview = await studio.api.incomingFolder('', '/out', DRY)
    expect(preview).toMatchObject({ same: 5, commit: null })
    expect(preview.files.map(({ entry, report, refusal }) => [entry, report?.entries.length, refusal?.code])).toEqual([
      [`${NESTED}!#1`, 1, undefined],
      ['', undefined, 'refusal.incoming.no-entry'],
      [`${MAP}!#0`, 1, undefined],
    ])
    expect(await studio.api.history()).toEqual([])
    const { commit } = await studio.api.incomingFolder('', '/out', { dryRun: false })
    expect(commit).toMatchObject({
      revision: 1,
      transaction: { label: { code: 'label.entries-replaced', params: { n: 2 } } },
    })
    expect(await present(studio, `${NESTED}!#1`)).toEqual(Uint8Array.of(9))
    await studio.api.undo()
    expect(await present(studio, MAP)).toEqual(await pristine(studio, MAP))
  })

  it('is taken over as it was previewed or not at all', async () => {
    const { studio, out } = await extracted('raw')
    const accept = (plan: string): Promise<IncomingFolder> =>
      studio.api.incomingFolder('', '/out', { dryRun: false, expect: plan })
    const preview = async (): Promise<string> => (await studio.api.incomingFolder('', '/out', DRY)).plan
    out.put('readme.txt', Uint8Array.of(66))
    const shown = await preview()
    const changes: readonly (readonly [what: string, change: () => unknown, back: () => unknown])[] = [
      [
        'edited once more',
        () => out.put('readme.txt', Uint8Array.of(67)),
        () => out.put('readme.txt', Uint8Array.of(66)),
      ],
      [
        'another edited',
        () => out.put('DATA/Maps/One.tin/raw', Uint8Array.of(9)),
        () => out.remove('DATA/Maps/One.tin/raw'),
      ],
      ['gone', () => out.remove('readme.txt'), () => out.put('readme.txt', Uint8Array.of(66))],
      ['the install itself edited there', () => poke(studio, 'readme.txt', 0, 1), () => studio.api.undo()],
    ]
    for (const [what, change, back] of changes) {
      await change()
      const before = (await studio.api.info())?.revision
      await expect(accept(shown), what).rejects.toMatchObject({ code: 'incoming.changed' })
      expect((await studio.api.info())?.revision).toBe(before)
      await back()
    }
    await poke(studio, `${MAP}!#2`, 0, 50)
    expect((await accept(shown)).commit).not.toBeNull()
    expect(await present(studio, 'readme.txt')).toEqual(Uint8Array.of(66))
  })

  it('is one job from the listing to the step of history, and takes in all or nothing wherever that is stopped', async () => {
    const edited = async (): Promise<{ readonly studio: Studio; readonly jobs: Job[] }> => {
      const { studio, out } = await extracted('raw')
      out.put('readme.txt', Uint8Array.of(66))
      out.put('DATA/Maps/One.tin/raw', Uint8Array.of(9))
      const jobs: Job[] = []
      studio.listen('job', job => jobs.push(job))
      return { studio, jobs }
    }
    const whole = await edited()
    await whole.studio.api.incomingFolder('', '/out', { dryRun: false })
    expect(new Set(whole.jobs.map(({ words, id }) => `${words.code} ${id}`)).size).toBe(1)
    expect(whole.jobs.filter(job => job.total > 0 && job.done > job.total)).toEqual([])
    expect(whole.jobs.map(job => job.item)).toContain(`${MAP}!#2`)
    const ends: unknown[] = []
    for (let at = 0; at < whole.jobs.length - 1; at++) {
      const { studio, jobs } = await edited()
      studio.listen('job', job => {
        if (jobs.length === at + 1) void studio.api.cancel(job.id)
      })
      const end = await studio.api.incomingFolder('', '/out', { dryRun: false }).then(
        () => 'done',
        (error: unknown) => (error as StudioError).code,
      )
      expect([end, (await studio.api.history()).length, jobs.at(-1)?.state]).toEqual(
        end === 'done' ? ['done', 1, 'done'] : ['job.cancelled', 0, 'cancelled'],
      )
      ends.push(end)
    }
    expect(ends.filter(end => end === 'job.cancelled').length).toBeGreaterThan(whole.jobs.length - 4)
  })

  it('is found below a folder or an archive as well, and touches nothing outside of it', async () => {
    const {
      studio: { api },
      out,
      folders,
    } = await extracted('raw')
    out.put('readme.txt', Uint8Array.of(66))
    out.put('DATA/Maps/One.tin/raw', Uint8Array.of(4))
    const listed = async (below: string, folder: string): Promise<readonly string[]> =>
      (await api.incomingFolder(below, folder, DRY)).files.filter(file => file.report).map(file => file.entry)
    expect(await listed('DATA', '/out')).toEqual([`${MAP}!#2`])
    expect(await listed('data/maps', '/out')).toEqual([`${MAP}!#2`])
    folders.set(
      '/part',
      new MemoryFiles({ 'One.tin/raw': Uint8Array.of(5), 'readme.txt': Uint8Array.of(66) }, { root: '/part' }),
    )
    expect(await listed('data/maps', '/part')).toEqual([`${MAP}!#2`])
    folders.set('/rows', new MemoryFiles({ RAW: Uint8Array.of(5), 'nest/other': Uint8Array.of(5) }, { root: '/rows' }))
    expect(await listed(MAP, '/rows')).toEqual([`${NESTED}!#1`, `${MAP}!#2`])
    expect(await listed(NESTED, '/rows')).toEqual([])
    await expect(api.incomingFolder('nowhere', '/rows', DRY)).rejects.toMatchObject({ code: 'entry.missing' })
  })

  it('finds each of several rows of one name by its number', async () => {
    const rows = ['twin.b', 'twin.b', 'other'].map((name, k) => ({ name, bytes: Uint8Array.of(k) }))
    const {
      studio: { api },
      out,
    } = await extracted(
      'raw',
      new MemoryFiles({ 'TINY.EXE': Uint8Array.of(1), 'a.tin': tinyArchive(rows) }, { root: '/game' }),
    )
    expect(await out.read('a.tin/twin #1.b')).toEqual(Uint8Array.of(1))
    expect(await api.incomingFolder('', '/out', DRY)).toMatchObject({ files: [], same: 4 })
    out.put('a.tin/twin #1.b', Uint8Array.of(9))
    const { files } = await api.incomingFolder('', '/out', DRY)
    expect(files.map(({ entry }) => entry)).toEqual(['a.tin!#1'])
  })

  it('says which name is that of several entries', async () => {
    const rows = ['twin', 'Twin', 'other'].map((name, k) => ({ name, bytes: Uint8Array.of(k) }))
    const {
      studio: { api },
    } = await extracted(
      'raw',
      new MemoryFiles({ 'TINY.EXE': Uint8Array.of(1), 'a.tin': tinyArchive(rows) }, { root: '/game' }),
    )
    const { files, same } = await api.incomingFolder('', '/out', DRY)
    expect(files.map(({ file, refusal }) => [file, refusal?.code])).toEqual([
      ['a.tin/twin', 'refusal.incoming.many-entries'],
      ['a.tin/Twin (2)', 'refusal.incoming.no-entry'],
    ])
    expect(same).toBe(2)
  })
})
