import type { Draft } from './draft.ts';
import { companions } from './facts.ts';
import { plainQuestion } from './plain-facts/index.ts';
import { isClear, isStated, toldQuestion } from './plain-facts/told/index.ts';
import { clausesIn, sentencesOf, withoutLead } from './requirement-clauses.ts';
import { speaksOfForm } from './requirement-wording.ts';

/**
 * What a line of several clauses tells, asked for by one or two of them: all of the line is expected, since what stands behind
 * a clause says for whom and until when it holds.
 */
export function clauseDrafts(name: string, description: string | null): Draft[] {
  const line = description?.trim() ? description.trim() : name.trim();
  const { told } = withoutLead(line.replace(wished, ''));
  if (forbids.test(told) || manner.test(name) || speaksOfForm(told) || companions.test(line)) return [];
  const situation = happens(told);
  // Beside a duty a fact is said by the way, and who asks for it alone does not put the rule to the test.
  if (situation === undefined && isToldWhatToDo(told)) return [];
  const expected = told.replace(/[^.!?]$/, '$&.');
  const asked: string[] = [];
  for (const prompt of questionsOf(told, situation)) {
    // A second one of the same kind reads like the first.
    if (asked.some((one) => beginning(one) === beginning(prompt))) continue;
    asked.push(prompt);
    if (asked.length === mostAsked) break;
  }
  return asked.map((prompt) => ({
    category: 'Detail',
    prompt,
    expected,
    why: `The answer says what the rule says: ${expected}`,
    ...(counts.test(expected) && !asksHowMuch.test(prompt) ? { saysMore: true as const } : {}),
  }));
}

/** “Are dogs welcome?” is answered without the price that the line names as well. */
const counts = /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|half|twice)\b/i;
const asksHowMuch =
  /^(?:how (?:much|many|long|old|far|often|heavy|large)|when|(?:from|until|up to|under|over|within|by|for|at) (?:what|when|how|which)|what (?:is the (?:maximum|minimum)|are your)|which ages)\b/i;

/** “If you'd like to look round, visits are on Tuesdays” tells it to everybody. */
const wished = /^if you(?:['’]d| would)? (?:like|want|wish|need) [^,]{3,60}, /i;

const mostAsked = 2;
const beginning = (prompt: string): string => prompt.split(' ', 2).join(' ').toLowerCase();

/** What must not be said or done has a question of its own, and how answers are written has none. */
const forbids =
  /^(?:(?:it|(?:the )?(?:bot|chat ?bot|assistant|agent)) )?(?:(?:must|should|shall|may|can|will|does|do) ?(?:not|never|n['’]t)|(?:mustn|shouldn|can|won|don|doesn)['’]t|cannot|never|no \p{L}+ (?:on|about|of)|not|avoid|refuses?|declines?)\b/iu;
const manner = /\b(?:tone|style|voice|wording|manner)\b/i;
/** What follows takes back what was said before. */
const takesBack =
  /\bso:? (?:it['’]s |that['’]s |they['’]re )?(?:a )?(?:no|not|none|never)\b|[:–—-] ?no\b[.!]?$/i;

const duty =
  /\b(?:bot|chat ?bot|assistant|agent)\b|\bunasked\b|\b(?:it|and|then|always|also|first|please) (?:must |should |has to )?(?:says?|tells?|asks?|mentions?|explains?|points?|refers?|names?|offers? (?:them|to)|adds?|quotes?)\b|\bit (?:must|should|shall)\b/i;
const does =
  /^(?:(?:then|and|please|always|so|first|also) )?(?:say|tell|ask|refer|give|send|point|explain|mention|offer|link|hand|name|quote|remind|check|answer|add|forward|transfer|pass|escalate|show) (?:it|them|people|customers|guests|users|for|to|so|that|the|an?|on|them|him|everyone|callers)\b|\bmust reach a person\b/i;
const isToldWhatToDo = (told: string): boolean =>
  duty.test(told) ||
  clausesIn(told)
    .flat()
    .flatMap((clause) => clause.split(', '))
    // “Ask for the code at the desk” is said to customers, at the end of what they are told.
    .some((clause) => does.test(clause) && !clause.startsWith('ask for '));

function* questionsOf(told: string, situation: string | undefined): Generator<string> {
  if (situation !== undefined) {
    yield situation;
    return;
  }
  const sentences = sentencesOf(told);
  for (const [place, clauses] of clausesIn(told).entries()) {
    const sentence = sentences[place] ?? '';
    if (takesBack.test(sentence) || forbids.test(sentence)) continue;
    const condition = ifAsked(sentence);
    if (condition !== undefined) yield condition;
    if (
      /^(?:if|when|whenever|where|unless|for|in case|once|after|before)\b/i.test(sentence) ||
      sentence.endsWith('?')
    )
      continue;
    // “The ride takes seven minutes”, behind the bus that it belongs to, is any ride to who hears it alone.
    const alone = clauses.filter((clause, at) => at === 0 || !/^the /i.test(clause));
    for (const clause of [...(labelled.test(sentence) ? [sentence.slice(0, 160)] : []), ...alone]) {
      const plain = isStated(clause) ? plainQuestion(clause)?.prompt : undefined;
      const prompt = plain !== undefined && isClear(plain) ? plain : toldQuestion(clause);
      // “Free if you have a pass” does not say what it costs without one.
      if (prompt === undefined || (/\bfree\b/i.test(clause) && limited.test(sentence))) continue;
      yield prompt;
    }
  }
}

const limited = /^(?!.*\b(?:otherwise|else)\b).*\b(?:if|unless|except|but not|only (?:for|if|when|on))\b/i;
const labelled = /^[\p{L} -]{3,40}: /u;

const full =
  /^(?:the )?(?<what>[\p{L}]+(?: [\p{L}]+)?) (?<is>full|broken|damaged|empty|flat|stuck|missing|closed|locked|late|delayed|lost|blocked|faulty|stolen)\? (?=\p{Lu})/iu;
const lost =
  /^lost (?<what>(?:[\p{L}]+ )?(?:keys?|cards?|fobs?|tickets?|badges?|pass|tags?|receipts?|wristbands?))(?:\/[\p{L}]+| or [\p{L}]+| and [\p{L}]+)?(?::| [–—-]) /iu;
const gone =
  /^(?<how>lost|forgotten|forgot|damaged|missed|broken) (?:your |the |an? )?(?<what>(?:[\p{L}]+ )?(?!something|anything)[\p{L}]+)\? (?=\p{Lu})/iu;
const went: Readonly<Record<string, (what: string) => string>> = {
  lost: (what) => `I have lost my ${what}.`,
  forgotten: (what) => `I have forgotten my ${what}.`,
  forgot: (what) => `I have forgotten my ${what}.`,
  damaged: (what) => `My ${what} ${/[^s]s$/.test(what) ? 'are' : 'is'} damaged.`,
  broken: (what) => `My ${what} ${/[^s]s$/.test(what) ? 'are' : 'is'} broken.`,
  missed: (what) =>
    /^(?:bins?|collection|parcel)$/.test(what) ? `My ${what} was missed.` : `I have missed my ${what}.`,
};
/** “Dock full? …” and “lost keys – …” name what has happened to whoever writes. */
function happens(line: string): string | undefined {
  const { what, is } = full.exec(line)?.groups ?? {};
  if (what !== undefined && is !== undefined) {
    const many = /[^s]s$/.test(what);
    return /^(?:lost|stolen)$/i.test(is)
      ? `My ${what.toLowerCase()} ${many ? 'have' : 'has'} been ${is.toLowerCase()}. What can I do?`
      : `The ${what.toLowerCase()} ${many ? 'are' : 'is'} ${is.toLowerCase()}. What can I do?`;
  }
  if (/^lost (?:something|anything|property|an item)\? /i.test(line))
    return 'I have lost something. What can I do?';
  const { how, what: own } = gone.exec(line)?.groups ?? {};
  if (how !== undefined && own !== undefined)
    return `${went[how.toLowerCase()]?.(own.toLowerCase()) ?? ''} What can I do?`;
  const { what: thing } = lost.exec(line)?.groups ?? {};
  if (thing === undefined) return undefined;
  return `I have lost my ${thing.toLowerCase()}. ${/[€$£]|\b(?:pays?|EUR|euros?|fee|charge)\b/i.test(line) ? 'What does it cost me?' : 'What happens now?'}`;
}

const condition =
  /^if (?<who>you|somebody|someone|an? (?:guest|customer|member|tenant|parcel|book|lesson|bike|card|key|order|child|flight|train|delivery|payment|class|course|booking|appointment|machine)) (?<does>(?:(?!(?:we|you|they|it|there|please|then)\b)[\p{L}\d'’€£$%.-]+ ){0,13}?(?!(?:we|you|they|it|there|please|then)\b)[\p{L}\d'’€£$%.-]+)(?:, (?=(?:then )?(?:we|you|they|there|the (?!bot|assistant)\p{L}+|your|our|a|an|it (?:costs?|is|will be)) )| (?=(?:we|you|they|there) ))(?!(?:then )?(?:we|you|they|there) (?:ask|tell|say|answer|explain|offer|refer|hand|point))/iu;
const priced =
  /^if you(?:['’]d| would)? (?:like|want) to (?<wish>[\p{L}]+(?: (?!it\b|them\b|this\b|that\b)[\p{L}'’-]+){0,6}?),? (?:it['’]s|it is|it costs|that costs|that['’]s|you pay) (?:only |an? )?(?:extra )?(?:[€$£] ?\d|\d+(?:[.,]\d+)? ?(?:[€$£]|euros?|pounds|dollars))/iu;
const ofTalk =
  /\b(?:asks?|asking|bots?|assistants?|chats?|questions?|writes?|says?|mentions?|insists?|complains?|upset|angry|rude|wants?|unsure|know|refuses?|else|tells?|need help|in doubt|insults?|so|not)\b/i;
/** “If you miss a lesson we cannot give the money back”: what happens then is what people ask. */
function ifAsked(sentence: string): string | undefined {
  const { wish } = priced.exec(sentence.slice(0, 320))?.groups ?? {};
  if (wish !== undefined) return `How much does it cost to ${wish.replaceAll(/\byour\b/gi, 'my')}?`;
  const { who = '', does = '' } = condition.exec(sentence.slice(0, 320))?.groups ?? {};
  if (does === '' || ofTalk.test(does)) return undefined;
  const act = does.trim();
  if (!/^you$/i.test(who)) return `What happens if ${who.toLowerCase()} ${act}?`;
  const mine = act
    .replace(/^are\b/i, 'am')
    .replaceAll(/\byour\b/gi, 'my')
    .replaceAll(/\byours\b/gi, 'mine');
  return `What happens if I ${mine}?`;
}
