import { describe, expect, it } from 'vitest'
import { editFrom } from '../../edit'
import type { Bytes } from '../../layout'
import type { Job } from '../api/jobs'
import { transaction } from '../studio.fixture'
import type { Studio } from '../studio'
import { install } from './sharing.fixture'

const COUNT = 20_000

/** Records of one look with a number in each: every place of one record looks like those of all others. */
function repeated(count: number, number: (i: number) => number): Bytes {
  const bytes = new Uint8Array(12 * count)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < count; i++) view.setUint16(12 * i + 10, number(i), true)
  return bytes
}

/** A studio in which one file of repeated records was replaced by a longer one. */
async function replaced(): Promise<Studio> {
  const { studio } = await install({ 'readme.txt': repeated(COUNT, i => i) })
  const image = await studio.api.read('readme.txt')
  const inserted = repeated(COUNT + 1, i => i ^ 5)
  await studio.api.commit(transaction(editFrom(image, { splices: [{ offset: 0, removed: image.bytes, inserted }] })))
  return studio
}

describe('a patch of one file of repeated records', () => {
  it('is made in pieces: other work of the process runs between them', async () => {
    const studio = await replaced()
    const jobs: Job[] = []
    studio.listen('job', job => void (job.words.code === 'job.patch' && jobs.push(job)))
    await studio.api.patch('mine')
    // One piece of news at each pause: this machine's clock makes every piece as long as a turn.
    expect(jobs.filter(job => job.state === 'running').length).toBeGreaterThan(20)
    expect(jobs.at(-1)).toMatchObject({ state: 'done', done: 1, total: 1 })
  })

  it('can be stopped before the file is done', async () => {
    const studio = await replaced()
    let pieces = 0
    let stopped: Job | undefined
    studio.listen('job', job => {
      if (job.words.code !== 'job.patch') return
      if (job.state === 'running' && ++pieces === 5) void studio.api.cancel(job.id)
      stopped = job
    })
    await expect(studio.api.patch('mine')).rejects.toMatchObject({ code: 'job.cancelled' })
    expect(stopped).toMatchObject({ state: 'cancelled', done: 0 })
  })
})
