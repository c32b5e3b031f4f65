import type { Bytes } from '../../../layout'
import { cp1251 } from './cp1251'

const lines = (...text: readonly string[]): Bytes => cp1251([...text, ''].join('\r\n'))

/** Building schemes in the game's order with mask and unit (parkan 5). */
export const BUILDINGS: readonly (readonly [category: string, mask: number, description: string])[] = [
  ['Bunker_Small', 0x80010000, 'Малый бункер'],
  ['Bunker_Medium', 0x80020000, 'Средний бункер'],
  ['Bunker_Large', 0x80040000, 'Большой бункер'],
  ['Generator', 0x80000002, 'Генератор'],
  ['Mine', 0x80000004, 'Шахта'],
  ['Storage', 0x80000008, 'Склад'],
  ['Plant', 0x80000010, 'Завод'],
  ['Hangar', 0x80000040, 'Ангар'],
  ['MainTeleport', 0x80000200, 'Главный телепорт'],
  ['Institute', 0x80000400, 'Институт'],
  ['Tower_Medium', 0x80100000, 'Средняя башня'],
  ['Tower_Large', 0x80200000, 'Большая башня'],
]

/** Path of a category's unit, with `/`. */
export const buildingUnit = (category: string): string => {
  const [group = category] = category.split('_')
  return `UNITS/BUILDS/${group.toUpperCase()}/${category.replace('_', '').toLowerCase()}01.dat`
}

/** Text files of the root and of DATA, as the game has them. */
export const SAMPLE_TEXTS: readonly (readonly [path: string, bytes: Bytes])[] = [
  [
    'BuildDat.lst',
    lines(
      '// Behaviour will use these schemes to Build Fortification',
      '',
      ...BUILDINGS.flatMap(([category]) => [`${category} 1`, `"${buildingUnit(category).replaceAll('/', '\\')}"`, '']),
    ),
  ],
  [
    'Iron_3D.ini',
    lines(
      '[CS]',
      'DISPLAY_WIDTH=640',
      'DISPLAY_HEIGHT=480',
      'BITDEPTH=16',
      'CURRENT_D3DCARD=0',
      'WINDOW_MODE=0',
      'FORCE_SOFTWARE_CURSOR=1',
      'RENDER_QUALITY=2',
      'REFLECTIONS=0',
      'MOUSE_SENS=100',
      'SUBTITLES=1',
      '',
      '[MULTIPLAYER]',
      'LOGIN=Игрок',
      '',
      '[LEVEL_RATIO]',
      '0.5',
      '0.7',
      '1.0',
    ),
  ],
  [
    'Behavior.ini',
    lines('LogFile=Behavior.log', 'SaveLog=1', 'MaxErrorLevel=1', 'ImmortalHero=0', 'UseDebugKey=1', 'DeterminMode=0'),
  ],
  [
    'ArealMap.ini',
    lines(
      'LogFile=ArealMap.log',
      'SaveLog=0',
      'ShowAreals=0',
      'Areal_NoZBuffer=0',
      'HallWay_NoZBuffer=0',
      'EdgeUp=0',
      'RunBehDebug=0',
    ),
  ],
  [
    'Comp.ini',
    lines(
      '// CID  DLL  Function  comment',
      '0 terrain.dll LoadLandscape',
      '1 terrain.dll LoadBuilding',
      '2 terrain.dll LoadCamera',
      '3 animesh.dll LoadAgent',
      '5 terrain.dll CreateAtmosphere',
      '6 terrain.dll CreateShader',
      '7 misload.dll LoadResearch',
    ),
  ],
  ['DATA/TextRes.cfg', lines('object texts', '\tTITLE = 8', '\tLOADING = 9', '\tBUILT = 10', '\tNO_ORE = 11', 'end')],
  ['MISSIONS/dispatcher.ini', lines('[COMPLETE]', 'missions_tutorial_01_=0')],
  ['ScanCode.dsc', lines('ESCAPE Esc', 'SPACE Пробел', 'W Клавиша_W')],
  ['hero.man', lines('FORWARD NONE W', 'FIRE NONE LBUTTON')],
  ['hero.tbl', lines('KEY NONE W 1 CICLS_ENGINE MCMD_MOVE 1.0 0 0 0.5 100 // FORWARD')],
  ['MISSIONS/SCRIPTS/default.fml', lines('//FormulaSet export file', '', 'FUNCTION( , (f0 + 20) * 2,  )')],
  [
    'MISSIONS/SCRIPTS/varset.var',
    lines('// VAR( type, name, default )', 'VAR( float, f0, 0.0 )', 'VAR( float, f1, 0.0 )', 'VAR( DWORD, d0, 0 )'),
  ],
  ['MISSIONS/tutorial.01/mistips.mis', lines('<<color=255,255,0>>Подсказка<<br>>', 'Нажмите F1 ещё раз.<<br>>')],
]

/** The mill in the catalogue of objects (parkan 9.8). */
export const catalogueText = (): Bytes =>
  lines(
    '//GGUN:L0',
    '#1 MILL',
    '#2 Мельница',
    '#5 0',
    '#6 0',
    '#7 50',
    '#8 20',
    '#9 40',
    '#A 20',
    '@G@Масса @B,MASS,G,кг,5@',
  )

/**
 * Stand-in for the game: prints which map the demo mission starts in, writes the two logs and ends. A shell script;
 * Windows cannot run it, and the studio reports that.
 */
export const standIn = (): Bytes =>
  cp1251(
    [
      '#!/bin/sh',
      '# The sample install holds no game. This stand-in lets pack, deploy and launch be tried.',
      'cd "$(dirname "$0")" || exit 1',
      "map=$(LC_ALL=C tr -c '[:print:]' '\\n' < MISSIONS/Autodemo.00/data.tma | grep 'DATA.MAPS' | head -n 1)",
      'printf \'Sample game started. Demo map: %s\\n\' "$map"',
      "file=$(printf '%s' \"$map\" | tr '\\\\' '/').map",
      'file=$(dirname "$file")/Land.map',
      'size=$(wc -c < "$file") || exit 1',
      'printf \'Behaviour: areal map %s, %d bytes\\n\' "$file" "$size" > Behavior.log',
      "printf 'ai: no clans to think for\\n' > ai.log",
      "printf 'Sample game ended.\\n'",
      'exit 0',
      '',
    ].join('\n'),
  )
