import { chooseRequests, type Ranked } from './choose-request.ts';
import { isUsable, configure, readingOf, requestOfAnswer, type Configured, type Given } from './configure.ts';
import type { Findings } from '../finding.ts';
import { hasHole } from '../holes.ts';
import {
  type Assembly,
  type Evidence,
  type Hypothesis,
  type ReadResult,
  type Reason,
  callKeyOf,
  modeOf,
} from '../hypothesis.ts';
import { isAmbiguous } from './input-field.ts';
import { leavesOf, namesOf, type Json } from '../json-value.ts';
import { viewsOf } from './views.ts';

const MOST = 5;

type Built = Configured & Assembly & { readonly pastedUrl: string | undefined; readonly codePaths: Paths };
type Paths = ReadResult['answerHints']['codePaths'];

/**
 * From the evidence to complete configurations. Nothing is committed to before all of it is joined: every request that
 * may be the one, with every place where its answer may be, in every way the sides may be told apart; what has most for
 * it comes first. Undefined when the paste tells of no request.
 */
export function assemble(given: Given): ReadResult | undefined {
  const built = viewsOf(given.findings).flatMap((view) =>
    requestsIn({ ...given, findings: view.findings }).flatMap((ranked, index) =>
      assembliesOf(ranked, { ...given, findings: view.findings }, index === 0, view.reasons),
    ),
  );
  const sorted = distinct(built.toSorted((left, right) => right.score - left.score));
  const [best, ...others] = sorted;
  if (best === undefined) return undefined;
  return {
    hypothesis: best.hypothesis,
    others: others.slice(0, MOST).map(({ hypothesis, score, reasons }) => ({ hypothesis, score, reasons })),
    margin: best.score - (others[0]?.score ?? 0),
    evidence: evidenceOf(given.findings),
    pastedUrl: best.pastedUrl,
    pastedSecret: best.pastedSecret,
    secretUrl: best.secretUrl,
    answerHints: {
      codePaths: best.codePaths,
      alternatives: others.flatMap(({ hypothesis }) => {
        const { output } = hypothesis.responseMapping;
        return typeof output === 'string' ? [output] : [];
      }),
    },
  };
}

function requestsIn(given: Given): Ranked[] {
  const ranked = chooseRequests(given.findings, given.wanted);
  if (ranked.length > 0) return ranked;
  const request = requestOfAnswer(given.findings, given.wanted);
  return request === undefined ? [] : [{ request, score: 0 }];
}

function assembliesOf(
  { request, score }: Ranked,
  given: Given,
  isFirst: boolean,
  reasons: readonly Reason[],
): Built[] {
  const reading = readingOf(request, given);
  // Of requests that are less likely the ones, one configuration each is enough to try.
  return reading.answers.slice(0, isFirst ? 3 : 1).map((answer) => {
    const configured = configure(reading, answer, given);
    const all = [
      { name: 'the request', points: score },
      { name: 'the place of the answer', points: answer.points / 2 },
      ...reasonsOf(configured.hypothesis),
      ...reasons,
    ].filter(({ points }) => points !== 0);
    return {
      ...configured,
      reasons: all,
      score: all.reduce((sum, { points }) => sum + points, 0),
      pastedUrl: isUsable(request.url) ? request.url : undefined,
      codePaths: [...(request.outputPaths ?? []), ...(request.toldPaths ?? [])],
    };
  });
}

function reasonsOf(hypothesis: Hypothesis): Reason[] {
  const { input, candidates, url, isAsynchronous } = hypothesis;
  return [
    { name: 'a place for the message', points: input === undefined ? -40 : 0 },
    { name: 'the message could go elsewhere', points: isAmbiguous(candidates) ? -6 : 0 },
    { name: 'an address', points: url === null ? 0 : 10 },
    { name: 'an answer that comes at once', points: isAsynchronous ? -10 : 0 },
    {
      name: 'the id of the conversation comes from the answer',
      points:
        modeOf(hypothesis) === 'stateful' && hypothesis.responseMapping['conversation_id'] !== undefined
          ? 6
          : 0,
    },
  ];
}

/** Of assemblies that send and read the same, the first stays. */
function distinct(built: readonly Built[]): Built[] {
  const seen = new Set<string>();
  return built.filter(({ hypothesis }) => {
    const key = callKeyOf(hypothesis);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function evidenceOf({ requests, answers, requestNotes, overlapping }: Findings): Evidence {
  const bodies = [...requests, ...overlapping.requests].map(({ body }) => body ?? null);
  const samples = [...answers, ...overlapping.answers].map(({ value }) => value);
  const leaves = [...samples, ...bodies].flatMap((value) => leavesOf(value, 300));
  const pairs = leaves.flatMap(({ path, value }): [string, Json][] => {
    const name = path.at(-1);
    const isOpen = value === null || value === '' || (typeof value === 'string' && hasHole(value));
    return typeof name === 'string' && !isOpen ? [[name, value]] : [];
  });
  const notes = [...requestNotes, ...requests.flatMap((request) => request.notes)];
  const names = [...leaves, ...notes].flatMap(({ path }) => namesOf(path));
  return { names: [...new Set(names)].slice(0, 400), values: Object.fromEntries(pairs.slice(0, 400)) };
}
