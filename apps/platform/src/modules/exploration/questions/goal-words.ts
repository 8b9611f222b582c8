/**
 * A goal in the words of whoever has it, made into what can be asked: the target is “it”, whatever its name is, and what it is
 * not to do is asked for as if it did. “Whether Wanda never promises a refund” is found out by asking for one.
 */

/** What an application does with a subject, in whoever's words: none of it is the subject. */
export const telling = String.raw`(?:tell|give|say|reveal|disclose|share|show|explain|describe|answer|mention|name|know|speak|talk|help|let|hand|pass|provide|offer|recommend|suggest|refuse|decline|handle|deal|accept|admit|promise|guarantee|claim|confirm|state|invent|guess|estimate|quote|discuss|compare|repeat|ask|pretend)(?:s|es)?`;

const modal = String.raw`(?:can|could|will|would|does|do|may|might|should|must|shall|is|are)`;
/** “must not ever”, “won’t”, “never”: read before the verb that it forbids. */
const negation = String.raw`(?:(?:${modal} )?(?:not|never)|${modal}n['’]t|(?:ca|wo)n['’]t|cannot)(?: (?:ever|also|simply|just|even))*`;
const between = String.raw`(?: (?:${negation}|${modal}|ever|never|not|always|also|really|still|to))*`;

export const itself = String.raw`(?:it|they|you|(?:the|this|our) (?:target|bot|chatbot|assistant|agent|system|application|app|model))`;

const byName = new RegExp(
  String.raw`\b([Ww]hether|[Ii]f|[Tt]hat|[Hh]ow|[Ww]hen|[Dd]oes|[Dd]o|[Cc]an|[Ww]ill|[Ww]ould|[Ss]hould|[Mm]ust|[Gg]et|[Bb]ring|[Ll]et|[Mm]ake|[Pp]ersuade|[Cc]onvince|[Tt]alk|[Tt]rick) \p{Lu}[\p{L}\d]*(?=${between} ${telling}\b)`,
  'gu',
);
/** Many, and people, go by no name. */
const first = new RegExp(
  String.raw`^(?!\p{L}+s |(?:Staff|People|Who|What|Which|When|Where|Why|How|Whether|If|That|It|They|You) )\p{Lu}[\p{L}\d]*(?=${between} ${telling}\b)`,
  'u',
);
export const withoutName = (goal: string): string => goal.replaceAll(byName, '$1 it').replace(first, 'It');

const instruction =
  /^(?:please )?(?:(?:try to|we want to|i want to|the goal is to) )?(?:find out|figure out|learn|explore|determine|check|test|see|understand|investigate|probe|verify|assess|discover|identify|examine|make sure|ensure|prove|confirm)\s+(?:about\s+)?/i;
export const withoutInstruction = (goal: string): string => goal.replace(instruction, '');

const forbids = new RegExp(
  String.raw`(\b${itself}) ${negation}(?: (?:refuse|decline)s? to)? (?=\p{L}+)`,
  'giu',
);
const refuses = new RegExp(String.raw`(\b${itself})(?: ${modal})? (?:refuse|decline)s? to (?=\p{L}+)`, 'giu');
const led =
  /^(?:(?:try to|attempt to) )?(?:get|bring|talk|persuade|convince|trick|push|lead|make) (it|the (?:target|bot|chatbot|assistant|agent|system|application|app|model)) (?:to |into )?(?=\p{L}+)/iu;

/** “What it does not wash”: the answer to that is what it does not do. */
const asksWhatNot = /^(?:what|which|where|when|why|who|whom|how)\b/i;
export const asksForLimits = (goal: string): boolean =>
  asksWhatNot.test(withoutInstruction(goal.trim())) &&
  new RegExp(String.raw`\b${negation}(?= |$)`, 'iu').test(goal);

/** What is asked for whether it is done, forbidden or refused. */
export function positively(goal: string): string {
  const request = withoutInstruction(goal).replace(led, '$1 ');
  if (asksWhatNot.test(request)) return request;
  const asked = request
    .replaceAll(forbids, '$1 ')
    .replaceAll(refuses, '$1 ')
    .replace(/^that (?=(?:it|they|the|this)\b)/i, 'whether ');
  return new RegExp(String.raw`^${itself} (?=(?:(?:${modal}|always|ever|also) )*${telling}\b)`, 'iu').test(
    asked,
  )
    ? `whether ${asked.charAt(0).toLowerCase()}${asked.slice(1)}`
    : asked;
}
