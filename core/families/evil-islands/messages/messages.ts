import fieldsEn from './fields.en.json'
import fieldsRu from './fields.ru.json'
import formatsEn from './formats.en.json'
import formatsRu from './formats.ru.json'
import helpDatabaseEn from './help-database.en.json'
import helpDatabaseRu from './help-database.ru.json'
import helpEn from './help.en.json'
import helpRu from './help.ru.json'
import problemsEn from './problems.en.json'
import problemsRu from './problems.ru.json'
import recordsEn from './records.en.json'
import recordsRu from './records.ru.json'

/** Texts of Evil Islands: titles and help of fields, sentences of problems and errors. */
export const MESSAGES = {
  en: { ...fieldsEn, ...formatsEn, ...recordsEn, ...helpEn, ...helpDatabaseEn, ...problemsEn },
  ru: { ...fieldsRu, ...formatsRu, ...recordsRu, ...helpRu, ...helpDatabaseRu, ...problemsRu },
}
