/** Endings of resource names by their type (nwn2 17.2). */
const ENDINGS: Readonly<Record<number, string>> = {
  3: 'tga',
  4: 'wav',
  7: 'ini',
  10: 'txt',
  2009: 'nss',
  2010: 'ncs',
  2011: 'mod',
  2012: 'are',
  2014: 'ifo',
  2015: 'bic',
  2017: '2da',
  2018: 'tlk',
  2022: 'txi',
  2023: 'git',
  2025: 'uti',
  2027: 'utc',
  2029: 'dlg',
  2030: 'itp',
  2032: 'utt',
  2033: 'dds',
  2035: 'uts',
  2037: 'gff',
  2038: 'fac',
  2040: 'ute',
  2042: 'utd',
  2044: 'utp',
  2046: 'gic',
  2047: 'gui',
  2051: 'utm',
  2056: 'jrl',
  2058: 'utw',
  2061: 'hak',
  2064: 'ndb',
  3002: 'trn',
  3003: 'utr',
  3004: 'uen',
  3005: 'ult',
  3006: 'sef',
  3007: 'pfx',
  3008: 'cam',
  3011: 'upe',
  3015: 'pfb',
  3021: 'xml',
  3035: 'trx',
  4000: 'mdb',
  4001: 'mda',
  4002: 'spt',
  4003: 'gr2',
  9997: 'erf',
}
const TYPES = new Map(Object.entries(ENDINGS).map(([type, ending]) => [ending, Number(type)]))

/** The ending of a type; its number where it has none. */
export const endingOf = (type: number): string => ENDINGS[type] ?? String(type)

/** The type of an ending, in any case, or of a number; undefined where it is neither. */
export function typeOfEnding(ending: string): number | undefined {
  const known = TYPES.get(ending.toLowerCase())
  if (known !== undefined || !/^\d{1,5}$/.test(ending)) return known
  const type = Number(ending)
  return type <= 0xffff && ENDINGS[type] === undefined && String(type) === ending ? type : undefined
}
