import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editFrom, setAttributes } from '../../edit'
import { MemoryFiles, type Outcome, knownFamily } from '../../format'
import { assign, document, type Bytes } from '../../layout'
import { parsePatch, printRecipe } from '../../patch'
import { createStudio, type StudioApi } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash, transaction } from '../../studio/studio.fixture'
import { arealTools } from './areal-map/edit/areal-edit'
import { openedMap } from './areal-map/edit/areal-edit.fixture'
import { arealMap } from './areal-map/areal-map'
import { PARKAN } from './parkan'
import { sampleInstall } from './sample/sample'

const MAP = 'DATA/MAPS/T/Land.map'
const ENTRY = `${MAP}!#0`
const files = Object.fromEntries(
  sampleInstall({ seed: 4, maps: [{ name: 'T', seed: 5, tiles: 1, areals: 14 }] })
    .filter(({ path }) => /^(?:DATA|BuildDat)/.test(path))
    .map(({ path, bytes }) => [path, bytes]),
)

async function install(changed: Record<string, Bytes> = {}): Promise<StudioApi> {
  const folders = new Map([['/game', new MemoryFiles({ ...files, ...changed }, { root: '/game' })]])
  const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(PARKAN)] })
  await api.open('/game')
  return api
}

const act = fc.record({
  do: fc.constantFrom('class', 'flag', 'query', 'delete', 'merge', 'corner', 'type', 'undo'),
  at: fc.nat(13),
  to: fc.nat(40),
})

async function perform(api: StudioApi, { do: what, at, to }: { do: string; at: number; to: number }): Promise<void> {
  const image = await api.read(ENTRY)
  const count = Number(image.attributes['attr1'])
  const areal = at % Math.max(1, count)
  const tools = arealTools(openedMap(image.bytes, count))
  const shape = (outcome: Outcome): Promise<unknown> =>
    api.commit({
      label: outcome.label,
      edits: outcome.edits.map(edit => ({ ...edit, entry: ENTRY, base: image.revision })),
    })
  try {
    if (what === 'undo') await api.undo()
    else if (what === 'query')
      await api.query(`areals where class_id < ${to} set logic_flag = logic_flag | ${at}`, {}, { dryRun: false })
    else if (what === 'type') await api.commit(transaction(setAttributes(image, { attr3: to })))
    else if (what === 'delete') await shape(tools.remove([areal]))
    else if (what === 'merge')
      await shape(
        tools.merge([
          areal,
          ...tools
            .neighbours(areal)
            .filter(other => other >= 0)
            .slice(0, 1),
        ]),
      )
    else if (what === 'corner') await shape(tools.insertVertex(areal, 0))
    else
      await api.commit(
        transaction(
          editFrom(
            image,
            assign(
              document(arealMap(count), image.bytes),
              `areals/${areal}/${what === 'class' ? 'class_id' : 'logic_flag'}`,
              to,
            ),
          ),
        ),
      )
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'StudioError') throw error
  }
}

it('a map with fields set and areals cut, merged and taken away comes again by patch and by recipe, byte for byte', async () => {
  const original = new Set(runsOf(files[MAP] ?? new Uint8Array(0)))
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 7 }), async acts => {
      const mine = await install()
      for (const one of acts) await perform(mine, one)
      const wanted = (await mine.read(MAP)).bytes
      const patch = await mine.patch('')
      expect(
        literals(patch)
          .flatMap(runsOf)
          .filter(run => original.has(run)),
      ).toEqual([])
      const patched = await install()
      expect(await patched.applyPatch(patch, { dryRun: false })).toMatchObject({ misses: [] })
      expect((await patched.read(MAP)).bytes).toEqual(wanted)
      const repeated = await install()
      const recipe = printRecipe((await mine.recipe()).map(({ label, lines }) => ({ words: label.code, lines })))
      expect(await repeated.applyRecipe(recipe, { name: '', dryRun: false })).toMatchObject({ misses: [] })
      expect((await repeated.read(MAP)).bytes).toEqual(wanted)
    }),
    { numRuns: 3, seed: 41 },
  )
})

it('an areal taken away is taken away too where another field of another areal is different', async () => {
  const mine = await install()
  await perform(mine, { do: 'delete', at: 3, to: 0 })
  const other = await install()
  await perform(other, { do: 'class', at: 9, to: 33 })
  const base = await install({ [MAP]: (await other.read(MAP)).bytes })
  await perform(other, { do: 'delete', at: 3, to: 0 })
  const report = await base.applyPatch(await mine.patch(''), { dryRun: false })
  expect(report).toMatchObject({ misses: [], otherFiles: [MAP] })
  // Lists of the cells that named the areal have moves, too: their elements are references.
  const moves = report.commit?.kind === 'edit' ? report.commit.transaction.edits[0]?.moves : undefined
  expect(moves?.map(({ array }) => array)).toContain('areals')
  expect((await base.read(MAP)).bytes).toEqual((await other.read(MAP)).bytes)
})

function literals(patch: string): readonly Bytes[] {
  return parsePatch(patch)
    .entries.flatMap(entry =>
      entry.kind === 'edited' ? [...entry.splices, ...(entry.records ?? [])].flatMap(one => one.parts) : [],
    )
    .filter(part => part instanceof Uint8Array)
}

/** Every run of eight bytes, as text. */
const runsOf = (bytes: Bytes): readonly string[] =>
  Array.from({ length: Math.max(0, bytes.length - 7) }, (_, at) => String.fromCharCode(...bytes.subarray(at, at + 8)))
