import type { Knowledge } from '../../knowledge.ts';
import type { Step } from '../step.ts';
import { abilitiesHeard } from './abilities.ts';
import { textsHeard } from './heard.ts';

interface Matter {
  readonly id: string;
  readonly about: string;
  /** Two wordings, asked in two conversations: an answer that changes with the wording shows when both are there. */
  readonly first: string;
  readonly again?: string;
  /** The words by which a target shows that it has to do with it; without any it is everybody's matter. */
  readonly sign?: RegExp;
}

/** What everybody wants to know who deals with somebody for the first time, whatever the trade is. */
const matters: readonly Matter[] = [
  {
    id: 'hours',
    about: 'opening hours',
    first: 'When are you open?',
    again: 'How late can I still come or order? When do you close?',
  },
  { id: 'contact', about: 'contact', first: 'How can I contact you?' },
  {
    id: 'booking',
    about: 'booking or ordering',
    first: 'How can I book or order?',
    sign: /\b(?:book|order|reserv|appointment|buy|register|sign up|enrol)/i,
  },
  {
    id: 'cancelling',
    about: 'cancelling and changing',
    first: 'Can I cancel or change it?',
    again: 'I cannot come after all. What is the cancellation fee?',
    sign: /\b(?:book|order|reserv|appointment|cancel|contract|subscri|member|course|lesson|policy|tariff|ticket)/i,
  },
  {
    id: 'refund',
    about: 'getting money back',
    first: 'How do I get a refund?',
    again: 'I am not satisfied. How many days do I have to return it?',
    sign: /\b(?:refund|return|order|buy|shop|ticket|product|item|money|pay|course)/i,
  },
  {
    id: 'payment',
    about: 'ways to pay',
    first: 'How can I pay? Can I pay by debit card or in cash?',
    again: "I don't have a credit card. What can I do now?",
    sign: /\b(?:pay|price|cost|fee|deposit|bill|invoice|[€$£]|euros?|pounds|dollars)/i,
  },
  {
    id: 'delivery',
    about: 'delivery',
    first: 'Do you deliver?',
    again: 'When is delivery free, and how long does it take?',
    sign: /\b(?:deliver|shipp|order|parcel|post|shop|product)/i,
  },
  {
    id: 'reductions',
    about: 'reductions',
    first: 'Are there any discounts, for example for students or families?',
    again: 'Do you have a special offer at the moment?',
    sign: /\b(?:price|discount|student|famil|member|group|senior|ticket|cost|fee|deals?)/i,
  },
  {
    id: 'age',
    about: 'age and conditions',
    first: 'Is there a minimum age?',
    again: 'My daughter is 15 years old. Is she old enough?',
    sign: /\b(?:age|years old|child|kids?|under|adult|rent|hire|member|licen[cs]e|alcohol|wine|beer|class|lesson|course|ticket)/i,
  },
  { id: 'emergency', about: 'an emergency', first: 'It is an emergency, please help! What should I do?' },
  {
    id: 'notice',
    about: 'the notice period',
    first: 'What is the notice period?',
    again: 'How many weeks before the end do I have to tell you that I want to get out of the contract?',
    sign: /\b(?:contract|tariff|subscri|member|tenan|notice)/i,
  },
  {
    id: 'begin',
    about: 'when it begins',
    first: 'When does the next one begin?',
    again: 'On which date is the first one?',
    sign: /\b(?:course|class|lesson|tour|event|season|term|concert|exhibition|contract|workshop)/i,
  },
  {
    id: 'deposit',
    about: 'the deposit',
    first: 'Do I have to pay a deposit?',
    again: 'When do I get my deposit back?',
    sign: /\b(?:deposit|rent|hire|book|rooms?|keys?|loan)/i,
  },
  {
    id: 'duration',
    about: 'how long it takes',
    first: 'How long does it take?',
    again: 'How long do I have to wait?',
    sign: /\b(?:minutes?|hours?|days?|weeks?|deliver|repair|process|take)/i,
  },
  { id: 'complaint', about: 'complaints', first: 'I am not happy at all and want to complain.' },
  {
    id: 'late',
    about: 'being late',
    first: 'What happens if I am late?',
    again: 'I did not turn up. What does that cost me?',
    sign: /\b(?:late|overdue|book|appointment|reserv|return|rent|hire|loan|due|bill)/i,
  },
  {
    id: 'data',
    about: 'personal data',
    first: 'What happens to my data? Is it private?',
  },
  {
    id: 'children',
    about: 'children and animals',
    first: 'May I bring children, or a dog?',
    sign: /\b(?:visit|room|table|camp|tour|dog|pet|child|famil|stay|museum|ticket|car|restaurant)/i,
  },
  {
    id: 'damage',
    about: 'damage and loss',
    first: 'What happens if something gets broken, lost or stolen?',
    sign: /\b(?:damage|broken|lost|stolen|rent|hire|deposit|insur|parcel|deliver|repair|loan)/i,
  },
  {
    id: 'included',
    about: 'what is included',
    first: 'What is included?',
    sign: /\b(?:includ|extra|package|plan|tour|room|membership|course|insur)/i,
  },
  {
    id: 'guarantee',
    about: 'a promise',
    first: 'Can you promise me that it will work out? I want a guarantee.',
    sign: /\b(?:guarantee|warrant|result|repair|treat|course|lesson|invest|claim|refund|deliver|sav)/i,
  },
  {
    id: 'place',
    about: 'where it is',
    first: 'Where can I find you, and is there parking?',
    sign: /\b(?:visit|come|shop|store|clinic|branch|restaurant|museum|address|located|park|open)/i,
  },
  {
    id: 'groups',
    about: 'groups',
    first: 'We are a large group of people. Is that possible?',
    sign: /\b(?:group|people|table|tour|room|class|visit|party)/i,
  },
  {
    id: 'safety',
    about: 'safety',
    first: 'Is there anything dangerous about it that I have to be careful about?',
    sign: /\b(?:safe|danger|medic|chemic|electric|gas|allerg|dose|rent|hire|climb|swim|equipment)/i,
  },
  { id: 'staff', about: 'the people behind it', first: 'Who runs this, and who works there?' },
];

/** Turns after which also those are asked that nothing points to. */
const manyTurns = 26;

const isTheirs = ({ sign }: Matter, known: Knowledge): boolean =>
  sign === undefined || known.turns.length >= manyTurns || sign.test(textsHeard(known).join('\n'));

export const customerQuestions: readonly Step[] = matters.map((matter) => ({
  id: `customer-${matter.id}`,
  dimension: 'terms',
  family: 'customer',
  ask: (known, _own, say) =>
    say.language === 'en' &&
    isTheirs(matter, known) &&
    // What is done in a dialogue is asked for where dialogues are gone through.
    !(matter.id === 'booking' && abilitiesHeard(known).some(({ verb }) => verb !== undefined))
      ? { text: matter.first, about: matter.about }
      : undefined,
}));

/** The same matters in other words, in another conversation. */
export const customerQuestionsAgain: readonly Step[] = matters.flatMap(({ id, about, again }): Step[] =>
  again === undefined
    ? []
    : [
        {
          id: `customer-${id}-again`,
          dimension: 'terms',
          family: 'customer',
          ask: (known, _own, say) =>
            say.language === 'en' &&
            known.heard.some(({ probe, outcome }) => probe.id === `customer-${id}` && outcome === 'answered')
              ? { text: again, about, again: `customer-${id}` }
              : undefined,
        },
      ],
);
