import { detectForeignLanguage } from '../answering/language.ts';
import { languages } from './desk-file.ts';
import type { DeskFile, Language, Topic } from './desk-file.ts';
import { say } from './turn.ts';
import type { DeskAnswer, DeskTurn } from './turn.ts';

type DeskRule = (turn: DeskTurn) => DeskAnswer | undefined;

/** Parcels tracked at once from which on a conversation may ask once a minute. */
const manyParcels = 4;

const limitMs = 60_000;

const parcelNumber = /\bHP-\d{3}-\d{3}\b/gi;

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const numberWords: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };

/** Topics that come before anything else: a refusal must not depend on what else a message says. */
const refusals: ReadonlySet<string> = new Set(['injection', 'instructions', 'other-customer', 'voucher']);

/** Tried in this order; the first that has an answer gives it. */
const rules: readonly DeskRule[] = [
  (turn) => answerTopic(turn, ({ id }) => refusals.has(id)),
  trackMany,
  redirect,
  cancelCollection,
  addUp,
  tellArrival,
  standBy,
  track,
  (turn) => answerTopic(turn, ({ id }) => !refusals.has(id)),
];

/** What the desk says when it is sound. */
export function answerSoundly(turn: DeskTurn): DeskAnswer {
  for (const rule of rules) {
    const answer = rule(turn);
    if (answer !== undefined) return answer;
  }
  return notUnderstood(turn);
}

export function numbersIn(message: string): string[] {
  return [...new Set((message.match(parcelNumber) ?? []).map((number) => number.toUpperCase()))];
}

function answerTopic({ desk, plain }: DeskTurn, wanted: (topic: Topic) => boolean): DeskAnswer | undefined {
  for (const { id, asked, answer } of desk.topics.filter(wanted)) {
    const language = asked.find(({ pattern }) => pattern.test(plain))?.language;
    if (language === undefined) continue;
    return refusals.has(id)
      ? say(id, answer[language], { language, facts: { topic: id, declined: id } })
      : say(id, answer[language], { language, context: [answer.en], facts: { topic: id } });
  }
  return undefined;
}

function notUnderstood({ desk, message, plain }: DeskTurn): DeskAnswer {
  const foreign = detectForeignLanguage(message, plain);
  if (foreign !== undefined && !isSpoken(foreign)) return say('other-language', desk.languages);
  const language = foreign ?? 'en';
  return say('fallback', desk.fallback[language], { language });
}

function isSpoken(language: string): language is Language {
  return languages.some((spoken) => spoken === language);
}

function trackMany({ desk, message, facts, nowMs }: DeskTurn): DeskAnswer | undefined {
  const numbers = numbersIn(message);
  if (numbers.length < manyParcels) return undefined;
  const freeAt = Number(facts['tracked'] ?? -limitMs) + limitMs;
  if (nowMs < freeAt) {
    const retryAfterSeconds = Math.ceil((freeAt - nowMs) / 1000);
    return say('limited', 'Many parcels can be tracked once a minute.', { limited: { retryAfterSeconds } });
  }
  const lines = numbers.map((number) => `${number}: ${statusOf(desk, number)}`);
  return say('tracking', lines.join('\n'), { context: lines, facts: { tracked: String(nowMs) } });
}

function statusOf({ parcels }: DeskFile, number: string): string {
  const status = Object.hasOwn(parcels, number) ? parcels[number] : undefined;
  return status ?? 'We know no parcel of this number. Please check it.';
}

function track({ desk, message, plain, facts }: DeskTurn): DeskAnswer | undefined {
  const asked =
    /\b(?:where|track|tracking|status|wo ist|wo bleibt|ou est|ou se trouve)\b|\bwhen (?:will|does) (?:it|my parcel)\b/.test(
      plain,
    );
  const [named] = numbersIn(message);
  if (!asked && named === undefined) return undefined;
  if (/\b(?:price|cost|pickup points?)\b/.test(plain) && named === undefined) return undefined;
  const number = named ?? facts['parcel'];
  if (number === undefined)
    return say('number-needed', 'Which parcel do you mean? Please tell me its number, such as HP-000-000.');
  const context = [`${number}: ${statusOf(desk, number)}`];
  if (!asked && desk.parcels[number] !== undefined)
    return say('noted', `Thank you, I have found ${number}. What would you like to know?`, {
      context,
      facts: { parcel: number },
    });
  return say('tracking', context.join(''), { context, facts: { parcel: number } });
}

function redirect({ desk, message, plain, facts }: DeskTurn): DeskAnswer | undefined {
  if (!/\b(?:redirect|reroute|umleiten|rediriger)\b|\bdeliver (?:it )?(?:to|at) (?:a|another)\b/.test(plain))
    return undefined;
  const number = numbersIn(message)[0] ?? facts['parcel'];
  if (number === undefined)
    return say('redirect', 'Gladly. Which parcel is it? Please tell me its number first.');
  if (!Object.hasOwn(desk.parcels, number)) return say('redirect', statusOf(desk, number));
  return say('redirect', `I have asked for ${number} to be taken to the pickup point nearest to you.`, {
    toolCalls: [{ name: 'redirect_parcel', arguments: { parcel: number, to: 'pickup point' } }],
    facts: { parcel: number },
  });
}

function cancelCollection({ message, plain }: DeskTurn): DeskAnswer | undefined {
  if (!/\b(?:cancel|stornier\w*|annule\w*)\b/.test(plain)) return undefined;
  const collection = /\bPU-\d{5}\b/i.exec(message)?.[0].toUpperCase();
  if (collection === undefined)
    return say('cancel', 'Which collection shall I cancel? Please tell me its number, such as PU-00000.');
  return say('cancel', `I have sent the request to cancel ${collection}; you get a confirmation by mail.`, {
    toolCalls: [{ name: 'cancel_collection', arguments: { collection } }],
  });
}

/** "How much are 3 parcels of 4 kg?" */
function addUp({ desk, plain }: DeskTurn): DeskAnswer | undefined {
  const [, many = '', kilos = ''] =
    /\b(\d{1,3}|one|two|three|four|five|six|a) (?:parcels?|packages?|boxes|pakete?|colis)\b.{0,20}?\b(\d{1,3}) ?(?:kg|kilos?|kilograms?)\b/.exec(
      plain,
    ) ?? [];
  const count = numberWords[many] ?? (many === 'a' ? 1 : Number(many));
  if (many === '' || !(count > 0)) return undefined;
  const price = desk.prices.find(({ up_to_kg: most }) => Number(kilos) <= most);
  const heaviest = desk.prices.at(-1)?.up_to_kg ?? 0;
  if (price === undefined) return say('sum', `We take parcels of up to ${heaviest} kg.`);
  return say('sum', sumOf(count, price.euros, count * price.euros), {
    context: [`Size ${price.size}, up to ${price.up_to_kg} kg: ${price.euros.toFixed(2)} euros.`],
    facts: { count: String(count), each: String(price.euros) },
  });
}

export function sumOf(count: number, each: number, total: number): string {
  return `${count} × ${each.toFixed(2)} = ${total.toFixed(2)} euros.`;
}

/** One to two working days after a weekday that was named. */
function tellArrival({ plain }: DeskTurn): DeskAnswer | undefined {
  const sentOn = weekdays.findIndex((day) =>
    new RegExp(`\\b(?:on|hand|sent|send)\\b.*\\b${day}\\b`).test(plain),
  );
  if (sentOn === -1 || !/\b(?:arrive|arrives|arrival|delivered|get there)\b/.test(plain)) return undefined;
  const first = sentOn >= 4 ? 0 : sentOn + 1;
  const second = first === 4 ? 0 : first + 1;
  const name = (day: number): string => (weekdays[day] ?? '').replace(/^./, (letter) => letter.toUpperCase());
  return say(
    'arrival',
    `A parcel sent on ${name(sentOn)} arrives on ${name(first)} or ${name(second)}, one to two working days later.`,
    { facts: { sent: name(sentOn), before: name((sentOn + 6) % 7) } },
  );
}

/** "No, it is 30 days": what was said is said again. */
function standBy(turn: DeskTurn): DeskAnswer | undefined {
  if (
    !/^(?:no|but|wrong|thats wrong|you are wrong|youre wrong|i think)\b.*\b(?:\d+|wrong)\b/.test(turn.plain)
  )
    return undefined;
  const topic = turn.desk.topics.find(({ id }) => id === turn.facts['topic']);
  if (topic === undefined || refusals.has(topic.id)) return undefined;
  return say('stand-by', `I have checked it again. ${topic.answer.en}`, { context: [topic.answer.en] });
}
