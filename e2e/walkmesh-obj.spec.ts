import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { ROOT, freshFolder, removeFolder } from './studio'
import { CELLAR, onCellar } from './walkmesh-page'

const SIZE = { width: 1440, height: 900 }

/** Offers a file to the walkmesh as *Replace with file…* of the tree does. */
async function replaceWith(page: Page, name: string, text: string): Promise<void> {
  await page.locator(`[role="treeitem"][data-key="${CELLAR}"]`).click({ button: 'right' })
  const chooser = page.waitForEvent('filechooser')
  await page.locator('[data-command="tree.replace"]').click()
  await (await chooser).setFiles({ name, mimeType: 'model/obj', buffer: Buffer.from(text) })
}
const facts = (page: Page) => page.locator('.facts')
const preview = (page: Page) => page.getByTestId('incoming')

/** The walkmesh as an OBJ, as the command line takes it out. */
function exported(install: string): string {
  const folder = freshFolder()
  const program = join(ROOT, 'out/node/areal.mjs')
  execFileSync(process.execPath, [
    program,
    'extract',
    install,
    CELLAR,
    '--to',
    folder,
    '--as',
    'obj',
    '--user-data',
    folder,
  ])
  const [file] = execFileSync('find', [folder, '-name', '*.obj']).toString().trim().split('\n')
  const text = readFileSync(file ?? '', 'utf8')
  removeFolder(folder)
  return text
}

test('an OBJ replaces a walkmesh: its counts are shown before, its triangles after, and undo brings the former back', () => {
  let obj = ''
  return onCellar(
    SIZE,
    install => {
      obj = exported(install)
    },
    async ({ page }) => {
      // As it was taken out: nothing changes.
      await replaceWith(page, 'cellar.obj', obj)
      await expect(preview(page)).toBeVisible()
      await expect(page.getByTestId('incoming-accept')).toBeDisabled()
      await page.keyboard.press('Escape')
      await expect(preview(page)).toHaveCount(0)

      // Without two of its faces, as another program may leave it.
      const lines = obj.trimEnd().split('\n')
      const faces = lines.filter(line => line.startsWith('f '))
      expect(faces).toHaveLength(108)
      const left = lines.filter(line => line !== faces[0] && line !== faces[1])
      await replaceWith(page, 'cellar.obj', left.join('\n'))
      await expect(preview(page)).toContainText(/\d to [\d,]+/)
      await page.getByTestId('incoming-accept').click()
      await expect(preview(page)).toHaveCount(0)
      await expect(facts(page)).toContainText('106 triangles')
      await expect(page.getByTestId('status-unpacked')).toContainText('1')
      await page.getByTestId('tab-problems').click()
      await expect(page.locator('[data-testid="pane-problems"] [data-severity="error"]')).toHaveCount(0)

      await page.getByTestId('button-undo').click()
      await expect(facts(page)).toContainText('108 triangles')
    },
  )
})

test('a damaged OBJ says why it is not taken, and changes nothing', () =>
  onCellar(
    SIZE,
    () => undefined,
    async ({ page }) => {
      for (const [text, code, words] of [
        ['v 0 0 0\nv 1 0 0\nv 0 0 1\n', 'refusal.obj.empty', ''],
        ['v 0 0 0\nv nan 0 0\nv 0 0 1\nf 1 2 3\n', 'refusal.obj.line', '2'],
        ['v 0 0 0\nv 1 0 0\nv 0 0 1\n\nf 1 2 4\n', 'refusal.obj.line', '5'],
        ['no obj at all', 'refusal.obj.line', '1'],
      ] as const) {
        await replaceWith(page, 'broken.obj', text)
        const said = page.locator(`[data-testid="notification"][data-code="${code}"]`).first()
        await expect(said).toBeVisible()
        await expect(said).toContainText(words)
        await expect(preview(page)).toHaveCount(0)
        await expect(page.getByTestId('button-undo')).toBeDisabled()
        await expect(facts(page)).toContainText('108 triangles')
        await said.getByRole('button', { name: 'Close' }).click()
        await expect(said).toHaveCount(0)
      }
    },
  ))
