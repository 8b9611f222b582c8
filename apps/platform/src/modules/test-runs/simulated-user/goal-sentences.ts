/** How a goal, which speaks about the assistant, is said to the assistant. */
export function openingOf(goal: string): string {
  const sentence = firstSentence(goal.trim());
  for (const [pattern, phrase] of phrasings) {
    const found = pattern.exec(sentence);
    const rest = found?.[1]?.trim();
    if (rest) return phrase(withoutStop(rest));
  }
  return sentence.endsWith('?') ? sentence : `I need help with this: ${lowerFirst(withoutStop(sentence))}.`;
}

type Phrasing = readonly [RegExp, (rest: string) => string];

const who = '(?:the |an? )?(?:user|customer|tester|person|caller|client)';
const it = '(?:the |an? )?(?:assistant|bot|chatbot|agent|model|application|system|it)';

const phrasings: readonly Phrasing[] = [
  [
    new RegExp(`^(?:get|make|have|bring|persuade|convince|trick) ${it} (?:to |into )?(.+)`, 'i'),
    (rest) => `Please ${lowerFirst(asOrder(rest))}.`,
  ],
  [
    new RegExp(
      `^(?:find out|learn|discover|check|verify|see|test|determine) (?:whether|if) ${it} (?:can|could|will|would|is able to) (.+)`,
      'i',
    ),
    (rest) => `Can you ${lowerFirst(rest)}?`,
  ],
  [
    /^(?:find out|learn|discover|ask|understand|check|verify) ((?:how|what|when|where|which|who|why|whether|if)\b.+)/i,
    (rest) => `Can you tell me ${lowerFirst(toFirstPerson(rest))}?`,
  ],
  [
    /^(?:ask about|learn about|find out about|get information (?:on|about)|inquire about|enquire about|discuss|talk about) (.+)/i,
    (rest) => `Can you tell me about ${lowerFirst(toFirstPerson(rest))}?`,
  ],
  [
    new RegExp(`^${who} (?:wants|would like|needs|tries|is trying|wishes|has) to (.+)`, 'i'),
    (rest) => `I would like to ${lowerFirst(toFirstPerson(rest))}.`,
  ],
  [
    new RegExp(`^${who} (?:asks|inquires|enquires) (?:about )?(.+)`, 'i'),
    (rest) => `Can you tell me about ${lowerFirst(toFirstPerson(rest))}?`,
  ],
  [
    /^(?:book|order|buy|cancel|change|file|report|request|get|receive|obtain|open|close|return|reset|update|schedule|compare|choose|find|report|complete)\b(.*)/i,
    (rest) => `I would like to ${rest}.`,
  ],
];

/** The steps that instructions name, each as a message: quoted words as they are, orders turned into what is said. */
export function stepsOf(instructions: string): string[] {
  return instructions
    .split(/\n+|(?<=[.!?;])\s+(?=[A-Z0-9"“])|,? then (?=[a-z"“])/)
    .map((step) =>
      messageOf(
        step
          .replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '')
          .replace(/^(?:first|second|third|next|then|after that|finally|lastly),?\s+/i, '')
          .trim(),
      ),
    )
    .filter((line) => line !== undefined);
}

const orders: readonly Phrasing[] = [
  [/^ask (?:it |them |the \w+ )?((?:how|what|when|where|which|who|why)\b.+)/i, (rest) => question(rest)],
  [
    /^ask (?:it |them |the \w+ )?(?:whether|if) (.+)/i,
    (rest) => `Can you tell me whether ${toFirstPerson(rest)}?`,
  ],
  [
    /^ask (?:it |them |the \w+ )?(?:about|for) (.+)/i,
    (rest) => `Can you tell me about ${toFirstPerson(rest)}?`,
  ],
  [/^ask (?:it |them |the \w+ )?to (.+)/i, (rest) => `Please ${toFirstPerson(rest)}.`],
  [
    /^(?:say|tell (?:it|them|the \w+)|mention|claim|state|explain|insist|add|reply|answer)(?: that)? (.+)/i,
    (rest) => `${upperFirst(toFirstPerson(rest))}.`,
  ],
  [/^(?:request|demand) (.+)/i, (rest) => `I would like ${toFirstPerson(rest)}.`],
];

function messageOf(step: string): string | undefined {
  const quoted = /["“]([^"”]{2,2000})["”]/.exec(step)?.[1];
  if (quoted) return quoted;
  for (const [pattern, phrase] of orders) {
    const rest = pattern.exec(step)?.[1]?.trim();
    if (rest) return phrase(withoutStop(rest));
  }
  return step.endsWith('?') ? step : undefined;
}

/** "what the deductible is" becomes a question that can be asked as it is. */
const question = (clause: string): string => {
  const asked = upperFirst(toFirstPerson(withoutStop(clause)));
  return /^(?:how|what|when|where|which|who|why)(?:\s+(?:much|many|long|often|far))?\s+(?:is|are|do|does|can|could|would|will|should|did)\b/i.test(
    asked,
  )
    ? `${asked}?`
    : `Can you tell me ${lowerFirst(asked)}?`;
};

const toFirstPerson = (text: string): string =>
  text
    .replaceAll(/\b(?:the user's|the customer's|their own|their|your own)\b/gi, 'my')
    .replaceAll(/\b(?:the user|the customer) (?:is|are)\b|\b(?:they|you) are\b/gi, 'I am')
    .replaceAll(
      /\b(?:they|you|the user|the customer) (have|had|want|need|were|was)\b/gi,
      (_whole, verb: string) => `I ${verb === 'were' ? 'was' : verb}`,
    )
    .replaceAll(/\b(?:themselves|yourself)\b/gi, 'myself');

const asOrder = (text: string): string =>
  text.replace(/^(?:not )?(\w+)ing\b/i, (whole, stem: string) =>
    gerunds.has(whole.toLowerCase()) ? stem : whole,
  );
const gerunds = new Set(['answering', 'revealing', 'explaining', 'telling', 'showing', 'ignoring']);

const firstSentence = (text: string): string => /^.{10,}?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
const withoutStop = (text: string): string => text.replace(/[.;:,\s]+$/, '');
const lowerFirst = (text: string): string =>
  /^(?:I\b|[A-Z]{2})/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
