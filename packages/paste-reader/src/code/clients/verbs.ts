/** Calls that send: the last part of their names. */
export const VERB =
  /^(?:get|post|put|patch|delete|head|request)(?:async|json|asjson|asjsonasync|forobject|forentity|_json|_form)?$/i;
