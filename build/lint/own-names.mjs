/**
 * Forbids lookups that find inherited names (`toString`, `__proto__`) where data names a member: `name in record`, and
 * `record[name]` of a variable declared as `Record<string, …>`. `own`, `setOwn`, `Object.hasOwn` and maps find only own
 * members.
 */
export const ownNames = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      in: 'Use Object.hasOwn: `in` also finds toString, constructor and __proto__.',
      member: 'Use own() or setOwn(), or a Map: `[…]` also finds toString, constructor and __proto__.',
    },
  },
  create(context) {
    const code = context.sourceCode
    return {
      'BinaryExpression[operator="in"]'(node) {
        if (!isFixed(node.left)) context.report({ node, messageId: 'in' })
      },
      'MemberExpression[computed=true]'(node) {
        if (node.object.type !== 'Identifier' || isFixed(node.property) || isGuarded(node, code)) return
        const type = declaredType(node.object, code)
        if (type !== undefined && isRecord(type)) context.report({ node, messageId: 'member' })
      },
    }
  },
}

/** Written in the source, a symbol, a key of the keyboard's, or a text with a dot in it: no inherited name. */
function isFixed({ type, object, property, quasis }) {
  if (type === 'TemplateLiteral') return quasis.some(({ value }) => value.raw.includes('.'))
  if (type === 'MemberExpression')
    return object.name === 'Symbol' || (object.name === 'event' && ['key', 'code'].includes(property.name))
  return type === 'Literal' || type === 'PrivateIdentifier'
}

/** In `Object.hasOwn(record, name) ? record[name] : …`, or behind the test whether the name is `__proto__`. */
function isGuarded(node, code) {
  const [record, name] = [code.getText(node.object), code.getText(node.property)]
  for (let at = node.parent; at; at = at.parent) {
    const test = at.test ? code.getText(at.test) : ''
    if (test.includes(`Object.hasOwn(${record}, ${name})`) || test === `${name} === '__proto__'`) return true
  }
  return false
}

/** The type that is written beside a variable or parameter; undefined where none is. */
function declaredType(identifier, code) {
  for (let scope = code.getScope(identifier); scope; scope = scope.upper) {
    const variable = scope.set.get(identifier.name)
    if (variable) return variable.defs[0]?.name.typeAnnotation?.typeAnnotation
  }
  return undefined
}

/** `Record<string, …>`, also inside Readonly and Partial. */
function isRecord({ type, typeName, typeArguments }) {
  if (type !== 'TSTypeReference') return false
  const [first] = typeArguments?.params ?? []
  if (['Readonly', 'Partial'].includes(typeName.name)) return first !== undefined && isRecord(first)
  return typeName.name === 'Record' && first?.type === 'TSStringKeyword'
}
