import type * as Monaco from 'monaco-editor/editor/editor.api'
import type * as MonacoJson from 'monaco-editor/languages/features/json/register'
import type { Language } from '@areal-studio/core/messages'
import { editorPolicy } from '../../state/trusted-types'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import JsonWorker from 'monaco-editor/language/json/json.worker?worker'

export type Api = typeof Monaco
type Json = typeof MonacoJson
let loading: Promise<readonly [Api, Json]> | undefined

/** Loads Monaco once for the window, in the language of the first call. */
export const loadMonaco = (language: Language): Promise<readonly [Api, Json]> => (loading ??= load(language))

/** Monaco's own menus take their language here, at the first load of the window. */
async function load(language: Language): Promise<readonly [Api, Json]> {
  globalThis.MonacoEnvironment = {
    getWorker: (_, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
    createTrustedTypesPolicy: editorPolicy,
  }
  if (language === 'ru') await import('monaco-editor/nls/lang/ru')
  const [api, json] = await Promise.all([
    import('monaco-editor/editor/editor.api'),
    import('monaco-editor/languages/features/json/register'),
    import('monaco-editor/features/codeEditor/register'),
    import('monaco-editor/features/codicon/register'),
    import('monaco-editor/features/bracketMatching/register'),
    import('monaco-editor/features/caretOperations/register'),
    import('monaco-editor/features/clipboard/register'),
    import('monaco-editor/features/contextmenu/register'),
    import('monaco-editor/features/diffEditor/register'),
    import('monaco-editor/features/find/register'),
    import('monaco-editor/features/folding/register'),
    import('monaco-editor/features/gotoError/register'),
    import('monaco-editor/features/hover/register'),
    import('monaco-editor/features/indentation/register'),
    import('monaco-editor/features/lineSelection/register'),
    import('monaco-editor/features/linesOperations/register'),
    import('monaco-editor/features/multicursor/register'),
    import('monaco-editor/features/smartSelect/register'),
    import('monaco-editor/features/snippet/register'),
    import('monaco-editor/editor/contrib/suggest/browser/suggestController'),
    import('monaco-editor/features/tokenization/register'),
    import('monaco-editor/features/wordHighlighter/register'),
    import('monaco-editor/features/wordOperations/register'),
    // Before the first text: it registers services, and an editor knows those registered before it was created.
    import('monaco-editor/languages/features/json/jsonMode'),
  ])
  json.jsonDefaults.setModeConfiguration({
    completionItems: true,
    hovers: true,
    tokens: true,
    foldingRanges: true,
    selectionRanges: true,
    documentSymbols: false,
    colors: false,
    diagnostics: false,
    documentFormattingEdits: false,
    documentRangeFormattingEdits: false,
  })
  // The studio has a palette of its own.
  api.editor.addKeybindingRule({ keybinding: api.KeyCode.F1, command: null })
  return [api, json]
}
