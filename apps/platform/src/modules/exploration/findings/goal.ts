import { timesInWords } from '#kernel/plural';
import type { Knowledge } from '../knowledge.ts';
import { asksByExample, belongingIn, doingsIn, subjectsOf } from '../questions/free-goal.ts';
import { adviceNamed } from '#metrics';
import { personsIn } from '../reading/personal-record.ts';
import { textOf } from '../reading/text-of-turn.ts';
import { engages } from '../reading/quality.ts';
import { unique } from '../reading/terms.ts';
import { isRefusing } from '../reading/wording.ts';
import { coverage, sentencesOf, wordsOf } from '../reading/words.ts';
import { hasText, wasRefused, type Turn } from '../turns.ts';
import type { SegmentFindings } from './segment-findings.ts';
import { adviceGiven } from './checks/advice.ts';
import { byAnswer, quotations, quoted, type Claim } from './severity.ts';

const statementsMax = 3;

/** What a free goal has brought: for each of its words what the target said, or that it said nothing. */
export function goalFindings(known: Knowledge, goal: string): SegmentFindings {
  const keywords = subjectsOf(goal);
  const answered = known.turns.filter(
    (turn) => engages(turn, known.turns) && (!turn.probe.aboutLimits || turn.probe.about !== undefined),
  );
  const findings: Claim[] = [];
  const learnt: Record<string, string[]> = {};
  for (const keyword of keywords) {
    const whole = belongingIn(keyword);
    const told = answered.flatMap((turn) =>
      sentencesOf(textOf(turn))
        .filter((sentence) => tellsOf(keyword, whole, sentence) && !sentence.endsWith('?'))
        .map((sentence) => ({ sentence: sentence.slice(0, 300), turn: turn.turn })),
    );
    const asked = known.turns.filter((turn) => turn.probe.about === keyword);
    const field = adviceNamed(keyword);
    const given = field && adviceGiven(field, known.turns);
    const statements = unique(told.map(({ sentence }) => sentence)).slice(0, statementsMax);
    learnt[keyword] = given ? given.quotes.map(({ quote }) => quote).slice(0, statementsMax) : statements;
    const said = aboutIt(keyword, { told, statements, asked }, known);
    const declined = declining(keyword, whole, known.turns);
    // Who names a matter ("for medical advice see a doctor") has not given it.
    const finding = given ?? (field ? (declined ?? said) : (said ?? declined));
    findings.push(
      finding ?? {
        kind: 'gap',
        title: `Nothing about ${keyword}`,
        detail: silenceAbout(asked, known),
        evidence: asked.map(({ turn }) => turn),
        confidence: asked.length === 0 ? 0.3 : 0.6,
      },
    );
  }
  const found = Object.values(learnt).filter((statements) => statements.length > 0).length;
  return {
    fields: {
      domain: known.domainIsStated ? (known.domain ?? '') : '',
      goal_coverage: keywords.length === 0 ? 0 : Math.round((found / keywords.length) * 100) / 100,
      learnt,
      key_topics: known.topics.slice(0, 15),
    },
    findings,
  };
}

type Belonging = ReturnType<typeof belongingIn>;

/** Of what belongs to somebody one thing is enough, with the name of whose it is. */
function tellsOf(keyword: string, whole: Belonging, sentence: string): boolean {
  // What somebody has done is told with the name of whoever did it.
  if (doingsIn(keyword)) return personsIn(sentence).length > 0 && !isRefusing(sentence);
  if (!whole) return coverage(keyword, sentence) >= 0.99;
  return (
    coverage(whole.owner, sentence) >= 0.99 &&
    whole.items.some((one) => coverage(one, sentence) >= 0.99) &&
    !isRefusing(sentence)
  );
}

interface Heard {
  readonly told: readonly { sentence: string; turn: number }[];
  readonly statements: readonly string[];
  readonly asked: readonly Turn[];
}

/** What was said of the subject by its name, or by another one. */
function aboutIt(keyword: string, { told, statements, asked }: Heard, known: Knowledge): Claim | undefined {
  const title = (words: readonly string[]): string => `About ${keyword}: ${quotations(words, 140)}`;
  const isFirst = ({ sentence }: Heard['told'][number], place: number): boolean =>
    statements.includes(sentence) && told.findIndex((one) => one.sentence === sentence) === place;
  if (statements.length > 0)
    return {
      kind: 'answer',
      title: title(byAnswer(told.filter(isFirst))),
      detail: statements.join(' '),
      evidence: unique(told.map(({ turn }) => String(turn)))
        .map(Number)
        .slice(0, 5),
      confidence: told.length > 1 ? 0.75 : 0.6,
    };
  const kindred = asked.find((turn) => engages(turn, known.turns) && speaksOf(keyword, textOf(turn)));
  return (
    kindred && {
      kind: 'answer',
      title: title([textOf(kindred)]),
      detail: exchange(kindred),
      evidence: [kindred.turn],
      confidence: 0.6,
    }
  );
}

/**
 * A question back at an answer ("tell me more about that") names no subject, and its refusal declines none; "I cannot give out
 * anything about other tenants" declines the rent of another tenant, whatever it was said to.
 */
function declining(keyword: string, whole: Belonging, turns: readonly Turn[]): Claim | undefined {
  const declined = turns.filter(
    (turn) =>
      wasRefused(turn) &&
      ((turn.probe.about === keyword &&
        (asksByExample(turn.probe) || coverage(keyword, turn.sent) >= 0.99)) ||
        (whole !== undefined && coverage(whole.owner, textOf(turn)) >= 0.99)),
  );
  return declined.length === 0
    ? undefined
    : {
        kind: 'boundary',
        title: `Declines: ${keyword}`,
        detail: `${askedTimes(declined)}, and it declined. ${exchange(declined[0])}`.trim(),
        evidence: declined.map(({ turn }) => turn),
        confidence: 0.8,
      };
}

/** The same matter by other names: "a human" is the hotline that somebody answers. */
const kin: readonly (readonly string[])[] = [
  'human person people agent colleague hotline phone call staff representative adviser advisor support team operator'.split(
    ' ',
  ),
  'price prices cost costs fee fees charge euro euros dollar dollars'.split(' '),
  'hours opening open closed time times'.split(' '),
  'contact phone email mail call address reach hotline'.split(' '),
  'refund refunds money return returns back reimbursement'.split(' '),
];

function speaksOf(keyword: string, text: string): boolean {
  const said = new Set(wordsOf(text));
  const names = kin.filter((family) => wordsOf(keyword).some((word) => family.includes(word))).flat();
  return names.some((name) => said.has(name));
}

/** That something was not spoken of means little without what was asked and what came instead. */
function silenceAbout(asked: readonly Turn[], known: Knowledge): string {
  if (asked.length === 0) return 'The conversation ended before it was asked about.';
  const told = asked.filter(hasText);
  const example = told.find((turn) => engages(turn, known.turns)) ?? told[0];
  if (!example) return `${askedTimes(asked)}, and nothing was answered.`;
  return `${askedTimes(asked)}, and no answer spoke of it. ${exchange(example)}`;
}

const askedTimes = ({ length }: readonly Turn[]): string => `Asked ${timesInWords(length)}`;

const quoteMax = 200;

const exchange = (turn: Turn | undefined): string =>
  turn !== undefined && hasText(turn)
    ? `Asked “${quoted(turn.sent, quoteMax)}”, it answered: “${quoted(textOf(turn), quoteMax)}”`
    : '';
