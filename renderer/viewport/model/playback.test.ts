import { effectScope, shallowRef } from 'vue'
import { describe, expect, it } from 'vitest'
import { usePlayback, type Playback } from './playback'

function playback(frames: number): Playback {
  const made = effectScope().run(() => usePlayback({ last: shallowRef(frames - 1), isVisible: shallowRef(false) }))
  return made ?? expect.unreachable()
}

describe('the time of an animation', () => {
  it('stays between the first and the last frame, and ignores what is no number', () => {
    const play = playback(41)
    for (const [to, is] of [
      [-3, 0],
      [17.5, 17.5],
      [99, 40],
      [NaN, 40],
    ] as const) {
      play.goTo(to)
      expect(play.time.value).toBe(is)
    }
  })

  it('counts the frames since the start on where it starts again; going to a time begins to count there', () => {
    const play = playback(11)
    play.advance(25)
    expect([play.time.value, play.elapsed.value]).toEqual([5, 25])
    play.goTo(3)
    expect([play.time.value, play.elapsed.value]).toEqual([3, 3])
    play.isLoop.value = false
    play.advance(99)
    expect([play.time.value, play.elapsed.value]).toEqual([10, 10])
  })

  it('steps by whole frames from anywhere', () => {
    const play = playback(41)
    play.goTo(3.4)
    play.step(1)
    expect(play.time.value).toBe(4)
    play.goTo(3.4)
    play.step(-1)
    expect(play.time.value).toBe(3)
    play.goTo(40)
    play.step(1)
    expect(play.time.value).toBe(40)
  })

  it('begins again at the end, or stops there', () => {
    const play = playback(11)
    play.toggle()
    play.goTo(9)
    expect(play.isPlaying.value).toBe(false)
    play.toggle()
    play.advance(3)
    expect([play.time.value, play.isPlaying.value]).toEqual([2, true])
    play.isLoop.value = false
    play.advance(30)
    expect([play.time.value, play.isPlaying.value]).toEqual([10, false])
    play.toggle()
    expect([play.time.value, play.isPlaying.value]).toEqual([0, true])
  })

  it('does not play what has one frame', () => {
    const play = playback(1)
    play.toggle()
    expect(play.isPlaying.value).toBe(false)
  })
})
