import {
  array,
  count,
  f32,
  lengthPrefixedText,
  struct,
  u32,
  union,
  unknown,
  type Layout,
  type Meta,
} from '../../../layout'
import { declaredFormat } from '../../../format/declared-format'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 9.9' }

/** A number of the type of its variable. */
const valueBy = (): Layout<unknown> => union('type', { 2: u32(KNOWN), 3: f32(KNOWN), 5: u32(KNOWN) }, undefined, KNOWN)

/** A variable of a behaviour profile (parkan 9.9). */
const ProfileVariable = struct('profile-variable', {
  length: u32(KNOWN),
  type: u32({ values: { 2: 'bool', 3: 'float', 5: 'dword' }, ...KNOWN }),
  unk_8: unknown(u32({ certainty: 'unknown', source: 'parkan 9.9' })),
  name: lengthPrefixedText(u32(), KNOWN),
  comment: lengthPrefixedText(u32(), KNOWN),
  value: valueBy(),
  default: valueBy(),
  minimum: valueBy(),
  maximum: valueBy(),
})

/** Binary `.var` row: a behaviour profile of units (parkan 9.9). */
export const PROFILE = struct('profile', {
  variable_count: count('variables', KNOWN),
  variables: array(ProfileVariable, 'variable_count', KNOWN),
})

/** Rows of behpsp.res. */
export const PROFILE_FORMAT = declaredFormat({
  id: 'parkan.profile',
  match: ({ container, name }) => container !== null && /\.var$/i.test(name),
  layout: () => PROFILE,
  codes: { cut: 'profile.cut', trailing: 'profile.trailing' },
})
