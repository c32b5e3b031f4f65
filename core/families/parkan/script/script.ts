import {
  array,
  count,
  i32,
  lengthPrefixedText,
  struct,
  u32,
  type Document,
  type Meta,
  type Node,
} from '../../../layout'
import { declaredFormat } from '../declared-format'
import { numberOf, placeOf, records, recordsOf } from '../fields'
import type { Report } from '../report'
import { FUNCTION_NAMES } from './functions'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 9.9' }
/** Functions of the engine that scripts were built for. */
const FUNCTIONS = 73
/** A variable of varset.var, a line of the formulas beside the script, both by their place. */
const VARIABLE: Meta = { refers: { by: 'script-variable' }, ...KNOWN }
const FORMULA_LINE: Meta = { refers: { by: 'script-formula' }, ...KNOWN }
const GOTO = 3
const SWITCH = 4

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

/** The script is of this engine, handlers are numbered, and jumps lead to what is there (parkan 9.9). */
function checkScript(opened: Document, report: Report): void {
  const functions = numberOf(opened.root, 'functions')
  if (functions !== FUNCTIONS)
    report.warning('script.functions', { functions, right: FUNCTIONS }, placeOf(opened.root, 'functions'))
  const handlers = records(opened, 'handlers')
  for (const handler of handlers) {
    const index = numberOf(handler, 'index')
    if (index !== Number(handler.name))
      report.warning('script.index', { handler: handler.name, index }, placeOf(handler, 'index'))
    const nodes = recordsOf(handler, 'nodes')
    for (const node of nodes) checkJump(handler, node, { nodes: nodes.length, handlers: handlers.length }, report)
  }
}

function checkJump(
  handler: Node,
  node: Node,
  { nodes, handlers }: { readonly nodes: number; readonly handlers: number },
  report: Report,
): void {
  const kind = numberOf(node, 'kind')
  if (kind !== GOTO && kind !== SWITCH) return
  const to = numberOf(node, 'operands/0')
  const count = kind === GOTO ? nodes : handlers
  if (to >= 0 && to < count) return
  const code = kind === GOTO ? 'script.goto' : 'script.switch'
  report.warning(code, { handler: handler.name, node: node.name, to, count }, placeOf(node, 'operands'))
}

/** Scripts: loose files. */
export const SCRIPT_FORMAT = declaredFormat({
  id: 'parkan.script',
  match: ({ container, name }) => container === null && /\.scr$/i.test(name),
  layout: () => SCRIPT,
  codes: { cut: 'script.cut', trailing: 'script.trailing' },
  rules: checkScript,
})
