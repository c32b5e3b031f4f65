/** Each pane, and the English title of its command. */
export const PANE_COMMANDS = {
  viewport: 'Map',
  tree: 'Project',
  deploy: 'Deploy',
  form: 'Form',
  struct: 'Struct',
  problems: 'Problems',
  history: 'History',
  changes: 'Changes',
  hex: 'Hex',
  json: 'JSON',
  table: 'Table',
  find: 'Find',
  gallery: 'Gallery',
  jobs: 'Jobs',
  help: 'Help',
} as const
