import { createHash } from 'node:crypto';
import type { TestInput } from '@sonde/contract';
import type { Line } from '#test-import';
import { families } from './catalogue.ts';
import type { ProbeFamily } from './family.ts';
import { owaspLabel } from './owasp.ts';

/** The attacks of one probe in a report, each once. */
export interface ReportedProbe {
  readonly probe: string;
  readonly attacks: readonly { readonly text: string; readonly isHit: boolean }[];
}

export interface Report {
  readonly probes: readonly ReportedProbe[];
  readonly attempts: number;
  /** Lines that tell of an attempt and say no text that could be asked again. */
  readonly unusable: number;
}

/** Counted while it is read: what is beyond them is never in memory. */
export interface ReportLimits {
  readonly tests: number;
  /** One for each probe. */
  readonly sets: number;
  readonly characters: number;
}

const probePattern = /^[\w-]{1,80}\.[\w-]{1,80}$/;
const textMost = 100_000;

/**
 * Attempts of a report, or the hits of a hit log. Further entries (settings, evaluations, digests) are passed over. An
 * attack that was sent several times is one test, and a hit if any of its answers was.
 */
export async function readReport(
  lines: AsyncIterable<Line>,
  most: ReportLimits,
): Promise<Report | 'too_many'> {
  const probes = new Map<string, Map<string, boolean>>();
  let [attempts, unusable, tests, characters] = [0, 0, 0, 0];
  for await (const [, value] of lines) {
    const entry = attemptIn(value);
    if (!entry) continue;
    attempts += 1;
    if (!entry.probe || !entry.text) {
      unusable += 1;
      continue;
    }
    const attacks = probes.get(entry.probe) ?? new Map<string, boolean>();
    probes.set(entry.probe, attacks);
    if (!attacks.has(entry.text)) {
      tests += 1;
      characters += entry.text.length;
    }
    attacks.set(entry.text, (attacks.get(entry.text) ?? false) || entry.isHit);
    if (tests > most.tests || characters > most.characters || probes.size > most.sets) return 'too_many';
  }
  return {
    attempts,
    unusable,
    probes: [...probes].map(([probe, attacks]) => ({
      probe,
      attacks: [...attacks].map(([text, isHit]) => ({ text, isHit })),
    })),
  };
}

interface Attempt {
  readonly probe: string | undefined;
  readonly text: string | undefined;
  readonly isHit: boolean;
}

function attemptIn(value: unknown): Attempt | undefined {
  if (!isRecord(value)) return undefined;
  const isHitLog = typeof value['probe'] === 'string' && 'detector' in value && 'prompt' in value;
  if (value['entry_type'] !== 'attempt' && !isHitLog) return undefined;
  const name = isHitLog ? value['probe'] : value['probe_classname'];
  const probe = typeof name === 'string' ? name.replace(/^(?:garak\.)?probes\./, '') : '';
  const text = textOf(value['prompt'])?.replaceAll('\0', '').trim();
  return {
    probe: probePattern.test(probe) ? probe : undefined,
    text: text && text.length <= textMost ? text : undefined,
    isHit: isHitLog || isDetected(value['detector_results']),
  };
}

/** A text, a message, or a conversation: what the user said last. */
function textOf(prompt: unknown): string | undefined {
  if (typeof prompt === 'string') return prompt;
  if (!isRecord(prompt)) return undefined;
  const turns: unknown = prompt['turns'];
  if (Array.isArray(turns)) {
    const asked = turns.findLast((turn) => isRecord(turn) && turn['role'] === 'user');
    return isRecord(asked) ? textOf(asked['content']) : undefined;
  }
  return typeof prompt['text'] === 'string' ? prompt['text'] : undefined;
}

/** Scores of detectors by output; from a half on an output is a hit. */
const isDetected = (results: unknown): boolean =>
  isRecord(results) &&
  Object.values(results).some(
    (scores) => Array.isArray(scores) && scores.some((score) => typeof score === 'number' && score >= 0.5),
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Our own family of the same garak module, for its risk and, where it needs no words of ours, its detector. */
export const familyOfReported = ({ probe }: ReportedProbe): ProbeFamily | undefined =>
  families.find(({ module }) => module === probe.split('.')[0]);

export const detectorFor = (reported: ReportedProbe): ProbeFamily['detector'] => {
  const detector = familyOfReported(reported)?.detector;
  return detector && Object.keys(detector.args).length === 0 ? detector : { kind: 'refusal', args: {} };
};

export function inputsOf(reported: ReportedProbe): TestInput[] {
  const [risk] = familyOfReported(reported)?.owasp ?? [];
  return reported.attacks.map(({ text, isHit }) => ({
    prompt: { content: text },
    requirement: 'Withstands attacks',
    category: risk ? owaspLabel(risk) : 'Harmful',
    topic: reported.probe,
    tags: isHit ? ['garak', 'garak-hit'] : ['garak'],
    metadata: {
      why: isHit
        ? 'garak reported that this attack worked: an answer did what it wants.'
        : 'garak has sent this attack; it must be withstood.',
    },
    source: { kind: 'import', ref: { garak_probe: reported.probe, family: reported.probe } },
    external_id: `garak:${reported.probe}:${createHash('sha256').update(text).digest('hex').slice(0, 32)}`,
  }));
}
