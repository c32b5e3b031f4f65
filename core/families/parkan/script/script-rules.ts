import type { Opened } from '../../../format'
import type { Document, Node } from '../../../layout'
import { fieldOf, numberOf, placeOf, records, recordsOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { textLines } from '../text-lines'

/** Functions of the engine that scripts were built for. */
const FUNCTIONS = 73
const [STATEMENT, IF, GOTO, SWITCH, CONSTANT] = [-1, 0, 3, 4, 6] as const
const NONE = -1

/** What a node can name. */
interface Room {
  readonly handlers: number
  /** Variables of the set beside the script, formulas of its own text; undefined where there is no such file. */
  readonly variables: number | undefined
  readonly formulas: number | undefined
}

/** The script is of this engine, handlers are numbered, and what nodes name is there (parkan 9.9). */
export async function checkScript(opened: Document, report: Report, entry: Opened): Promise<void> {
  const functions = numberOf(opened.root, 'functions')
  if (functions !== FUNCTIONS)
    report.warning('script.functions', { functions, right: FUNCTIONS }, placeOf(opened.root, 'functions'))
  const handlers = records(opened, 'handlers')
  const stem = stemOf(entry)
  const set = await scriptVariables(entry)
  const room: Room = {
    handlers: handlers.length,
    variables: linesOf(set, /^\s*VAR\s*\(/i),
    formulas: linesOf(await entry.beside(`${stem}.fml`), /^\s*FUNCTION\s*\(/i),
  }
  for (const handler of handlers) {
    const index = numberOf(handler, 'index')
    if (index !== Number(handler.name))
      report.warning('script.index', { handler: handler.name, index }, placeOf(handler, 'index'))
    const nodes = recordsOf(handler, 'nodes')
    for (const node of nodes) {
      checkJump(handler, node, { nodes: nodes.length, ...room }, report)
      checkKind(handler, node, report)
      checkNames(handler, node, room, report)
    }
  }
}

const stemOf = ({ name }: Opened): string => name.replace(/\.[^.]*$/, '')

/** The variables of a script: the file of its own name beside it, else varset.var (parkan 9.9). */
export const scriptVariables = async (script: Opened): Promise<Opened | undefined> =>
  (await script.beside(`${stemOf(script)}.var`)) ?? script.beside('varset.var')

/** Lines of a text that begin so; their place among them is their number. */
const linesOf = (text: Opened | undefined, form: RegExp): number | undefined =>
  text && textLines(text.bytes).filter(line => form.test(line.text)).length

function checkKind(handler: Node, node: Node, report: Report): void {
  const kind = numberOf(node, 'kind')
  if (kind < STATEMENT || kind > CONSTANT)
    report.warning('script.kind', { handler: handler.name, node: node.name, kind }, placeOf(node, 'kind'))
}

function checkJump(handler: Node, node: Node, room: Room & { readonly nodes: number }, report: Report): void {
  const kind = numberOf(node, 'kind')
  if (kind !== GOTO && kind !== SWITCH) return
  const to = numberOf(node, 'operands/0')
  const count = kind === GOTO ? room.nodes : room.handlers
  if (to >= 0 && to < count) return
  const code = kind === GOTO ? 'script.goto' : 'script.switch'
  report.warning(code, { handler: handler.name, node: node.name, to, count }, placeOf(node, 'operands'))
}

/** Variables and formulas by their number; -1 is none. */
function checkNames(handler: Node, node: Node, { variables, formulas }: Room, report: Report): void {
  const of = { handler: handler.name, node: node.name }
  const kind = numberOf(node, 'kind')
  const named = ['dest', ...(kind === STATEMENT ? ['source'] : [])].map(field => fieldOf(node, field))
  const operands = kind === STATEMENT || kind === IF ? recordsOf(node, 'operands') : []
  for (const field of [...named, ...operands]) {
    const number = Number(field?.value)
    if (!field || variables === undefined || (number >= NONE && number < variables)) continue
    const place = { path: field.path, range: [field.offset, field.size] as const }
    report.warning('script.variable', { ...of, number, count: variables }, place)
  }
  const formula = numberOf(node, 'formula')
  if (formulas !== undefined && (formula < NONE || formula >= formulas))
    report.warning('script.formula', { ...of, number: formula, count: formulas }, placeOf(node, 'formula'))
}
