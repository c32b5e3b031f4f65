import type { FamilyHelp } from '../../../format'
import en from './texts.en.json'
import ru from './texts.ru.json'
import { TOPICS } from './topics'

export const HELP: FamilyHelp = { topics: TOPICS, texts: { en, ru } }
