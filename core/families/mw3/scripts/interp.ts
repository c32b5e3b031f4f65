import { array, count, nulText, offsetTo, optional, parallelTo, repeatUntil, struct, text, u32 } from '../../../layout'
import { known } from '../gamez/fields'

/** First word of `interp.zbd` (mw3 14.1). */
export const INTERP_SIGNATURE = 0x08971119

/** A script of the directory, 128 bytes (mw3 14.1). */
const Script = struct('mw3-script', {
  path: text(120, { page: 'ascii', ...known('14.1') }),
  time: u32(known('14.1', { unit: 's since 1970' })),
  start: offsetTo('script_lines', { parallel: true, ...known('14.1', { hex: true }) }),
})

/** A command and its arguments (mw3 14.1). */
const Command = struct('mw3-script-command', {
  token_count: count('tokens', known('14.1')),
  tokens: array(nulText({ page: 'ascii' }), 'token_count', known('14.1')),
})

/** A line: the bytes of its texts, then the command; one of size 0 ends the script (mw3 14.1). */
const ScriptLine = struct('mw3-script-line', { size: u32(known('14.1')), command: optional('size != 0', Command) })

const ScriptLines = struct('mw3-script-lines', {
  lines: array(ScriptLine, repeatUntil('size == 0'), known('14.1')),
})

/** `interp.zbd`: scripts that the game runs while it loads (mw3 14.1). */
export const INTERP = struct('mw3-interp', {
  signature: u32(known('14.1', { hex: true })),
  version: u32(known('14.1')),
  script_count: count('scripts', known('14.1')),
  scripts: array(Script, 'script_count', known('14.1')),
  script_lines: array(ScriptLines, parallelTo('scripts'), known('14.1')),
})
