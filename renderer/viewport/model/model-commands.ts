import type { Command } from '../../commands/command'

interface Sources {
  isReady(): boolean
  frame(): void
  home(): void
  look(yaw: number, pitch: number): void
  ortho(): void
  hide(): void
  isolate(): void
  showAll(): void
  isMoving(): boolean
  play(): void
  step(by: 1 | -1): void
  stepKey(by: 1 | -1): void
  addKey(): void
  copyKey(): void
  removeKey(): void
}

/** The commands of the model view, in the palette while a model is shown. Their keys act in that view only. */
export function modelCommands(sources: Sources): Command[] {
  const { isReady, look, step, stepKey } = sources
  const place = { menu: 'view', section: 5, context: 'model', isInMenu: false } as const
  const common = { ...place, isTyping: true, isEnabled: isReady } as const
  const moving = { ...common, isEnabled: () => isReady() && sources.isMoving() } as const
  return [
    { ...common, id: 'model.frame', keys: ['KeyF'], run: sources.frame },
    { ...common, id: 'model.home', keys: ['Home'], run: sources.home },
    { ...common, id: 'model.top', keys: ['Numpad7'], run: () => look(Math.PI / 2, -Math.PI / 2) },
    { ...common, id: 'model.front', keys: ['Numpad1'], run: () => look(Math.PI / 2, 0) },
    { ...common, id: 'model.side', keys: ['Numpad3'], run: () => look(Math.PI, 0) },
    { ...common, id: 'model.ortho', keys: ['Numpad5'], run: sources.ortho },
    { ...common, id: 'model.hide', keys: ['KeyH'], run: sources.hide },
    { ...common, id: 'model.isolate', keys: ['Shift+KeyH'], run: sources.isolate },
    { ...common, id: 'model.show-all', keys: ['Alt+KeyH'], run: sources.showAll },
    { ...moving, id: 'model.play', keys: ['Space'], run: sources.play },
    { ...moving, id: 'model.next-frame', keys: ['Period'], repeats: true, run: () => step(1) },
    { ...moving, id: 'model.previous-frame', keys: ['Comma'], repeats: true, run: () => step(-1) },
    { ...moving, id: 'model.next-key', keys: ['BracketRight'], repeats: true, run: () => stepKey(1) },
    {
      ...moving,
      id: 'model.previous-key',
      keys: ['BracketLeft'],
      repeats: true,
      run: () => stepKey(-1),
    },
    { ...moving, id: 'model.add-key', keys: ['KeyI'], run: sources.addKey },
    { ...moving, id: 'model.duplicate-key', keys: ['Shift+KeyD'], run: sources.copyKey },
    { ...moving, id: 'model.remove-key', keys: ['Delete'], run: sources.removeKey },
  ]
}
