import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { afterEach, describe, expect, it } from 'vitest'
import { commandLine } from './cli.fixture'

const map = (name: string): string => `DATA/MAPS/${name}/Land.map`
const ONE = map('SC_1')
const TWO = map('SC_2')
const bench = commandLine(
  'deploy',
  sampleInstall({
    seed: 3,
    maps: [
      { name: 'SC_1', seed: 5, tiles: 1, areals: 12 },
      { name: 'SC_2', seed: 6, tiles: 1, areals: 12 },
    ],
  }),
)
/** Copies that are kept whatever their age. */
const NEWEST = 50
const at = (file: string): string => join(bench.install, file)
const dryRun = () => bench.areal('deploy', bench.install, '--dry-run')

async function pack(): Promise<void> {
  for (const file of [ONE, TWO]) await bench.areal('set', bench.install, `${file}!#0`, 'areals/3/class_id=77')
  await bench.areal('pack', bench.install)
}

describe('areal deploy where something is in the way', () => {
  let game: ChildProcess | undefined
  afterEach(() => {
    game?.kill('SIGKILL')
  })

  it('tells of a read-only file before anything is written, and goes on once it is none', async () => {
    await pack()
    chmodSync(at(TWO), 0o444)
    const before = readFileSync(at(ONE))
    const plan = await dryRun()
    expect(plan).toMatchObject({ code: 1 })
    expect(plan.out).toMatch(new RegExp(`^blocked\tfile\\.read-only\t${TWO} is read-only`, 'm'))
    const refused = await bench.areal('deploy', bench.install, '--force')
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.err).toContain('error file.read-only')
    expect(readFileSync(at(ONE))).toEqual(before)
    chmodSync(at(TWO), 0o644)
    expect(await bench.areal('deploy', bench.install)).toMatchObject({ code: 0 })
  })

  it.skipIf(process.platform === 'win32')('tells of a folder without rights, once and by its name', async context => {
    await pack()
    const folder = dirname(at(ONE))
    const isRoot = process.getuid?.() === 0 // to whom rights are no hindrance; an immutable folder is
    chmodSync(folder, 0o555)
    if (isRoot && spawnSync('chattr', ['+i', folder]).status !== 0)
      context.skip('no rights bind root, and nothing can be made immutable here')
    try {
      const { out, code } = await dryRun()
      expect(code).toBe(1)
      expect(out.match(/^blocked\t.*$/gm)).toEqual([expect.stringContaining(`file.read-only\t${folder} is read-only`)])
    } finally {
      if (isRoot) spawnSync('chattr', ['-i', folder])
      chmodSync(folder, 0o755)
    }
    expect(await dryRun()).toMatchObject({ code: 0 })
  })

  it.skipIf(process.platform !== 'linux')(
    'tells of a program of the game that runs; --force deploys all the same',
    async () => {
      await pack()
      copyFileSync('/bin/sleep', at('game.exe'))
      chmodSync(at('game.exe'), 0o755)
      const child = (game = spawn(at('game.exe'), ['60'], { stdio: 'ignore' }))
      await new Promise((done, fail) => child.once('spawn', done).once('error', fail))
      const plan = await dryRun()
      expect(plan).toMatchObject({ code: 1 })
      expect(plan.out).toContain(`(${at('game.exe')}, process ${child.pid})`)
      expect((await bench.areal('deploy', bench.install)).err).toContain('error deploy.game-running')
      expect(await bench.areal('deploy', bench.install, '--force')).toMatchObject({ code: 0 })
    },
  )
})

describe('areal deploy --foreign', () => {
  async function theirs(): Promise<void> {
    await pack()
    await bench.areal('deploy', bench.install)
    for (const file of [ONE, TWO]) appendFileSync(at(file), 'theirs')
  }
  const deploy = (...answers: readonly string[]) =>
    bench.areal('deploy', bench.install, ...answers.flatMap(answer => ['--foreign', answer]))
  const isTheirs = (file: string): boolean => readFileSync(at(file)).toString('latin1').endsWith('theirs')

  it('is refused until every file has its answer, and for words that are none', async () => {
    await theirs()
    expect((await deploy()).err).toContain('error deploy.foreign')
    expect((await deploy(`${ONE}=mine`)).err).toContain(
      `error deploy.foreign: 1 file in the game folder was changed by another program: ${TWO}`,
    )
    expect((await deploy('ours')).err).toContain('error usage.foreign')
    expect((await deploy(`${ONE}=ours`)).err).toContain('error usage.foreign')
    expect((await deploy('nowhere.map=mine')).err).toContain('error deploy.no-file')
    expect([isTheirs(ONE), isTheirs(TWO)]).toEqual([true, true])
  })

  it('takes an answer for each file, by its name in any case, before the one for all', async () => {
    await theirs()
    expect(await deploy('theirs', `${ONE.toLowerCase().replaceAll('/', '\\')}=mine`)).toMatchObject({ code: 0 })
    expect([isTheirs(ONE), isTheirs(TWO)]).toEqual([false, true])
    expect(await deploy(`${TWO}=mine`)).toMatchObject({ code: 0 })
    expect([isTheirs(ONE), isTheirs(TWO)]).toEqual([false, false])
  })

  it.each([
    ['reload', 5],
    ['keep', 77],
    ['mine', 77],
    ['merge=local', 77],
    ['merge=external', 5],
  ] as const)(
    'has the words of areal outside, and prints a file as written or as left, never both: %s',
    async (word, expected) => {
      await pack()
      await bench.areal('deploy', bench.install)
      const {
        files: [change],
      } = (await bench.json('changes', bench.install)) as {
        files: { entries: { fields: { path: string; fileOffset: number }[] }[] }[]
      }
      const place = change?.entries[0]?.fields.find(({ path }) => path === 'areals/3/class_id')?.fileOffset ?? -1
      const external = readFileSync(at(ONE))
      external[place] = 5
      writeFileSync(at(ONE), external)
      expect((await deploy(`${ONE}=merge`)).err).toContain('error deploy.conflicts')
      const { code, out } = await deploy(`${ONE}=${word}`)
      expect([code, out.includes(`written: ${ONE}`), out.includes(`unchanged: ${ONE}`)]).toEqual([
        0,
        expected === 77,
        expected === 5,
      ])
      expect(readFileSync(at(ONE))[place]).toBe(expected)
      expect((await bench.areal('get', bench.install, `${ONE}!#0`, 'areals/3/class_id')).out.trim()).toBe(
        String(expected),
      )
    },
  )

  it('merges by field what can be told apart, and writes nothing where it cannot', async () => {
    await theirs()
    expect((await deploy('theirs', `${ONE}=merge`)).code).toBe(2)
    expect([isTheirs(ONE), isTheirs(TWO)]).toEqual([true, true])
  })
})

describe('areal compact', () => {
  it('removes old copies that nothing needs, says how many there were, and keeps the originals and every step', async () => {
    await pack()
    await bench.areal('deploy', bench.install)
    const backup = join((await bench.areal('where', bench.install)).out.trim(), 'backup')
    const originals = readdirSync(backup)
    const longAgo = new Date(Date.now() - 60 * 24 * 60 * 60_000)
    for (let i = 0; i < NEWEST + 5; i++) {
      writeFileSync(join(backup, `old-${i}`), 'a copy')
      utimesSync(join(backup, `old-${i}`), longAgo, longAgo)
    }
    const before = join(backup, '..', 'before-version-1')
    mkdirSync(before)
    for (const [name, time] of [
      ['old', longAgo],
      ['new', new Date()],
    ] as const) {
      writeFileSync(join(before, name), 'a copy')
      utimesSync(join(before, name), time, time)
    }
    const log = await bench.areal('log', bench.install)
    expect(await bench.json('compact', bench.install)).toMatchObject({
      before: { backupCount: originals.length + NEWEST + 5 },
      after: { backupCount: originals.length + NEWEST },
    })
    expect(readdirSync(backup)).toEqual(expect.arrayContaining(originals))
    expect(readdirSync(before)).toEqual(['new'])
    expect(await bench.areal('log', bench.install)).toEqual(log)
    expect(await bench.areal('restore', bench.install)).toMatchObject({ code: 0 })
  })
})

describe('areal outside', () => {
  /** A field on the way to ours is another one in theirs: edits of it do not fit. */
  async function changedOutside(): Promise<Buffer> {
    const raw = readFileSync(at(ONE))
    for (const value of [76, 77]) await bench.areal('set', bench.install, `${ONE}!#0`, `areals/3/class_id=${value}`)
    const theirs = Buffer.concat([raw, Buffer.from('theirs')])
    writeFileSync(at(ONE), theirs)
    return theirs
  }

  it('lists what another program changed, settles it and says what is left; the game is not written', async () => {
    expect(await bench.areal('outside', bench.install)).toMatchObject({ code: 0 })
    const theirs = await changedOutside()
    expect(await bench.areal('outside', bench.install)).toMatchObject({
      code: 1,
      out: `${ONE}\tyour edits do not fit it\n`,
    })
    expect(await bench.areal('outside', bench.install, `${ONE.toUpperCase()}=mine`)).toMatchObject({
      code: 0,
      out: 'No file that you edited was changed by another program.\n',
    })
    expect(readFileSync(at(ONE))).toEqual(theirs)
    expect((await bench.areal('get', bench.install, `${ONE}!#0`, 'areals/3/class_id')).out.trim()).toBe('77')
    await bench.areal('pack', bench.install)
    expect(await bench.areal('deploy', bench.install)).toMatchObject({ code: 0 })
    expect(await bench.areal('restore', bench.install)).toMatchObject({ code: 0 })
    expect(readFileSync(at(ONE))).toEqual(theirs)
  })

  it('refuses an answer that is none, and one for a file that nobody changed', async () => {
    await changedOutside()
    for (const [word, code] of [
      [`${ONE}=theirs`, 'usage.outside'],
      [`${TWO}=reload`, 'outside.no-file'],
    ] as const) {
      const { code: exit, err } = await bench.areal('outside', bench.install, word)
      expect([exit, err.split('\n').at(-1)]).toEqual([2, expect.stringContaining(`error ${code}: `)])
    }
    expect(await bench.areal('outside', bench.install)).toMatchObject({ code: 1 })
  })
})

describe('areal deploy at a terminal', () => {
  it('says what is under way, and nothing once it is not', async () => {
    await pack()
    const { lines, code } = await bench.interrupted(/^nowhere$/, 'deploy', bench.install)
    expect([code, lines.at(-1)]).toEqual([0, ''])
    expect([...new Set(lines.map(line => line.split(' · ')[0]))]).toEqual([
      'Opening an install',
      '',
      'Planning the deploy',
      'Deploying',
    ])
  })

  it.each([/^Planning the deploy/, /^Deploying/])(
    'is interrupted at %s: nothing is written, and it can be done again',
    async moment => {
      await pack()
      const before = readFileSync(at(ONE))
      const { code, err } = await bench.interrupted(moment, 'deploy', bench.install)
      expect([code, err]).toEqual([2, expect.stringContaining('error job.cancelled: ')])
      expect(readFileSync(at(ONE))).toEqual(before)
      expect(await bench.areal('deploy', bench.install)).toMatchObject({ code: 0 })
      expect(readFileSync(at(ONE))).not.toEqual(before)
      const deployed = readFileSync(at(ONE))
      expect(await bench.interrupted(/^Restoring/, 'restore', bench.install)).toMatchObject({ code: 2 })
      expect(readFileSync(at(ONE))).toEqual(deployed)
      expect(await bench.areal('restore', bench.install)).toMatchObject({ code: 0 })
      expect(readFileSync(at(ONE))).toEqual(before)
    },
  )
})

describe('areal restore', () => {
  it('lists what it would do, and asks about each file that only the game says was deployed', async () => {
    const raw = readFileSync(at(ONE))
    const marker = {
      workspace: '/nowhere/at-all',
      state: 'done',
      files: [{ path: ONE, pristine: null, deployed: [createHash('sha256').update(raw).digest('hex')] }],
    }
    writeFileSync(at('areal-deployed.json'), JSON.stringify(marker))
    expect(await bench.areal('restore', bench.install, '--dry-run')).toMatchObject({
      code: 1,
      out: `remove\t${ONE}\t0 bytes\t\tnot confirmed by any workspace\n`,
    })
    for (const [words, code] of [
      [[], 'restore.unconfirmed'],
      [['--force'], 'restore.unconfirmed'],
      [[`${ONE}=mine`], 'usage.restore'],
      [[`${TWO}=keep`], 'restore.no-file'],
    ] as const) {
      const { code: exit, err } = await bench.areal('restore', bench.install, ...words)
      expect([exit, err.includes(`error ${code}`)]).toEqual([2, true])
    }
    expect(readFileSync(at(ONE))).toEqual(raw)
    expect(await bench.areal('restore', bench.install, `${ONE.toLowerCase()}=keep`)).toMatchObject({
      code: 0,
      out: `unchanged: ${ONE}\n`,
    })
    expect([readFileSync(at(ONE)).equals(raw), existsSync(at('areal-deployed.json'))]).toEqual([true, false])
    await pack()
    await bench.areal('deploy', bench.install)
    expect(
      (await bench.areal('restore', bench.install, '--dry-run')).out
        .split('\n')
        .map(line => line.split('\t').slice(0, 2)),
    ).toEqual([['restore', ONE], ['restore', TWO], ['']])
  })
})
