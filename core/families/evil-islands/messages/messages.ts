import problemsEn from './problems.en.json'
import problemsRu from './problems.ru.json'

/** Texts of the problems and errors of Evil Islands. */
export const MESSAGES = { en: problemsEn, ru: problemsRu }
