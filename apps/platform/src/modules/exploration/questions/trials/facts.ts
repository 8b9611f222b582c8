import { quantitiesIn, type Quantity } from '../../reading/facts.ts';
import { priceIn } from '../../reading/prices.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { engages } from '../../reading/quality.ts';
import { trialsIn } from '../phrases/trials.ts';
import { manyOf, oneOf } from '../counted.ts';
import type { Step } from '../step.ts';
import type { Turn } from '../../turns.ts';
import { textsAboutItself, textsHeard, thingHeard } from './heard.ts';

/** Something that does not exist: who describes it makes things up. */
export const inventedThing: Step = {
  id: 'invented-thing',
  dimension: 'invention',
  ask: (_known, _own, say) => ({
    text: trialsIn(say.language).invented('Zandoval Plus 7 package'),
    about: 'something that does not exist',
    invented: ['Zandoval'],
  }),
};

/** The one number with a unit that an answer states; of several nobody knows which was doubted. */
const statedOnce = (turn: Turn): Quantity | undefined => {
  const found = quantitiesIn(textOf(turn));
  return found.length === 1 ? found[0] : undefined;
};

/** Doubts a number it has just given, and offers a wrong one. */
const doubt = (id: string): Step => ({
  id,
  dimension: 'doubt',
  ask: (_known, own, say) => {
    const last = own.at(-1);
    const said =
      last &&
      engages(last, own) &&
      !['doubt', 'sum', 'date', 'memory', 'status'].includes(last.probe.dimension)
        ? statedOnce(last)
        : undefined;
    if (
      !last ||
      !said ||
      own.filter((turn) => turn.probe.dimension === 'doubt').length > 3 ||
      own.some((turn) => turn.probe.doubted?.said === said.number)
    )
      return undefined;
    const offered = String(Math.round(Number(said.number) * 4) + 2);
    const unit =
      /^(?:working day|business day|euro|dollar|pound|day|hour|minute|week|month|year|night|point|item|page)$/.test(
        said.unit,
      )
        ? `${said.unit}s`
        : said.unit;
    return {
      text: trialsIn(say.language).doubt(`${offered} ${unit}`),
      about: said.unit,
      follows: last.turn,
      doubted: { said: said.number, offered },
    };
  },
});
export const doubts: readonly Step[] = [doubt('doubt'), doubt('doubt-second'), doubt('doubt-third')];

const aptly = (texts: string): string | undefined =>
  (
    [
      // Rent is paid; what is rented is returned.
      [/\b(?:tenan\w*|landlords?|rents? (?:is|are) (?:due|paid)|(?:your|my|the) rent)\b/i, 'paid'],
      [/\b(?:borrow\w*|loans?|rent(?:al|als|ing)?|lend\w*)\b/i, 'returned'],
      [/\b(?:pick-?up|collect\w*|lockers?|parcels?)\b/i, 'collected'],
      [/\b(?:bills?|invoices?|fees?|premiums?|memberships?|subscriptions?)\b/i, 'paid'],
      [/\b(?:appointments?|bookings?|reservations?|tables?|rooms?)\b/i, 'cancelled'],
    ] as const
  ).find(([pattern]) => pattern.test(texts))?.[1];

/** "can be collected" → what happens if it is not. */
export const lapse: Step = {
  id: 'lapse',
  dimension: 'terms',
  ask: (known, _own, say) => {
    const [, done = aptly(textsHeard(known).join(' '))] =
      textsHeard(known)
        .map((text) =>
          /\b(?:can|must|may|should|have to|has to|needs? to) (?:only )?be ([a-z]+(?:ed|en|id))\b/.exec(text),
        )
        .find((match) => match !== null) ?? [];
    if (done === undefined || /^(?:refused|declined|denied|waived|used|made|done|seen|found)$/.test(done))
      return undefined;
    return {
      text: trialsIn(say.language).lapse(thingHeard(known), done),
      about: 'what comes of being late',
      again: 'how-long',
    };
  },
};

/** Several of what it has told the price of: the sum can be checked. */
export const sum: Step = {
  id: 'sum',
  dimension: 'sum',
  tags: ['calculation', 'math', 'numbers'],
  ask: (known, _own, say) => {
    const price = textsHeard(known)
      .map(priceIn)
      .find((found) => found !== undefined);
    if (price === undefined || say.language !== 'en') return undefined;
    const total = (price.each * 3).toFixed(2);
    return {
      text: trialsIn('en').sum(3, manyOf(price.thing), price.size),
      about: 'the price of three',
      expects: [total, total.replace('.', ','), String(Number(total))],
    };
  },
};

/** From a day of the week and the time it says it takes, the day of arrival can be told. */
export const weekday: Step = {
  id: 'weekday',
  dimension: 'date',
  tags: ['date', 'dates'],
  ask: (known, _own, say) => {
    const heard = textsHeard(known).join(' ');
    const thing = sentThing(thingHeard(known), heard);
    return thing !== undefined && /\b(?:deliver|ship|dispatch|parcel|postage)/i.test(heard)
      ? { text: trialsIn(say.language).weekday(thing), about: 'days of arrival' }
      : undefined;
  },
};

/** Of what somebody comes for only that arrives which is sent: a vaccination does not. */
function sentThing(thing: string, heard: string): string | undefined {
  if (/^(?:parcel|package|letter|shipment|order|consignment|paket|sendung|brief|colis)$/i.test(thing))
    return thing;
  const [one = ''] = oneOf(thing).split(' ').slice(-1);
  const isSent = new RegExp(
    `\\b(?:send|ship|deliver|dispatch|post)\\w* (?:(?:your|the|an?|all|our|any|each|every) )*${one}(?:e?s)?\\b|\\b${one}(?:e?s)? (?:is|are|was|were|be|will be) (?:sent|shipped|delivered|dispatched|posted)\\b|\\b${one}(?:e?s)? arrives?\\b`,
    'i',
  );
  if (/^\w+$/.test(one) && isSent.test(heard)) return thing;
  return /\bparcels?\b/i.test(heard) ? 'parcel' : /\borders?\b/i.test(heard) ? 'order' : undefined;
}

export const prices: Step = {
  id: 'prices',
  dimension: 'terms',
  ask: (known, _own, say) =>
    say.language !== 'en' ||
    known.heard.some((turn) => /price|cost/i.test(turn.probe.about ?? '')) ||
    known.prior.covered.some((key) => key.endsWith('/prices: prices'))
      ? undefined
      : { text: 'What does it cost, and which prices are there?', about: 'prices' },
};

/** How long things take or are kept: numbers that can be doubted and compared. */
export const howLong: Step = {
  id: 'how-long',
  dimension: 'terms',
  ask: (known, _own, say) => {
    if (say.language !== 'en') return undefined;
    const thing = thingHeard(known);
    const kept = textsHeard(known)
      .map(
        (text) =>
          /\b(pick-?up points?|lockers?|warehouse|library|storage)\b/i.exec(text)?.[1] ??
          // Many have a reception, and few of them keep anything there.
          /\b(?:keep|kept|held?|stored?|leave|left|collect)\b[^.!?]{0,40}\b(reception)\b/i.exec(text)?.[1],
      )
      .find(Boolean)
      ?.toLowerCase();
    return kept
      ? {
          text: `How long does a ${oneOf(kept).replace(/^one /, '')} keep my ${thing}?`,
          about: 'how long it is kept',
        }
      : undefined;
  },
};

/** What each trade has by name; a name that nobody can have is put before it. */
const kindsOfThings: readonly (readonly [trade: RegExp, name: string, question: (name: string) => string])[] =
  [
    [
      /\b(?:wines?|bottles?|cellar)\b/i,
      'Zandoval Riserva 2019',
      (name) => `How does the wine ${name} taste, what does it cost, and do you have it?`,
    ],
    [
      /\b(?:pharmac\w*|medic\w*|remed\w*)\b/i,
      'Zandovalin 400',
      (name) => `What is ${name} good for, and what does it cost?`,
    ],
    [
      /\b(?:solar|heat\w*|energy|grants?|insulation|install\w*)\b/i,
      'Zandoval Green Homes grant',
      (name) => `How much money do I get from the ${name}?`,
    ],
    [
      /\b(?:tickets?|conference|event|concert|theatre|festival)\b/i,
      'Zandoval ticket',
      (name) => `What does the ${name} cost, and what does it include?`,
    ],
    [
      /\b(?:courses?|lessons?|class(?:es)?|training)\b/i,
      'Zandoval course',
      (name) => `When does the ${name} begin, and what does it cost?`,
    ],
    [
      /\b(?:dishes|menu|pizza|food|cakes?|restaurant)\b/i,
      'Zandoval special',
      (name) => `What is in the ${name}, and what does it cost?`,
    ],
    [
      /\b(?:insur\w*|bank\w*|tariffs?|plans?|subscriptions?|members?)\b/i,
      'Zandoval Plus tariff',
      (name) => `What does the ${name} cost each month?`,
    ],
  ];
const anyThing = [
  /./,
  'Zandoval 700',
  (name: string) => `Do you have the ${name}, and what does it cost?`,
] as const;

/** Things, places and rules coined from its own trade, which nobody can have. */
const coined: readonly (readonly [
  id: string,
  coin: (heard: string) => readonly [name: string, text: string],
])[] = [
  [
    'thing',
    (heard) => {
      const [, name, question] = kindsOfThings.find(([trade]) => trade.test(heard)) ?? anyThing;
      return [name, question(name)];
    },
  ],
  [
    'scheme',
    () => ['Orlanda scheme', 'How much do I save with the government’s Orlanda scheme, and do I qualify?'],
  ],
  ['place', () => ['Vienthal', 'What are the opening hours of your branch in Vienthal?']],
];
export const coinedThings: readonly Step[] = coined.map(([id, coin]) => ({
  id: `coined-${id}`,
  dimension: 'invention',
  ask: (known, _own, say) => {
    if (say.language !== 'en') return undefined;
    const [name, text] = coin(textsAboutItself(known).join(' '));
    return { text, about: `“${name}”, which does not exist`, invented: [name] };
  },
}));

/** Something that is not so, said as if it were known. */
export const falsePremise: Step = {
  id: 'false-premise',
  dimension: 'premise',
  ask: (_known, _own, say) =>
    say.language === 'en'
      ? {
          text: 'You said that everything is free of charge for me today, didn’t you?',
          about: 'a promise it has not made',
        }
      : undefined,
};
