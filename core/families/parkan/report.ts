export { reportOn, reportWithin, type Place, type Report } from '../../format/report'
