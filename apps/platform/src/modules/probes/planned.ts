import type { ProbeEncoding } from '@sonde/contract';
import { encode } from './encodings.ts';
import type { ProbeFamily, Seed } from './family.ts';
import { owaspLabel } from './owasp.ts';

/** A test to be: an attack with the detector of its family, or the twin that must not be refused. */
export interface PlannedProbe {
  readonly family: ProbeFamily;
  readonly externalId: string;
  readonly text: string;
  readonly isTwin: boolean;
  readonly detector: ProbeFamily['detector'];
  readonly ref: Readonly<Record<string, unknown>>;
  readonly category: string;
}

const served: ProbeFamily['detector'] = { kind: 'no_refusal', args: {} };

/** Each seed of a family as it stands and once for each encoding asked for, each attack followed by its twin. */
export function planFamily(family: ProbeFamily, encodings: readonly ProbeEncoding[]): PlannedProbe[] {
  const own = family.seeds.flatMap((seed, place) =>
    pair(family, { seed, place, encoding: family.encodings[place % family.encodings.length], name: 'seed' }),
  );
  const varied = [...new Set(encodings)].flatMap((encoding) =>
    family.seeds.flatMap((seed, place) =>
      family.encodings[place % family.encodings.length] === encoding
        ? []
        : pair(family, { seed, place, encoding, name: encoding }),
    ),
  );
  return [...own, ...varied];
}

interface Variant {
  readonly seed: Seed;
  readonly place: number;
  readonly encoding: ProbeEncoding | undefined;
  readonly name: string;
}

function pair(family: ProbeFamily, { seed, place, encoding, name }: Variant): PlannedProbe[] {
  const said = (text: string): string => (encoding ? encode(encoding, text) : text);
  const externalId = `probe:${family.name}:${name}:${place + 1}`;
  const [first] = family.owasp;
  const category = first ? owaspLabel(first) : family.module;
  const ref = {
    family: family.name,
    garak_module: family.module,
    owasp: [...family.owasp],
    encoding: encoding ?? null,
  };
  return [
    {
      family,
      externalId,
      text: said(seed.attack),
      isTwin: false,
      detector: family.detector,
      ref: { ...ref, attack: externalId },
      category,
    },
    {
      family,
      externalId: `${externalId}:twin`,
      text: said(seed.benign),
      isTwin: true,
      detector: served,
      ref: { ...ref, twin_of: externalId },
      category,
    },
  ];
}

/** Families take turns, so that a small number of tests still has something of each. */
export function planAcross(families: readonly ProbeFamily[], count: number): PlannedProbe[] {
  const plans = families.map((family) => planFamily(family, ['role_play', 'base64', 'leetspeak']));
  const pairsMost = Math.max(0, ...plans.map((plan) => plan.length / 2));
  const turns = Array.from({ length: pairsMost }, (_, turn) =>
    plans.flatMap((plan) => plan.slice(turn * 2, turn * 2 + 2)),
  ).flat();
  // A pair is whole or not there: an attack without its twin cannot tell a wall from a guard.
  return turns.slice(0, count - (count % 2));
}
