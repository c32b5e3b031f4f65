import fieldsEn from './fields.en.json'
import fieldsRu from './fields.ru.json'
import formatsEn from './formats.en.json'
import formatsRu from './formats.ru.json'
import mapEn from './map.en.json'
import mapRu from './map.ru.json'
import operationsEn from './operations.en.json'
import operationsRu from './operations.ru.json'
import problemsEn from './problems.en.json'
import problemsRu from './problems.ru.json'

/** Texts of the fields, maps, operations, problems and errors of Neverwinter Nights 2. */
export const MESSAGES = {
  en: { ...fieldsEn, ...formatsEn, ...mapEn, ...operationsEn, ...problemsEn },
  ru: { ...fieldsRu, ...formatsRu, ...mapRu, ...operationsRu, ...problemsRu },
}
