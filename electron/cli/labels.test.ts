import { expect, it } from 'vitest'
import { allFamilies } from '@areal-studio/core'
import { commandLine } from './cli.fixture'

const FILE = 'modules/Sample/cellar.git'
const TREE = `${FILE}!#0`
const FIELD = 'TriggerList/0/XPosition'
const sampleOf = async (id: string) => (await allFamilies()).find(family => family.id === id)?.sample?.()
const cli = commandLine('labels', (await sampleOf('nwn2')) ?? [])

it('a field that is found by its label is shown by it when it is set and among the changes', async () => {
  const done = await cli.areal('set', cli.install, TREE, `${FIELD}=5.5`)
  expect(done.out).toContain(`${FIELD} 4.5 to 5.5`)
  expect((await cli.areal('changes', cli.install)).out).toContain(`    ${FIELD}`)
  const changes = await cli.json('changes', cli.install)
  expect(changes).toMatchObject({
    files: [
      { file: FILE, entries: [{ entry: TREE, fields: [{ path: expect.stringMatching(/^top\//), shown: FIELD }] }] },
    ],
  })
})
