import fieldsEn from './fields.en.json'
import fieldsRu from './fields.ru.json'
import problemsEn from './problems.en.json'
import problemsRu from './problems.ru.json'

/** Texts of Evil Islands: titles of fields, sentences of problems and errors. */
export const MESSAGES = { en: { ...fieldsEn, ...problemsEn }, ru: { ...fieldsRu, ...problemsRu } }
