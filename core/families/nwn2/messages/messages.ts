import fieldsEn from './fields.en.json'
import fieldsRu from './fields.ru.json'
import formatsEn from './formats.en.json'
import formatsRu from './formats.ru.json'
import problemsEn from './problems.en.json'
import problemsRu from './problems.ru.json'

/** Texts of the fields, problems and errors of Neverwinter Nights 2. */
export const MESSAGES = {
  en: { ...fieldsEn, ...formatsEn, ...problemsEn },
  ru: { ...fieldsRu, ...formatsRu, ...problemsRu },
}
