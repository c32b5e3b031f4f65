import {
  array,
  count,
  counted,
  f32,
  i32,
  lengthPrefixedText,
  optional,
  struct,
  u32,
  union,
  unknown,
  vec3,
  type Layout,
  type Meta,
  type TextValue,
} from '../../../layout'
import { byRule } from '../../../format'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 9.1' }
const LIKELY: Meta = { certainty: 'likely', source: 'parkan 9.1' }
const UNKNOWN: Meta = { certainty: 'unknown', source: 'parkan 9.1' }

/** A text that names entries by a rule of `links.ts`. */
const naming = (rule: string): Meta => ({ ...byRule(rule), ...KNOWN })

/** `Str`: a length of 32 bits and its bytes in cp1251 (parkan 9.1). */
const str = (meta: Meta = KNOWN): Layout<TextValue> => lengthPrefixedText(u32(), meta)

/** A closed polygon; scripts name it by its id and test who is within (parkan 9.1). */
const Path = struct('mission-path', {
  id: i32(KNOWN),
  point_count: count('points', KNOWN),
  points: array(vec3(KNOWN), 'point_count', KNOWN),
})

/** A place that animals move between, 24 bytes (parkan 9.1). */
const Zone = struct('mission-zone', {
  kind: u32(LIKELY),
  center: vec3(KNOWN),
  inner: f32(KNOWN),
  outer: f32(KNOWN),
})

/** The badge of a clan, for what names one by its number or its name. */
export const CLAN = { badge: { of: 'clans', by: 'name' } } satisfies Meta

const Relation = struct('mission-relation', {
  clan: str({ ...CLAN, ...KNOWN }),
  relation: i32({ values: { 0: 'enemy', 1: 'ally' }, ...KNOWN }),
})

/** A clan; all of the game's missions have version 6. Fields that an older version lacks are absent (parkan 9.1). */
const Clan = struct('mission-clan', {
  name: str({ ...CLAN, ...KNOWN }),
  raw: unknown(i32(UNKNOWN)),
  base_x: f32(KNOWN),
  base_y: f32(KNOWN),
  type: u32({ values: { 0: 'nature', 1: 'player', 2: 'enemy', 3: 'neutral' }, ...KNOWN }),
  script_base: optional('..clan_version > 1', str(naming('script-base'))),
  zones: optional('..clan_version > 2', counted(u32(), Zone, KNOWN)),
  research_path: optional('..clan_version > 3', str(naming('install-file'))),
  brains: optional('..clan_version > 4', i32(KNOWN)),
  relation_count: optional('..clan_version > 5', count('relations', KNOWN)),
  relations: optional('..clan_version > 5', array(Relation, 'relation_count', KNOWN)),
})

/** The value of a property and its bounds are floats or integers by its type. */
const valueBy = (): Layout<unknown> => union('type', { 0: f32(KNOWN), 1: i32(KNOWN) }, undefined, KNOWN)

const Property = struct('mission-property', {
  type: u32({ values: { 0: 'float', 1: 'integer' }, ...KNOWN }),
  value: valueBy(),
  minimum: valueBy(),
  maximum: valueBy(),
  name: str(),
})

/** An object of a map: building, unit, plant or rock. Fields that an older version lacks are absent (parkan 9.1). */
export const MissionObject = struct('mission-object', {
  kind: u32({ values: { 0: 'building', 1: 'unit', 2: 'vegetation', 3: 'rock' }, ...KNOWN }),
  flags: u32({ hex: true, ...KNOWN }),
  resource: str(naming('mission-resource')),
  owner_clan: optional('..object_version > 2', i32({ refers: 'clans', ...CLAN, ...KNOWN })),
  logical_id: optional('..object_version > 3', u32({ hex: true, ...KNOWN })),
  position: vec3(KNOWN),
  rotation: vec3({ unit: 'rad', ...KNOWN }),
  scale: optional('..object_version >= 10', vec3(KNOWN)),
  name: optional('..object_version > 6', str(LIKELY)),
  start_flag: optional('..object_version > 7', i32(KNOWN)),
  link_a: optional('..object_version > 8', i32({ refers: { by: 'logical-id' }, ...KNOWN })),
  link_b: optional('..object_version > 8', i32({ refers: { by: 'hall-vertex' }, ...KNOWN })),
  prop_version: optional('..object_version > 5', u32(KNOWN)),
  property_count: optional('..object_version > 5', count('properties', KNOWN)),
  properties: optional('..object_version > 5', array(Property, 'property_count', KNOWN)),
})

/** A mineral lode, 28 bytes (parkan 9.1). */
const Extra = struct('mission-extra', {
  position: vec3(KNOWN),
  found: u32({ values: { 0: 'hidden', 1: 'found' }, ...KNOWN }),
  type: u32({ hex: true, ...KNOWN }),
  amount: f32(KNOWN),
  tail: unknown(u32({ hex: true, ...UNKNOWN })),
})

/** The version of clans and of objects that all of the game's missions have; this layout describes all from 1 (parkan 9.1). */
export const CLAN_VERSION = 6
export const OBJECT_VERSION = 10

/** `data.tma`: clans, objects and mineral lodes of a map (parkan 9.1). */
export const MISSION = struct('mission', {
  format_version: u32(KNOWN),
  path_count: count('paths', KNOWN),
  paths: array(Path, 'path_count', KNOWN),
  clan_version: u32(KNOWN),
  clan_count: count('clans', KNOWN),
  clans: array(Clan, 'clan_count', KNOWN),
  object_version: u32(KNOWN),
  object_count: count('objects', KNOWN),
  objects: array(MissionObject, 'object_count', KNOWN),
  land_path: str(naming('map-files')),
  mission_flag: optional('object_version > 1', u32(LIKELY)),
  description: optional('object_version > 1', str()),
  extra_version: optional('object_version > 4', u32(KNOWN)),
  extra_count: optional('object_version > 4', count('extras', KNOWN)),
  extras: optional('object_version > 4', array(Extra, 'extra_count', KNOWN)),
})
