import fieldsEn from './fields.en.json'
import fieldsRu from './fields.ru.json'
import formatsEn from './formats.en.json'
import formatsRu from './formats.ru.json'
import en from './mw3.en.json'
import ru from './mw3.ru.json'
import operationsEn from './operations.en.json'
import operationsRu from './operations.ru.json'

/** Texts of the fields, problems and errors of MechWarrior 3. */
export const MESSAGES = {
  en: { ...fieldsEn, ...formatsEn, ...operationsEn, ...en },
  ru: { ...fieldsRu, ...formatsRu, ...operationsRu, ...ru },
}
