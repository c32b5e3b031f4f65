import { shallowRef } from 'vue'
import { AREA_TOOLS, type MapTool, type ToolId } from './tool'

/** Which of the tools is active. */
export class ToolSwitch {
  readonly active = shallowRef<ToolId>('select')
  /** The tool of values that picking returns to. */
  private before: ToolId = 'paint'

  /** `entered` is called with each tool that becomes active. */
  constructor(
    private readonly tools: Readonly<Record<ToolId, MapTool>>,
    private readonly entered: (tool: ToolId) => void,
  ) {}

  get tool(): MapTool {
    return this.tools[this.active.value]
  }

  /** Leaves the active tool, which cancels what is begun unless the tool commits it. */
  set(next: ToolId): void {
    if (next === this.active.value) return
    if (this.tool.leave) this.tool.leave()
    else this.tool.cancel?.()
    if (AREA_TOOLS.has(this.active.value) && this.active.value !== 'pick') this.before = this.active.value
    this.active.value = next
    this.entered(next)
  }

  /** A value was picked: back to the tool that it was picked for. */
  picked(): void {
    if (this.active.value === 'pick') this.set(this.before)
  }

  /** One layer: what is begun, then the tool itself. Returns whether there was one. */
  cancel(): boolean {
    if (this.tool.cancel?.()) return true
    if (this.active.value === 'select') return false
    this.set('select')
    return true
  }
}
