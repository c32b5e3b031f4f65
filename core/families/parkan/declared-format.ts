export { declaredFormat } from '../../format/declared-format'
