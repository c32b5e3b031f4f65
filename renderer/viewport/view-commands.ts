import type { Command } from '../commands/command'

interface Sources {
  isReady(): boolean
  frame(): void
  home(): void
  look(yaw: number, pitch: number): void
  ortho(): void
  goTo(): void
  /** Whether areals can be edited here. */
  canRebuild(): boolean
  rebuild(): void
  picture(): void
}

/** The map's own commands: in the menu and the palette while the map is there. Their single keys act in the map only. */
export function viewCommands({ isReady, frame, home, look, ortho, goTo, canRebuild, rebuild, picture }: Sources): Command[] {
  const common = { menu: 'view', section: 4, isEnabled: isReady } as const
  return [
    { ...common, id: 'map.frame', run: frame },
    { ...common, id: 'map.home', run: home },
    { ...common, id: 'map.top', run: () => look(Math.PI / 2, -Math.PI / 2) },
    { ...common, id: 'map.front', run: () => look(Math.PI / 2, 0) },
    { ...common, id: 'map.side', run: () => look(Math.PI, 0) },
    { ...common, id: 'map.ortho', run: ortho },
    { ...common, id: 'map.go-to', run: goTo },
    { ...common, id: 'map.rebuild', isEnabled: () => isReady() && canRebuild(), run: rebuild },
    { ...common, id: 'map.picture', run: picture },
  ]
}
