/** Parts of Monaco that have no typings of their own; imported for what they register. */
declare module 'monaco-editor/editor/contrib/suggest/browser/suggestController'
declare module 'monaco-editor/languages/features/json/jsonMode'
