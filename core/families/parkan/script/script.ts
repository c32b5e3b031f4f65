import { array, count, i32, lengthPrefixedText, struct, u32, type Meta } from '../../../layout'
import { declaredFormat } from '../../../format/declared-format'
import { FUNCTION_NAMES } from './functions'
import { checkScript } from './script-rules'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 9.9' }
/** A variable of varset.var, a line of the formulas beside the script, both by their place. */
const VARIABLE: Meta = { refers: { by: 'script-variable' }, ...KNOWN }
const FORMULA_LINE: Meta = { refers: { by: 'script-formula' }, ...KNOWN }

/** A step of a handler (parkan 9.9). */
const ScriptNode = struct('script-node', {
  function: i32({ values: FUNCTION_NAMES, ...KNOWN, certainty: 'likely' }),
  dest: i32(VARIABLE),
  source: i32({ refers: { by: 'script-source' }, ...KNOWN }),
  kind: i32({
    values: {
      [-1]: 'statement',
      0: 'if',
      1: 'end',
      2: 'label',
      3: 'goto',
      4: 'switch',
      5: 'return',
      6: 'constant',
    },
    ...KNOWN,
  }),
  relation: i32({
    values: { 0: 'less', 1: 'equal', 2: 'greater', 3: 'at_most', 4: 'at_least', 5: 'not_equal', 6: 'none' },
    ...KNOWN,
  }),
  operand_count: count('operands', KNOWN),
  operands: array(i32({ refers: { by: 'script-operand' }, ...KNOWN }), 'operand_count', KNOWN),
  formula: i32(FORMULA_LINE),
})

/** What a script does at an event. */
const ScriptHandler = struct('script-handler', {
  name: lengthPrefixedText(u32(), { nul: 'always', ...KNOWN }),
  index: u32(KNOWN),
  node_count: count('nodes', KNOWN),
  nodes: array(ScriptNode, 'node_count', KNOWN),
})

/** `.scr`: the compiled behaviour of a clan (parkan 9.9). */
export const SCRIPT = struct('script', {
  functions: u32(KNOWN),
  handler_count: count('handlers', KNOWN),
  handlers: array(ScriptHandler, 'handler_count', KNOWN),
})

/** Scripts: loose files. */
export const SCRIPT_FORMAT = declaredFormat({
  id: 'parkan.script',
  match: ({ container, name }) => container === null && /\.scr$/i.test(name),
  layout: () => SCRIPT,
  codes: { cut: 'script.cut', trailing: 'script.trailing' },
  rules: checkScript,
})
