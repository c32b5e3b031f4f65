import { locate, ragged, type Node } from '../../../layout'
import { Model } from '../gamez/models'
import { NodeSlot } from '../gamez/nodes'
import { arrayOf, type Gamez } from './gamez-context'
import { CLASS } from './node-indices'
import { RecordRules } from './record-rules'

/**
 * What the game's own files have beyond what its reader checks: the order of the slots, mutual lists of parents and
 * children, no cycles, uses of models (mw3 17.5, N17; 17.4, D14).
 */
export function checkTree(gamez: Gamez): void {
  const { opened, bytes, report, nodes: used } = gamez
  const slots = arrayOf(opened, 'nodes')
  const rules = new RecordRules(NodeSlot, bytes, report)
  const classes = Array.from({ length: used }, (_, slot) => rules.number(slots.at(slot), 'node_class'))
  const warn = (slot: number, code: string, field: 'node_class' | 'flags' | 'parent_count', expected: string): void =>
    rules.fail(slots.at(slot), `nodes/${slot}`, code, field, rules.number(slots.at(slot), field), expected, true)
  const count = (kind: number): number => classes.filter(one => one === kind).length
  const array = locate(opened, 'nodes')
  for (const [kind, most] of SINGLE)
    if (array && (used > 0 || opened.isWhole) && (count(kind) < 1 || count(kind) > most))
      report.warning(
        'mw3.N17.single',
        { field: 'node_class', value: count(kind), expected: most === 1 ? '1' : `1 … ${most}` },
        { path: 'nodes', range: [array.offset, array.size] },
      )
  FIRST.forEach((kind, slot) => {
    if (slot < used && classes[slot] !== kind) warn(slot, 'mw3.N17.slots', 'node_class', String(kind))
  })
  if (!opened.isWhole) return
  const parents = listsOf(gamez, 'parent_indices')
  const children = listsOf(gamez, 'child_indices')
  checkMutual(gamez, parents, children, slot => locate(opened, `node_data/${slot}`))
  for (const slot of inCycle(children)) warn(slot, 'mw3.N17.cycle', 'node_class', `∌ nodes/${slot}`)
  checkUses(gamez, rules)
}

const FIRST = [CLASS.world, CLASS.window, CLASS.camera, CLASS.display]
const SINGLE = [
  [CLASS.world, 1],
  [CLASS.window, 1],
  [CLASS.camera, 1],
  [CLASS.light, 1],
  [CLASS.display, 2],
] as const

type SlotRules = Pick<
  RecordRules<unknown, typeof NodeSlot extends { readonly scalars?: infer C } ? C : never>,
  'number' | 'fail'
>

interface Lists {
  readonly starts: Uint32Array
  readonly values: ArrayLike<number>
}

function listsOf({ opened }: Gamez, field: 'parent_indices' | 'child_indices'): Lists {
  const { starts, values } = ragged(opened, 'node_data', field, 'i32')
  return { starts, values }
}

function* pairsOf({ starts, values }: Lists): Generator<readonly [slot: number, other: number, at: number]> {
  for (let slot = 0; slot + 1 < starts.length; slot++)
    for (let at = starts[slot] ?? 0; at < (starts[slot + 1] ?? 0); at++)
      yield [slot, values[at] ?? -1, at - (starts[slot] ?? 0)]
}

/** Who is a child of a node has it as its parent, and the other way round. */
function checkMutual(
  { report }: Gamez,
  parents: Lists,
  children: Lists,
  dataOf: (slot: number) => Node | undefined,
): void {
  const up = new Set(Array.from(pairsOf(parents), ([child, parent]) => `${parent} ${child}`))
  const down = new Set(Array.from(pairsOf(children), ([parent, child]) => `${parent} ${child}`))
  const warn = (slot: number, field: string, at: number, other: number): void => {
    const node = dataOf(slot)?.childNamed(field)?.child(at)
    if (node)
      report.warning(
        'mw3.N17.mutual',
        { field, value: other, expected: `nodes/${other}` },
        { path: node.path, range: [node.offset, node.size] },
      )
  }
  for (const [child, parent, at] of pairsOf(parents))
    if (!down.has(`${parent} ${child}`)) warn(child, 'parent_indices', at, parent)
  for (const [parent, child, at] of pairsOf(children))
    if (!up.has(`${parent} ${child}`)) warn(parent, 'child_indices', at, child)
}

/** Nodes that are their own descendants, each cycle by the first of them; without recursion, as trees may be deep. */
function inCycle(children: Lists): readonly number[] {
  const state = new Uint8Array(Math.max(0, children.starts.length - 1))
  const found: number[] = []
  for (let root = 0; root < state.length; root++) {
    if (state[root] !== 0) continue
    const stack: [slot: number, next: number][] = [[root, children.starts[root] ?? 0]]
    state[root] = 1
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const [slot, next] = top
      if (next >= (children.starts[slot + 1] ?? 0)) {
        state[slot] = 2
        stack.pop()
        continue
      }
      top[1] = next + 1
      const child = children.values[next] ?? -1
      if (state[child] === 1) found.push(child)
      else if (state[child] === 0) {
        state[child] = 1
        stack.push([child, children.starts[child] ?? 0])
      }
    }
  }
  return found
}

/** `parent_count` of a model is the number of nodes that use it. */
function checkUses({ opened, bytes, report, models, nodes }: Gamez, rules: SlotRules): void {
  const slots = arrayOf(opened, 'nodes')
  const uses = new Uint32Array(models)
  for (let slot = 0; slot < nodes; slot++) {
    const model = rules.number(slots.at(slot), 'model_index')
    if (model >= 0 && model < models) uses[model] = (uses[model] ?? 0) + 1
  }
  const modelSlots = arrayOf(opened, 'models')
  const modelRules = new RecordRules(Model, bytes, report)
  uses.forEach((expected, model) => {
    const at = modelSlots.at(model)
    const found = modelRules.number(at, 'parent_count')
    if (found !== 0 && found !== expected)
      modelRules.fail(at, `models/${model}`, 'mw3.D14.uses', 'parent_count', found, expected, true)
  })
}
