import { describe, expect, it } from 'vitest'
import { commandLine } from './cli.fixture'

const cli = commandLine('explain', [])

describe('areal explain', () => {
  it('tells what a code means, with or without what stands around it', async () => {
    const said = await cli.areal('explain', 'areal.link-half', '--lang', 'en')
    expect(said).toMatchObject({ code: 0, err: '' })
    expect(said.out).toContain('area_ref')
    expect((await cli.areal('explain', 'problem.areal.link-half:', '--lang', 'en')).out).toBe(said.out)
    expect(await cli.json('explain', 'areal.link-half')).toMatchObject({
      code: 'areal.link-half',
      topic: 'areal-links',
    })
  })

  it('speaks Russian, and refuses what is no code', async () => {
    expect((await cli.areal('explain', 'edit.stale', '--lang', 'ru')).out).toContain('Что делать:')
    expect(await cli.areal('explain', 'no.such', '--lang', 'en')).toMatchObject({
      code: 2,
      err: expect.stringContaining('error help.unknown-code: There is no help for the code no.such') as string,
    })
  })
})
