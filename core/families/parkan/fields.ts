export {
  fieldOf,
  isExplained,
  numberOf,
  numbersOf,
  placeOf,
  plainText,
  records,
  recordsOf,
  textOf,
} from '../../format/fields'
