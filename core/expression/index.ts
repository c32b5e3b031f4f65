export { compiled, evaluate, namesIn, type Numeric, type Read } from './evaluate'
export { COUNTING_LEVELS, FORMULA } from './grammar'
export {
  ExpressionError,
  Parser,
  parseExpression,
  readToken,
  type Comparing,
  type Counting,
  type Expression,
  type Grammar,
  type Level,
  type Mistake,
  type Token,
} from './parse'
