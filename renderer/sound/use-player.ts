import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { framesOf, secondsOf, type Pcm } from './pcm'

/** Milliseconds in which the browser's audio starts; without an output device it never does. */
const LONGEST_START = 2000

/**
 * Plays a sound; the browser's audio is started with the first press, which it requires. `fail` is called with the reason
 * where it cannot be started.
 */
export function usePlayer(
  sound: Readonly<Ref<Pcm | undefined>>,
  isVisible: Readonly<Ref<boolean>>,
  fail: (reason: string) => void,
) {
  const isPlaying = shallowRef(false)
  const isLooping = shallowRef(false)
  /** Seconds from the start. */
  const position = shallowRef(0)
  let context: AudioContext | undefined
  let source: AudioBufferSourceNode | undefined
  /** Time of the context at which the sound would have begun. */
  let began = 0
  let frame = 0

  function play(): void {
    const found = sound.value
    if (!found || framesOf(found) === 0) return
    halt()
    try {
      start(found)
    } catch (error) {
      failed(error)
    }
  }

  function failed(error: unknown): void {
    halt()
    fail(error instanceof Error ? error.message : String(error))
  }

  /** Throws where the browser has no audio, or does not take a sound of this rate. */
  function start(found: Pcm): void {
    context ??= new AudioContext()
    void resumed(context).catch((error: unknown) => {
      if (isPlaying.value) failed(error)
    })
    const length = secondsOf(found)
    if (position.value >= length - 0.01) position.value = 0
    source = context.createBufferSource()
    source.buffer = bufferOf(context, found)
    source.loop = isLooping.value
    source.connect(context.destination)
    source.onended = ended
    source.start(0, position.value)
    began = context.currentTime - position.value
    isPlaying.value = true
    frame = requestAnimationFrame(follow)
  }

  function follow(): void {
    const found = sound.value
    if (!isPlaying.value || !context || !found) return
    const passed = context.currentTime - began
    const length = secondsOf(found)
    position.value = isLooping.value ? passed % length : Math.min(length, passed)
    frame = requestAnimationFrame(follow)
  }

  function ended(): void {
    halt()
    position.value = 0
  }

  function halt(): void {
    cancelAnimationFrame(frame)
    isPlaying.value = false
    if (!source) return
    source.onended = null
    source.stop()
    source.disconnect()
    source = undefined
  }

  function seek(seconds: number): void {
    const wasPlaying = isPlaying.value
    halt()
    position.value = Math.min(sound.value ? secondsOf(sound.value) : 0, Math.max(0, seconds))
    if (wasPlaying) play()
  }

  watch(isLooping, loops => {
    if (!source || !context) return
    source.loop = loops
    // The rounds before do not count: what is left of this one ends it.
    began = context.currentTime - position.value
  })
  watch(sound, () => {
    halt()
    position.value = 0
  })
  watch(isVisible, visible => {
    if (!visible) halt()
  })
  onScopeDispose(() => {
    halt()
    void context?.close()
  })
  return { isPlaying, isLooping, position, play, pause: halt, seek }
}

/** Resolves once the audio runs. Rejects where it cannot, or does not in time. */
function resumed(context: AudioContext): Promise<void> {
  const late = new Promise<void>((_, fail) => {
    setTimeout(() => fail(new Error(`AudioContext: ${context.state}`)), LONGEST_START)
  })
  return Promise.race([context.resume(), late])
}

function bufferOf(context: AudioContext, sound: Pcm): AudioBuffer {
  const frames = framesOf(sound)
  const buffer = context.createBuffer(sound.channels, frames, sound.rate)
  for (let channel = 0; channel < sound.channels; channel++) {
    const data = buffer.getChannelData(channel)
    for (let at = 0; at < frames; at++) data[at] = (sound.samples[at * sound.channels + channel] ?? 0) / 32768
  }
  return buffer
}
