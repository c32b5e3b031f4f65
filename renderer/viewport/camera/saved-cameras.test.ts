import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { remember, rememberWith, remembered } from '../../state/remembered'
import type { View } from './camera'
import { keepView, keptView } from './saved-cameras'
import { saveCamera, savedCamera } from './parse-location'

const ENTRY = 'DATA/MAPS/SC_1/Land.map!#0'
const view = (distance: number): View => ({ yaw: 0, pitch: 1, distance, fov: 0.8, pivot: [1, 2, 3], isOrtho: false })
const [A, B] = [
  { workspace: '/user/workspaces/A', entry: ENTRY },
  { workspace: '/user/workspaces/B', entry: ENTRY },
]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  rememberWith({}, () => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function keep(of: typeof A, distance: number): void {
  keepView(of, view(distance))
  vi.runAllTimers()
}

it('the same map of two installs is seen as each was left', () => {
  keep(A, 10)
  expect(keptView(B)).toBeUndefined()
  keep(B, 20)
  expect([keptView(A)?.distance, keptView(B)?.distance]).toEqual([10, 20])
  keep(A, 11)
  expect([keptView(A)?.distance, keptView(B)?.distance]).toEqual([11, 20])
})

it('a map that is left at once is kept, though the next one is moved before the view came to rest', () => {
  const other = { ...A, entry: 'DATA/MAPS/SC_2/Land.map!#0' }
  keepView(A, view(10))
  keepView(A, view(11))
  keepView(other, view(20))
  keepView(B, view(30))
  vi.runAllTimers()
  expect([A, other, B].map(of => keptView(of)?.distance)).toEqual([11, 20, 30])
})

it('a view that an earlier version kept goes to the first install that is seen, and to no other', () => {
  remember('cameras', [{ entry: ENTRY, view: view(7) }])
  expect(keptView(A)?.distance).toBe(7)
  keep(A, 8)
  expect([keptView(A)?.distance, keptView(B)]).toEqual([8, undefined])
  expect(remembered('cameras')).toMatchObject([{ workspace: A.workspace, entry: ENTRY }])
})

it('so do the views under the digits', () => {
  remember('saved-cameras', [{ name: `3 ${ENTRY}`, view: view(7) }])
  expect(savedCamera(B, 3)?.distance).toBe(7)
  saveCamera(A, 3, view(1))
  expect(savedCamera(B, 3)).toBeUndefined()
  saveCamera(B, 3, view(2))
  expect([savedCamera(A, 3)?.distance, savedCamera(B, 3)?.distance, savedCamera(A, 4)]).toEqual([1, 2, undefined])
})
