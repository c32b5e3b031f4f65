import { expect, it } from 'vitest'
import { latinText } from '../../../format'
import { fromText } from '../../../format/text-bytes'
import type { Bytes } from '../../../layout'
import { shelf } from '../opened.fixture'
import { archiveFile } from '../sample/files'
import { resourcesOf } from './find-resources'

const AREA = 'modules/M/a.trx'

/** The file of a name that is found from an area of the module M, by its text. */
async function found(paths: readonly string[], name: string): Promise<string | undefined> {
  const files: Record<string, Bytes> = { [AREA]: fromText('area') }
  for (const path of paths) files[path] = fromText(path)
  const find = await resourcesOf(shelf(files).open(AREA), /material/i)
  const file = await find(name)
  return file && latinText(file.bytes)
}

it('finds a resource in the order of the game, with subfolders of override and campaign folders', async () => {
  const order = [
    'override/rock.dds',
    'override/a/rock.dds',
    'override/b/rock.dds',
    'override/a/deep/rock.dds',
    '//game/override/rock.dds',
    'campaigns/A/rock.dds',
    'campaigns/B/rock.dds',
    'modules/M/rock.dds',
  ]
  for (let from = 0; from < order.length; from++)
    expect(await found([...order.slice(from)].reverse(), 'Rock.DDS')).toBe(order[from])
  expect(await found([], 'rock.dds')).toBeUndefined()
  // Other folders of the user, and other modules, are no places of the game.
  expect(await found(['erf/rock.dds', 'modules/N/rock.dds', 'modules/M/sub/rock.dds'], 'rock.dds')).toBeUndefined()
})

it('lists each folder once, and none behind the place where all names were found', async () => {
  const files: Record<string, Bytes> = { [AREA]: fromText('area'), 'campaigns/A/grass.dds': fromText('grass') }
  for (const name of ['rock', 'mud']) files[`override/a/${name}.dds`] = fromText(name)
  files['Data/materials.zip'] = archiveFile('HAK ', [])
  const area = shelf(files).open(AREA)
  const listed: string[] = []
  const watched = Object.assign(Object.create(area) as typeof area, {
    fileNames: (folder: string) => (listed.push(folder), area.fileNames(folder)),
  })
  const find = await resourcesOf(watched, /material/i)
  const before = listed.length
  for (const name of ['rock.dds', 'mud.dds', 'ROCK.dds']) expect(await find(name)).toBeDefined()
  expect(listed.slice(before)).toEqual(['override', 'override/a'])
  for (const name of ['grass.dds', 'none.dds', 'none.dds']) await find(name)
  expect(listed.slice(before)).toEqual(['override', 'override/a', '//game/override', 'campaigns/A'])
})
