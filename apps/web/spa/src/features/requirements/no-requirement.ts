const demand =
  /\b(?:must|shall|should|may not|never|always|only|no|not|cannot|has to|have to|needs? to)\b|n['’]t\b/i;

/** Labels of what surrounds a list. A few of them may as well be titles of requirements, and then a verb follows. */
const label =
  /^(?:(?:product |business )?owners?|authors?|reviewers?|reviewed by|approvers?|approved by|approval|assignees?|assigned to|stakeholders?|responsible|status|version|last (?:updated|edited|changed|modified|reviewed)|updated|created(?: by| on)?|date|due(?: date)?|deadline|tickets?|jira|epic|sprint|sources?|links?|related(?: to)?|references?|attachments?|cc|from|to|sent|subject|priority|prio|id)\s*:\s*(\S.*)$/i;
const remark =
  /^(?:notes?|nb|n\.b\.|fyi|background|context|rationale|reasons?|why|comments?|remarks?|examples?|e\.g\.|assumptions?|open questions?|questions?)\s*[:–—-]\s+\S/i;
const isOrder = /^[a-z]+s\s+\S/;

const todo = /^(?:to[- ]?do|fixme|tbd|tbc|wip)\b\s*(?:[:(–—-]|$)|^(?:TODO|FIXME|TBD|TBC|WIP)\b/i;
const isTodo = (text: string): boolean => todo.test(text) && !/^to do [a-z]/.test(text);

const pointer =
  /^(?:cf\.|(?:for (?:more|further|all) [\p{L} ]{3,30},? )?see\b(?! (?:that|to|if|whether)\b)|(?:[\p{L} ]{0,30}:?\s*)?<?https?:\/\/\S+$)/iu;
const question =
  /^(?:who|what|when|where|why|how|which|do|does|did|is|are|can|could|should|shall|will|would|may|must|have|has)\b.*\?$/i;
const courtesy =
  /^(?:(?:hi|hello|dear|hey)\b[^.!?:]{0,40},|(?:(?:many )?thanks(?: a lot| in advance| all| everybody| everyone)?|thank you(?: all| in advance)?|cheers|(?:(?:best|kind|warm) )?regards|best|sincerely)[,.!]?)$/i;
const covering =
  /^(?:here (?:is|are)|below (?:is|are)|please find|attached (?:is|are)|as (?:discussed|agreed)|(?:i|we) (?:hope|look forward|discussed|collected|agreed))\b/i;

/** Who is not the application, and of whom a list of its requirements may tell what they usually do. */
const others =
  'insurers|compan(?:y|ies)|firms|businesses|banks|brokers|providers|suppliers|vendors|competitors|manufacturers|retailers|shops|stores|hotels|airlines|carriers|landlords|employers|lawyers|doctors|experts|regulators|authorities|governments|researchers|studies';
const usually = '(?:usually|often|generally|typically|sometimes|mostly|also|already|now|increasingly)';
const bareVerb = String.raw`(?!(?:are|is|was|were|and|or|of|for|in|on|at|by|to|from|with|who|that|which|as|the|a|an)\b)[\p{Ll}]*[^s\s\P{L}]\b(?<!ing|ed)`;
const general = new RegExp(
  String.raw`^(?:(?:many|most|some|other|all|${usually}|in general|as a rule),? (?:of )?(?:the )?)?(?:\p{L}[\p{L}-]* )?(?:${others}) (?:${usually} )?${bareVerb}`,
  'iu',
);
const ofMany = new RegExp(
  String.raw`^(?:many|most) (?:\p{L}[\p{L}-]* )?\p{L}+s (?:${usually} )?${bareVerb}`,
  'iu',
);
const ofApplication =
  /\b(?:it|its|bot|chatbot|assistant|agent|application|app|system|answers?|repl(?:y|ies)|responses?|we|our|us|you|your)\b/i;

/** “Must not” says nothing without what. */
const onlyModal = /^(?:must|shall|should|may|could)(?: (?:not|never))?[:.]?$/i;

/**
 * What a line of a list is, where it asks nothing of an application; undefined where it may be a requirement. Whatever is left
 * out is shown, so what is rare may be wrong, and what people demand in so many words is never left out as a remark.
 */
export function noRequirement(text: string): string | undefined {
  if (onlyModal.test(text)) return 'Unfinished';
  if (isTodo(text)) return 'To do';
  if (pointer.test(text)) return 'Link';
  if (question.test(text)) return 'Question';
  if (courtesy.test(text)) return 'Greeting';
  const [, value] = label.exec(text) ?? [];
  if (value !== undefined && !demand.test(value) && !isOrder.test(value)) return 'Note';
  if (demand.test(text)) return undefined;
  if (remark.test(text) || covering.test(text)) return 'Note';
  if ((general.test(text) || ofMany.test(text)) && !ofApplication.test(text)) return 'General statement';
  return undefined;
}
