import { createSSRApp, h, type Component } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import { locate } from '@areal-studio/core/layout'
import ChangesPanel from '../changes/ChangesPanel.vue'
import DeployFields from '../deploy/DeployFields.vue'
import { useDeploy } from '../state/deploy.store'
import { MAP, openWindow } from '../state/window.fixture'
import { hexText } from '../value/number-text'

const drawn = (panel: Component): Promise<string> => renderToString(createSSRApp({ render: () => h(panel) }))

it('an offset counts from the start of its entry, as in hex: in Changes and Deploy, before and after packing, and heads state it', async () => {
  const { workspace } = await openWindow()
  const deploy = useDeploy()
  const { document: whole } = await workspace.load(MAP)
  const offset = (whole && locate(whole, 'areals/3/class_id')?.offset) ?? expect.unreachable()
  await workspace.assignAll(MAP, [{ path: 'areals/3/class_id', value: 70 }])
  await expect.poll(() => workspace.changes.length).toBe(1)
  const fieldOffsets = (): number[] =>
    workspace.changes.flatMap(file => file.entries.flatMap(entry => entry.fields.map(field => field.offset)))

  expect(fieldOffsets()).toEqual([offset])
  const before = await drawn(DeployFields)
  await deploy.pack()
  expect(deploy.packed?.files.length).toBe(1)
  const after = await drawn(DeployFields)
  expect(fieldOffsets()).toEqual([offset])
  for (const page of [before, after]) expect(page).toContain(`>${hexText(offset, 1)}</td>`)
  for (const page of [before, after, await drawn(ChangesPanel)]) expect(page).toContain('>Offset in entry</')
})
