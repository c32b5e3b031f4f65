import { StudioError } from './problem'

/** Value of a parameter. */
export type ParameterValue = string | number | boolean
/** Values by the names of parameters. */
export type ParameterValues = Readonly<Record<string, ParameterValue>>

interface Named {
  readonly name: string
}
/** One of several words; `choices` as they are written in JSON and on the command line. */
export interface ChoiceParameter extends Named {
  readonly kind: 'choice'
  readonly choices: readonly string[]
  readonly initial: string
}
/** A number from `least` to `most`, both included. */
export interface NumberParameter extends Named {
  readonly kind: 'number'
  readonly isWhole: boolean
  readonly least: number
  readonly most: number
  readonly initial: number
}
export interface FlagParameter extends Named {
  readonly kind: 'flag'
  readonly initial: boolean
}
export interface TextParameter extends Named {
  readonly kind: 'text'
  readonly initial: string
}

/**
 * A parameter of an operation, declared as data: the form of the dialog, the words of `areal run` and the line of a recipe
 * come from it. Its title is the message `ui.operation.<operation>.<name>`, that of a choice `….<choice>`; a choice
 * without such a message is shown as it is.
 */
export type Parameter = ChoiceParameter | NumberParameter | FlagParameter | TextParameter

/**
 * All values of the parameters: the given ones, for others the initial ones of the entry, else those declared. Throws
 * StudioError `operation.parameter` for a name that is none of them, `operation.value` for a value that does not fit.
 */
export function parameterValues(
  parameters: readonly Parameter[],
  given: ParameterValues,
  ofEntry: ParameterValues = {},
): ParameterValues {
  const possible = parameters.map(({ name }) => name)
  const unknown = Object.keys(given).find(name => !possible.includes(name))
  if (unknown !== undefined)
    throw new StudioError('operation.parameter', { parameter: unknown, possible: possible.join(', ') || '—' })
  return Object.fromEntries(
    parameters.map(parameter => {
      const { name, initial } = parameter
      const value = own(given, name) ?? own(ofEntry, name) ?? initial
      if (fits(parameter, value)) return [name, value]
      throw new StudioError('operation.value', {
        parameter: name,
        value: String(value),
        possible: possibleOf(parameter),
      })
    }),
  )
}

const own = (values: ParameterValues, name: string): ParameterValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

function fits(parameter: Parameter, value: ParameterValue): boolean {
  if (parameter.kind === 'choice') return typeof value === 'string' && parameter.choices.includes(value)
  if (parameter.kind === 'flag') return typeof value === 'boolean'
  if (parameter.kind === 'text') return typeof value === 'string'
  const { isWhole, least, most } = parameter
  return typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value))
}

function possibleOf(parameter: Parameter): string {
  if (parameter.kind === 'choice') return parameter.choices.join(', ')
  if (parameter.kind === 'number') return `${parameter.least}…${parameter.most}`
  return parameter.kind === 'flag' ? 'true, false' : '"…"'
}
