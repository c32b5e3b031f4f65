import type { Locator, Page } from '@playwright/test'

/** What a user does to a window, counted: one for each click, key chord, typed value and drag. Waiting and looking are free. */
export class Gestures {
  private readonly done: string[] = []

  constructor(private readonly page: Page) {}

  /** In order, for the message of a failed expectation. */
  get list(): readonly string[] {
    return this.done
  }

  async click(target: Locator): Promise<void> {
    this.done.push(`click ${String(target)}`)
    await target.click()
  }

  async clickAt(x: number, y: number): Promise<void> {
    this.done.push(`click at ${Math.round(x)}, ${Math.round(y)}`)
    await this.page.mouse.click(x, y)
  }

  async press(chord: string): Promise<void> {
    this.done.push(`press ${chord}`)
    await this.page.keyboard.press(chord)
  }

  /** Types over what the field with the focus has. */
  async type(text: string): Promise<void> {
    this.done.push(`type ${text}`)
    await this.page.keyboard.type(text)
  }
}
