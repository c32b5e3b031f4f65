import controlEn from './control.en.json'
import controlRu from './control.ru.json'
import dataEn from './data.en.json'
import dataRu from './data.ru.json'
import filesEn from './files.en.json'
import filesRu from './files.ru.json'
import formatsEn from './formats.en.json'
import formatsRu from './formats.ru.json'
import modelEn from './model.en.json'
import modelRu from './model.ru.json'
import operationsEn from './operations.en.json'
import operationsRu from './operations.ru.json'
import partsEn from './parts.en.json'
import partsRu from './parts.ru.json'
import regionsEn from './regions.en.json'
import regionsRu from './regions.ru.json'
import soundEn from './sound.en.json'
import soundRu from './sound.ru.json'
import mapsEn from './maps.en.json'
import mapsRu from './maps.ru.json'

/** Texts of the fields, problems and errors of Parkan. */
export const MESSAGES = {
  en: {
    ...controlEn,
    ...dataEn,
    ...filesEn,
    ...formatsEn,
    ...modelEn,
    ...operationsEn,
    ...partsEn,
    ...regionsEn,
    ...soundEn,
    ...mapsEn,
  },
  ru: {
    ...controlRu,
    ...dataRu,
    ...filesRu,
    ...formatsRu,
    ...modelRu,
    ...operationsRu,
    ...partsRu,
    ...regionsRu,
    ...soundRu,
    ...mapsRu,
  },
}
