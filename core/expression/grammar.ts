import type { Grammar, Level } from './parse'

/** Arithmetic and bit operators, bits loosest: the order of queries and number fields. */
export const COUNTING_LEVELS: readonly Level[] = [
  { operators: { '|': '|' } },
  { operators: { '^': '^' } },
  { operators: { '&': '&' } },
  { operators: { '<<': '<<', '>>': '>>' } },
  { operators: { '+': '+', '-': '-' } },
  { operators: { '*': '*', '/': '/', '%': '%' } },
]

/**
 * Formulas of layouts, with the precedence of C. Names: `x` a field before it, `^.x` a field of the parallel record,
 * `..x` a field of the enclosing record, `x.y` the range y of the bits of
 * x, `@x` a directory attribute.
 */
export const FORMULA: Grammar = {
  levels: [
    { operators: { '||': 'or' } },
    { operators: { '&&': 'and' } },
    { operators: { '|': '|' } },
    { operators: { '&': '&' } },
    { operators: { '==': '=', '!=': '!=' } },
    { operators: { '<': '<', '<=': '<=', '>': '>', '>=': '>=' } },
    { operators: { '<<': '<<', '>>': '>>' } },
    { operators: { '+': '+', '-': '-' } },
    { operators: { '*': '*', '/': '/', '%': '%' } },
  ],
  values: 0,
  prefixes: { '-': 'minus', '~': 'flip', '!': 'not', '+': 'plus' },
  token:
    /\s*(?:(?<number>0[xX][0-9a-fA-F]+|0[bB][01]+|\d+(?![\w.]))|(?<name>(?:\^\.|\.\.|@)?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)|(?<sign>\|\||&&|<<|>>|<=|>=|==|!=|[-+*/%|&~!()<>]))/y,
  words: new Set(),
  origin: 0,
  bitsNeedParentheses: true,
}
