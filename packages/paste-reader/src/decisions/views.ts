import type { Findings, RequestSketch, SampleAnswer } from '../finding.ts';
import type { Reason } from '../hypothesis.ts';
import { requestSketch } from '../http-parts.ts';
import { inputScoreOf } from './input-field.ts';

export type View = { readonly findings: Findings; readonly reasons: readonly Reason[] };

/**
 * Ways to take the parts of a paste together. A sample may be what is sent or what comes back; what stands within a part
 * that was read as something else may count by itself. Each way that was not read first has something against it.
 */
export function viewsOf(findings: Findings): View[] {
  // Where the parts as they were read first have a place for the message, or an answer, they need no help there.
  const isSent = findings.requests.some(
    (request) => inputScoreOf(request) > 15 || (request.query ?? []).length > 0,
  );
  const isAnswered = [...findings.answers, ...findings.requests.flatMap(({ answers }) => answers)].some(
    ({ isError }) => !isError,
  );
  const overlapping = {
    requests: isSent ? [] : findings.overlapping.requests,
    answers: isAnswered ? [] : findings.overlapping.answers,
  };
  const whole: Findings = {
    ...findings,
    requests: [...findings.requests, ...overlapping.requests],
    answers: [...findings.answers, ...overlapping.answers],
  };
  const other = otherSides(findings);
  return [
    { findings, reasons: [] },
    ...(overlapping.requests.length + overlapping.answers.length === 0
      ? []
      : [{ findings: whole, reasons: [{ name: 'a part of it stands within another', points: -45 }] }]),
    ...(other === undefined ? [] : [other]),
  ];
}

/** How sure the words beside a sample are of its side, from 0 to 100. */
const claimOf = ({ claim = 100 }: { claim?: number | undefined }): number => Math.min(100, Math.abs(claim));

function otherSides(findings: Findings): View | undefined {
  const sent = findings.requests.filter(({ kind, body }) => kind === 'sample' && body !== undefined);
  const back = findings.answers.filter(
    ({ isError, isStream, isSchema }) => !isError && !isStream && !isSchema,
  );
  const known = findings.requests.some(
    ({ kind, body }) => kind !== 'sample' && kind !== 'prose' && body !== undefined,
  );
  const view = (
    requests: readonly RequestSketch[],
    answers: readonly SampleAnswer[],
    changed: readonly { claim?: number | undefined }[],
  ): View => {
    const points = -10 - changed.reduce((sum, unit) => sum + claimOf(unit), 0) / 2;
    const reasons = [{ name: 'the words beside the samples say otherwise', points }];
    return { findings: { ...findings, requests, answers }, reasons };
  };
  const [request] = sent;
  const [answer] = back;
  const last = sent.at(-1);
  const { requests, answers } = findings;
  if (known) return undefined;
  if (request !== undefined && answer !== undefined)
    return view(
      [...requests.filter((other) => other !== request), asRequest(answer, request)],
      [asAnswer(request), ...answers.filter((other) => other !== answer)],
      [request, answer],
    );
  if (last !== undefined && last !== request) {
    const others = requests.filter((other) => other !== last);
    return view(others, [asAnswer(last), ...answers], [last]);
  }
  if (request !== undefined || answer === undefined || back.length < 2) return undefined;
  const others = answers.filter((other) => other !== answer);
  return view([...requests, asRequest(answer, undefined)], others, [answer]);
}

const asRequest = ({ value, at, notes }: SampleAnswer, like: RequestSketch | undefined): RequestSketch => ({
  ...(like ?? requestSketch('sample', at, { bodyKind: 'json' })),
  at,
  body: value,
  notes: notes ?? [],
});

const asAnswer = ({ body, at, notes }: RequestSketch): SampleAnswer => ({
  value: body ?? null,
  at,
  isError: false,
  notes,
});
