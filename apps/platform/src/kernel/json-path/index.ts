export {
  createCharge,
  createPathQueries,
  looksLikePath,
  MAX_PLACES,
  PathError,
  withRoot,
  type PathQueries,
} from './queries.ts';
export { chargeSize, type Charge } from './path-charging.ts';
