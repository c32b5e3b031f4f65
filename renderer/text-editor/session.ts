import type { Value } from '@areal-studio/core/layout'

/** An error in a text and its range, as offsets. */
export interface TextMistake {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  /** Where it begins, counted from 1; null where the message contains the place. */
  readonly place: { readonly line: number; readonly column: number } | null
  readonly start: number
  readonly end: number
}
export type ReadText =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly mistake: TextMistake }

/** Dependencies of a session: the text editor and the entry. */
export interface SessionPorts {
  text(): string
  setText(text: string): void
  /** Reads the text as the value of what `key` names. Never throws. */
  read(key: string, text: string): ReadText
  /**
   * One transaction. Returns the text that it alone makes of the bytes; undefined where it was refused, or where the
   * text of the bytes was no longer `base`: then nothing was sent.
   */
  commit(key: string, base: string, value: Value): Promise<string | undefined>
  /** The text of `key` from the present bytes; undefined where it was deleted. */
  present(key: string): string | undefined
  /** Something that is shown has changed. */
  changed(): void
}

/** What a session needs of the bytes. */
export type NodePorts = Pick<SessionPorts, 'read' | 'commit' | 'present'>

/**
 * The text of one record in the editor, in sync with its bytes. Text that cannot be parsed never changes bytes. A
 * change of the record while the text is unfinished is held back until the user chooses between the two.
 */
export class TextSession {
  /** Key of the record that the text shows; null: none. */
  key: string | null = null
  mistake: TextMistake | null = null
  /** The bytes changed outside while the text was unfinished: their text. */
  theirs: string | null = null
  /** The selection went on to another record while this text cannot be read. */
  elsewhere: string | null = null
  private base = ''
  private wanted: string | null = null
  private sending: Promise<void> | undefined

  constructor(private readonly ports: SessionPorts) {}

  get isDirty(): boolean {
    return this.key !== null && this.ports.text() !== this.base
  }

  /** The selection or the bytes changed: `key` is to be shown, its text is `text`. */
  async show(key: string, text: string): Promise<void> {
    this.wanted = key
    if (this.key === key) this.follow(text)
    else {
      await this.commitAll()
      // Another was selected while the commit was waited for.
      if (this.wanted !== key || this.key === key) return
      if (this.isDirty) this.elsewhere = key
      else this.start(key, this.ports.present(key) ?? text)
    }
    this.ports.changed()
  }

  /** Nothing is selected any more. */
  clear(): void {
    this.wanted = null
    if (this.isDirty) return
    this.start(null, '')
    this.ports.changed()
  }

  /** Called when the user typed: checks whether the text is complete. */
  check(): void {
    const key = this.key
    const answer = key !== null && this.isDirty ? this.ports.read(key, this.ports.text()) : undefined
    this.mistake = answer && !answer.ok ? answer.mistake : null
    this.ports.changed()
  }

  /** Commits the text as one step, if it can be read and nothing changed below it. */
  async commit(): Promise<void> {
    const key = this.key
    if (key === null || !this.isDirty || this.theirs !== null || this.sending) return
    const sent = this.ports.text()
    const answer = this.ports.read(key, sent)
    this.mistake = answer.ok ? null : answer.mistake
    if (answer.ok) await (this.sending = this.send(key, sent, answer.value))
    this.ports.changed()
  }

  /** Commits the pending change and what was typed since. */
  private async commitAll(): Promise<void> {
    await this.sending
    await this.commit()
  }

  private async send(key: string, sent: string, value: Value): Promise<void> {
    const ours = await this.ports.commit(key, this.base, value)
    this.sending = undefined
    if (this.key !== key) return
    const now = this.ports.present(key) ?? ours ?? this.base
    if (ours !== undefined && this.ports.text() === sent) {
      this.base = now
      this.ports.setText(now)
      return this.goOn(this.elsewhere)
    }
    // Typed on, or refused: what others changed meanwhile must not be overwritten by the next commit.
    this.base = ours ?? this.base
    this.theirs = now === this.base ? null : now
  }

  /** Keeps what was typed over what changed outside. */
  async useMine(): Promise<void> {
    if (this.theirs === null) return
    this.base = this.theirs
    this.theirs = null
    await this.commit()
  }

  /** Discards the typed text. */
  takeTheirs(): void {
    const next = this.elsewhere
    this.start(this.key, this.theirs ?? this.base)
    this.goOn(next)
    this.ports.changed()
  }

  /** Continues with the record that was selected meanwhile. */
  private goOn(next: string | null): void {
    const text = next === null ? undefined : this.ports.present(next)
    if (next !== null && text !== undefined) this.start(next, text)
  }

  private follow(text: string): void {
    this.elsewhere = null
    if (text === this.base) this.theirs = null
    if (text === this.base) return
    if (this.sending) return
    if (this.isDirty) this.theirs = text
    else this.start(this.key, text)
  }

  private start(key: string | null, text: string): void {
    this.key = key
    this.base = text
    this.theirs = null
    this.elsewhere = null
    this.mistake = null
    this.ports.setText(text)
  }
}
