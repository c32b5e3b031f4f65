import { rowPath, tryOpen, type Family } from '@areal-studio/core/format'
import { CHEST } from './chest'
import { FIELD } from './field'

const EN = {
  'field.orchard-field': 'Field',
  'field.orchard-field.title': 'Title',
  'field.orchard-field.beds': 'Beds',
  'field.bed.crop': 'Crop',
  'problem.orchard.fallow': 'Bed {bed} has no crop.',
  'problem.orchard.cut': 'The data ends within {path}.',
  'problem.orchard.trailing': 'There are bytes after the last bed.',
  'refusal.chest.damaged': 'This chest is damaged.',
  'refusal.chest.name': '{name} is too long for a chest.',
}
const RU = {
  'field.orchard-field': 'Поле',
  'field.orchard-field.title': 'Название',
  'field.orchard-field.beds': 'Грядки',
  'field.bed.crop': 'Культура',
  'problem.orchard.fallow': 'На грядке {bed} ничего не растёт.',
  'problem.orchard.cut': 'Данные обрываются внутри {path}.',
  'problem.orchard.trailing': 'После последней грядки есть лишние байты.',
  'refusal.chest.damaged': 'Сундук повреждён.',
  'refusal.chest.name': 'Имя {name} слишком длинное для сундука.',
}

/** A game that exists for tests only. */
export const ORCHARD: Family = {
  id: 'orchard',
  title: 'Orchard',
  encoding: 'cp1252',
  formats: [CHEST, FIELD],
  messages: { en: EN, ru: RU },
  help: () => Promise.resolve({ topics: {}, texts: { en: {}, ru: {} } }),
  sample: async () => (await import('./sample')).sampleInstall(),
  async subjects({ files, read }) {
    const maps = files
      .filter(file => file.endsWith('.fld'))
      .map(file => ({ kind: 'map', title: file, entries: [file] }))
    for (const file of files.filter(name => name.endsWith('.chest'))) {
      const bytes = await read(file)
      for (const { id, attributes } of (bytes && CHEST.archive && tryOpen(CHEST.archive, bytes)?.rows) ?? []) {
        const name = String(attributes['name'])
        if (name.endsWith('.fld')) maps.push({ kind: 'map', title: name, entries: [rowPath(file, id)] })
      }
    }
    return maps
  },
}
