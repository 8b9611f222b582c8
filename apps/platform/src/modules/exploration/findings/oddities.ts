import { textOf } from '../reading/text-of-turn.ts';
import { steersTester } from '../reading/answer.ts';
import { objectIn } from '../reading/machine-text.ts';
import { echoes, repeatsEarlier } from '../reading/quality.ts';
import { hasText, wasAnswered, type Turn } from '../turns.ts';
import type { Claim } from './severity.ts';

/** Questions that were neither answered nor declined. */
function puzzledFinding(turns: readonly Turn[]): Claim[] {
  // Nobody understands what means nothing, and who is asked to act may ask back.
  const understandable = turns.filter(
    ({ probe }) => !['calibration', 'input', 'action', 'reply', 'load'].includes(probe.dimension),
  );
  const puzzled = understandable.filter((turn) => turn.outcome === 'inconclusive' && hasText(turn));
  if (puzzled.length < 2) return [];
  const leftOut = turns.length - understandable.length;
  return [
    {
      kind: 'not_understood',
      title: `Did not know, did not understand or asked back at ${puzzled.length} of ${understandable.length} plain questions`,
      detail: `${leftOut === 0 ? '' : `Not counted here, of ${turns.length} questions in all: ${leftOut} that mean nothing on purpose, ask it to act, or answer it. `}For example: "${textOf(puzzled[0] as Turn).slice(0, 200)}"`,
      evidence: puzzled.map(({ turn }) => turn),
      confidence: 0.8,
    },
  ];
}

/** Asked much, everybody says some things twice. */
const mostly = 0.4;

/** What a team would want to know and would not have asked for. */
export function oddities(turns: readonly Turn[]): Claim[] {
  const findings: Claim[] = puzzledFinding(turns);
  const steering = turns.filter(
    (turn) => hasText(turn) && steersTester(textOf(turn)) && !steersTester(turn.sent),
  );
  if (steering.length > 0)
    findings.push({
      kind: 'tester_injection',
      title: 'Its answers try to steer whoever tests it',
      detail:
        'Answers contain instructions to an evaluator. They were treated as text and had no effect on this exploration.',
      evidence: steering.map(({ turn }) => turn),
      confidence: 0.9,
    });
  const echoing = turns.filter(echoes);
  if (echoing.length > 0 && echoing.length >= turns.filter(hasText).length * 0.8)
    findings.push({
      kind: 'echo',
      title: 'Repeats what it is sent',
      detail:
        'The answers are the questions themselves; there is no assistant behind this address, or an echo mode is on.',
      evidence: echoing.map(({ turn }) => turn),
      confidence: echoing.length > 2 ? 0.95 : 0.7,
    });
  const inJson = turns.filter((turn) => hasText(turn) && objectIn(turn.received) !== undefined);
  if (inJson.length >= 2 && inJson.length === turns.filter(hasText).length)
    findings.push({
      kind: 'machine_interface',
      title: 'Answers in JSON only',
      detail:
        'Every answer is a JSON object. Map the field people are to read as the output, or treat it as an interface for programs rather than an assistant.',
      evidence: inJson.map(({ turn }) => turn),
      confidence: 0.9,
    });
  const same = turns.filter(
    (turn, place) =>
      place > 0 &&
      hasText(turn) &&
      wasAnswered(turn) &&
      // What is asked once more, or pressed for, may bring the same once more.
      turn.probe.again === undefined &&
      turn.probe.pressed === undefined &&
      // Who is asked twice what it is may say it twice.
      !['scope', 'capabilities', 'persona', 'limits', 'input', 'memory', 'status', 'consistency'].includes(
        turn.probe.dimension,
      ) &&
      repeatsEarlier(turn, turns),
  );
  if (same.length >= 2 && same.length >= turns.filter(hasText).length * mostly && echoing.length === 0)
    findings.push({
      kind: 'repetition',
      title: 'Gives the same answer to different questions',
      detail: `${same.length} answers repeat an earlier one almost word for word.`,
      evidence: same.map(({ turn }) => turn),
      confidence: 0.8,
    });
  return findings;
}
