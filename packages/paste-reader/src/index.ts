/** The one door: text in, configuration out; and what whoever tries that configuration out reasons with. */
export {
  addConversationField,
  CONVERSATION,
  givenOut,
  isIdentifier,
  OWN_CONVERSATION,
  placeFor,
  repeatedIdentifiers,
} from './decisions/conversation.ts';
export { chooseLiveOutput } from './decisions/decide-answer.ts';
export { INPUT, MESSAGES } from './decisions/decide-body.ts';
export { WARNINGS } from './decisions/configure.ts';
export { isAmbiguous } from './decisions/input-field.ts';
export { findExtras, isAsynchronousAnswer } from './decisions/output-field.ts';
export { MEDIA_TYPES } from './http-parts.ts';
export { parseRelaxedJson } from './formats/relaxed-json.ts';
export { rankEvents } from './formats/stream-events.ts';
export type { Assembly, Evidence, Hypothesis, OutputSource, ReadResult } from './hypothesis.ts';
export {
  containersOf,
  isObject,
  jsonPathOf,
  keyOf,
  leavesOf,
  samePath,
  textOf,
  valueAt,
  withoutPath,
  withValueAt,
  type Json,
  type JsonObject,
  type Leaf,
  type Path,
} from './json-value.ts';
export { inputNameScore, isConversationName, plain } from './names.ts';
export { isOfSomethingElse } from './no-conversation.ts';
export { createReader, type ReadRequest } from './reader.ts';
export {
  because,
  callKeyOf,
  makesUpConversation,
  modeOf,
  namesConversation,
  requestMappingOf,
} from './hypothesis.ts';
