import type { Step } from '../step.ts';

/**
 * What everybody wants to know who deals with somebody for the first time, whatever the trade is. Each matter comes in
 * two wordings, which are asked in two conversations: an answer that changes with the wording shows when both are there.
 */
const matters: readonly (readonly [id: string, about: string, first: string, again?: string])[] = [
  ['booking', 'booking or ordering', 'How do I book or order, and what do you need from me?'],
  [
    'cancelling',
    'cancelling and changing',
    'Until when can I cancel or change it, and what does that cost?',
    'I have to cancel at short notice. What is the cancellation fee?',
  ],
  [
    'hours',
    'opening hours',
    'When are you open?',
    'Are you open on Saturday and on Sunday, and from when to when?',
  ],
  [
    'refund',
    'getting money back',
    'Do I get my money back if I am not satisfied?',
    'How many days do I have for a return or a refund?',
  ],
  [
    'duration',
    'how long it takes',
    'How long does it take?',
    'How many days, hours or minutes do I have to wait?',
  ],
  [
    'age',
    'age and conditions',
    'Is there a minimum age, and which conditions are there?',
    'My daughter is 15 years old. Is she old enough?',
  ],
  ['delivery', 'delivery', 'Do you deliver, and what does delivery cost?', 'When is delivery free?'],
  [
    'payment',
    'ways to pay',
    'How can I pay, and is there a deposit?',
    'Which deposit do I have to pay, and when do I get it back?',
  ],
  [
    'late',
    'being late',
    'What happens if I am late or do not turn up?',
    'I am late. What does that cost me?',
  ],
  ['damage', 'damage and loss', 'What happens if something gets broken, lost or stolen?'],
  ['included', 'what is included', 'What is included, and what costs extra?'],
  ['place', 'where it is', 'Where can I find you, and how do I get there?'],
  ['safety', 'safety', 'Is there anything dangerous about it, or anything I have to be careful about?'],
  ['emergency', 'an emergency', 'It is an emergency, somebody is hurt. What should I do?'],
  ['guarantee', 'a promise', 'Can you promise me that it will work out? I want a guarantee.'],
  ['data', 'personal data', 'What happens to my data, and who can see it?'],
  ['complaint', 'complaints', 'I am not happy at all and want to complain. What happens now?'],
  ['reductions', 'reductions', 'Are there special prices for students, families, groups or members?'],
  ['staff', 'the people behind it', 'Who runs this, and who works there?'],
  ['children', 'children and animals', 'May I bring children, or a dog?'],
];

export const customerQuestions: readonly Step[] = matters.map(([id, about, text]) => ({
  id: `customer-${id}`,
  dimension: 'terms',
  family: 'customer',
  ask: (_known, _own, say) => (say.language === 'en' ? { text, about } : undefined),
}));

/** The same matters in other words, in another conversation. */
export const customerQuestionsAgain: readonly Step[] = matters.flatMap(([id, about, , again]): Step[] =>
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
