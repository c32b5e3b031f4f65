import type { Reference } from '../references'

/** A table: its tag, its name, and `id letter name` of each field, letters as in evil-islands 5.2. */
export interface TableText {
  readonly tag: number
  readonly name: string
  readonly fields: readonly string[]
}

/** Tables of the databases, as data, by the ending of their file; `prints.db` and `acks.db` by its name (evil-islands 5.3). */
export const TABLES = {
  idb: [
    {
      tag: 1,
      name: 'materials',
      fields: [
        '0 S name, 1 S type, 2 S code, 3 I id, 4 F price, 5 F weight, 6 F mana, 7 I slots, 8 F durability',
        '9 I skill, 10 F damage, 11 f protections, 12 I unk_12, 13 X shops',
      ],
    },
    {
      tag: 2,
      name: 'weapons',
      fields: [
        '0 S name, 1 S type, 2 I type_id, 3 S material_type, 4 I unk_4, 5 I texture_1, 6 I texture_2',
        '7 F price, 8 F weight, 9 F size, 10 F mana, 11 I slots, 12 F durability, 13 I components',
        '14 X shops, 15 B deconstructable, 21 I actions, 22 H unk_22, 23 F range, 24 F min_damage',
        '25 F max_damage, 26 f damage_kinds, 27 H unk_27, 28 H unk_28, 29 F attack, 30 F defence',
      ],
    },
    {
      tag: 3,
      name: 'armors',
      fields: [
        '0 S name, 1 S type, 2 I type_id, 3 S material_type, 4 I unk_4, 5 I texture_1, 6 I texture_2',
        '7 F price, 8 F weight, 9 F size, 10 F mana, 11 I slots, 12 F durability, 13 I components',
        '14 X shops, 15 B deconstructable, 21 f absorption_1, 22 f absorption_2, 23 B applies_wounds',
        '24 i wear_order, 25 H unk_25, 26 H unk_26',
      ],
    },
    {
      tag: 4,
      name: 'quick_items',
      fields: [
        '0 S name, 1 S type, 2 I type_id, 3 S material_type, 4 I unk_4, 5 I texture_1, 6 I texture_2',
        '7 F price, 8 F weight, 9 F size, 10 F mana, 11 I slots, 12 F durability, 13 I components',
        '14 X shops, 15 B deconstructable, 21 I item_id, 22 I graphics_level, 23 F damage, 24 F unk_24',
        '25 S spell, 26 b skill_modifiers, 27 H unk_27',
      ],
    },
    {
      tag: 5,
      name: 'quest_items',
      fields: [
        '0 S name, 1 S type, 2 I type_id, 3 S material_type, 4 I unk_4, 5 I texture_1, 6 I texture_2',
        '7 F price, 8 F weight, 9 F size, 10 F mana, 11 I slots, 12 F durability, 13 I components',
        '14 X shops, 15 B deconstructable, 21 I script_id, 22 s zones',
      ],
    },
    {
      tag: 6,
      name: 'loot_items',
      fields: [
        '0 S name, 1 S type, 2 I type_id, 3 S material_type, 4 I unk_4, 5 I texture_1, 6 I texture_2',
        '7 F price, 8 F weight, 9 F size, 10 F mana, 11 I slots, 12 F durability, 13 I components',
        '14 X shops, 15 B deconstructable, 21 I loot_type_id, 22 H unk_22, 23 I unk_23',
      ],
    },
  ],
  ldb: [
    {
      tag: 1,
      name: 'levers',
      fields: ['0 S name, 1 f places, 2 I unk_2, 3 F scale, 4 T switch_time, 5 S material, 6 S sound, 7 S text'],
    },
  ],
  pdb: [
    { tag: 1, name: 'skills', fields: ['0 S name, 1 S code, 2 I texture_type, 10 s base_attributes'] },
    {
      tag: 2,
      name: 'perks',
      fields: [
        '0 S name, 1 S code, 2 I texture_type, 10 S required_perk, 11 S skill_type, 12 I skill_type_id',
        '13 I unk_13, 14 I skill_level, 15 F strength, 16 F dexterity, 17 F intelligence, 18 I cost',
        '19 I modifier, 20 I multiplier, 21 I addition, 22 B active, 23 I exclusive',
      ],
    },
  ],
  prints: [
    { tag: 1, name: 'blood_prints', fields: ['1 S terrain_type, 2 1 clear, 3 1 precipitation'] },
    { tag: 2, name: 'fire_prints', fields: ['1 S terrain_type, 2 1 clear, 3 1 precipitation, 10 1 fire'] },
    { tag: 3, name: 'foot_prints', fields: ['1 S terrain_type, 2 1 clear, 3 1 precipitation'] },
  ],
  sdb: [
    {
      tag: 1,
      name: 'spells',
      fields: [
        '0 S name, 1 S code, 2 S subtype, 3 F price, 4 I type_id, 5 F mana, 6 I slots, 7 F speed, 8 F range',
        '9 F area, 10 F effect, 11 I target, 12 I targets, 13 I duration, 14 I actions, 15 U needs_trace',
        '16 S built_in_mods, 17 S special_mods, 18 I texture_type, 19 I subtype_id, 20 b allowed_mods',
        '21 I complexity, 22 X shops, 23 F red, 24 F green, 25 F blue, 26 F light_radius, 27 F fade_time',
      ],
    },
    {
      tag: 2,
      name: 'modifiers',
      fields: ['0 S name, 1 S code, 2 F price, 3 I type, 4 F mana, 5 F value, 6 I complexity, 7 S allod, 8 X shops'],
    },
    { tag: 3, name: 'spell_templates', fields: ['1 S prototype, 2 s required, 3 s optional, 4 S power, 5 X shops'] },
    { tag: 4, name: 'armor_templates', fields: ['1 S prototype, 2 s required, 3 s optional, 4 S power, 5 X shops'] },
    { tag: 5, name: 'weapon_templates', fields: ['1 S prototype, 2 s required, 3 s optional, 4 S power, 5 X shops'] },
  ],
  udb: [
    { tag: 1, name: 'hit_locations', fields: ['0 S name, 1 f factors_1, 2 f factors_2, 3 U unk_3, 4 U unk_4'] },
    {
      tag: 2,
      name: 'race_models',
      fields: [
        '0 S name, 1 U type_id, 2 F health_regen, 3 F mana_regen, 4 U language, 5 U locomotion',
        '6 F vision_arc, 7 f speeds, 8 F attack_distance, 9 U ai_class_stand, 10 U ai_class_lie',
        '11 f attack_kinds, 12 2 head, 13 2 torso, 14 2 right_arm, 15 2 left_arm, 16 2 right_leg',
        '17 2 left_leg, 30 S mask, 31 s textures_1, 32 s textures_2, 33 F model_shift, 34 S sfx_path',
        '35 s step_sounds, 36 f animation_speeds, 37 U idle_sound_chance, 38 U attack_sound_chance',
        '39 f defence_kinds, 40 U blood, 41 U cast_type, 42 I footprint, 43 U leg_segment, 44 S skin_type',
        '45 B first_step_right, 46 F head_height, 47 U unk_47, 48 U unk_48, 49 U unk_49, 50 U unk_50',
      ],
    },
    {
      tag: 3,
      name: 'monsters',
      fields: [
        '0 S name, 1 S race, 2 I unk_2, 3 U skin, 4 I hair, 5 F complection_x, 6 F complection_y',
        '7 F complection_z, 8 S unk_8, 9 F hp, 10 F mana, 11 F absorption, 12 F actions, 13 F move',
        '14 F attack_range, 15 F to_hit, 16 F parry, 17 F weapon_weight, 18 U weapon_type, 19 F damage_min',
        '20 F damage_max, 21 F skill_general, 22 F skill_steal, 23 F skill_tame, 24 F skill_peripheral',
        '25 f senses, 26 f detect, 27 3 loot, 28 3 rare_loot, 29 s items, 30 f magic_skills, 31 s spells',
        '32 s wears, 33 S weapon, 34 F info_scale, 35 F altitude, 36 F random_hit, 37 F camera_distance',
        '38 F camera_height, 39 U real_weapon_type, 40 F detonation, 41 U level, 42 S second_weapon',
        '43 F experience',
      ],
    },
    {
      tag: 4,
      name: 'npcs',
      fields: [
        '0 S name, 1 U unk_1, 2 F experience, 3 F strength, 4 F dexterity, 5 F intelligence, 6 b skills_1',
        '7 b skills_2, 8 s perks, 9 s weapons, 10 s quest_items, 11 s spells, 12 F exp_to_distribute',
        '13 U money, 14 B voice',
      ],
    },
  ],
  qdb: [
    {
      tag: 1,
      name: 'quests',
      fields: ['0 S name, 1 F experience, 2 I unk_2, 3 I zone, 4 S comment, 5 I money, 6 I record_number', '7 s unk_7'],
    },
    {
      tag: 2,
      name: 'briefings',
      fields: [
        '0 S name, 1 F unk_1, 2 F money, 3 s give_items, 4 S comment, 5 s take_items, 6 s give_quests_1',
        '7 s give_quests_2, 8 s open_zones, 9 s unk_9, 10 I bonus',
      ],
    },
  ],
  acks: [
    {
      tag: 1,
      name: 'answers',
      fields: [
        '1 S name, 10 4 select, 11 4 move, 12 4 attack, 13 4 cast, 14 4 loot, 15 4 use_object, 16 4 steal',
        '17 4 follow, 18 4 use_potion, 19 4 change_position, 20 4 no_path, 21 4 cannot_cast',
        '22 4 cannot_teleport, 23 4 skill_failed, 24 4 no_target, 25 4 complete_spell',
        '26 4 decided_to_attack, 27 4 stamina_out, 28 4 arm_crippled, 29 4 leg_crippled, 30 4 unk_30',
        '31 4 unk_31, 32 5 bored, 33 4 overloaded, 34 4 injured, 35 4 big_attack, 36 4 armor_crippled',
        '37 4 wear_crippled, 38 4 attack_in_defence, 39 4 wait_follow, 40 4 scenario, 41 4 steal_empty',
        '42 4 shop_yes, 43 4 shop_no, 44 4 unk_44',
      ],
    },
    {
      tag: 2,
      name: 'cries',
      fields: ['1 S name, 10 4 aggression, 11 4 suspect, 12 4 kill, 13 4 rest, 14 4 in_aggression'],
    },
    { tag: 3, name: 'others', fields: ['1 S name, 10 4 talk, 11 4 rest'] },
  ],
} as const satisfies Readonly<Record<string, readonly TableText[]>>

/** What fields of a table name (evil-islands 21); items in texts of quests and monsters as in 5.3. */
export const NAMED: Readonly<Record<string, Readonly<Record<string, Reference>>>> = {
  quick_items: { spell: 'spell' },
  levers: { material: 'material', sound: 'sound', text: 'text' },
  perks: { required_perk: 'perk' },
  spells: { built_in_mods: 'modifier', special_mods: 'modifier' },
  spell_templates: { prototype: 'spell', required: 'modifier', optional: 'modifier' },
  armor_templates: { prototype: 'item' },
  weapon_templates: { prototype: 'item' },
  race_models: { mask: 'model', textures_1: 'texture', textures_2: 'texture', step_sounds: 'sound' },
  monsters: {
    race: 'race',
    skin: 'race-skin',
    items: 'item',
    spells: 'spell',
    wears: 'item',
    weapon: 'item',
    second_weapon: 'item',
  },
  npcs: { perks: 'perk', weapons: 'item', quest_items: 'item', spells: 'spell' },
  briefings: { give_items: 'item', take_items: 'item', give_quests_1: 'quest', give_quests_2: 'quest' },
}
