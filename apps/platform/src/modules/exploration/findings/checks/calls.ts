import { waitInWords } from '../../call.ts';
import { wentWrong } from '../../reading/long-input.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { echoes } from '../../reading/quality.ts';
import { hasText, wasAnswered, type Turn } from '../../turns.ts';
import { quoted, type Claim } from '../severity.ts';
import { quoteOf, type Check } from './check.ts';

/** Calls refused for their rate: from which on, how often, and whether the target says when to come back. */
export const rateLimits: Check = {
  name: 'rate limits',
  read(turns) {
    const limited = turns.filter((turn) => turn.beside?.limited);
    const [first] = limited;
    if (first === undefined) return [];
    const times = limited.reduce((sum, turn) => sum + (turn.beside?.limited?.times ?? 0), 0);
    const waits = limited.flatMap((turn) => turn.beside?.limited?.waitMs ?? []);
    const isSilent = waits.length === 0 && limited.some((turn) => turn.beside?.limited?.waitMs === null);
    return [
      {
        kind: 'rate_limit',
        severity: isSilent ? 'medium' : 'low',
        title: `Refuses calls for their rate (429)${isSilent ? ' and does not say when to come back' : ''}`,
        detail: `${times} ${times === 1 ? 'call was' : 'calls were'} refused, the first at turn ${first.turn}. ${isSilent ? 'No Retry-After came with them.' : waits.length === 0 ? '' : `It asks to wait ${[...new Set(waits.map(waitInWords))].slice(0, 3).join(', ')}.`}`,
        evidence: limited.map(({ turn }) => turn).slice(0, 10),
        quotes: limited
          .slice(0, 3)
          .map((turn) => ({ turn: turn.turn, quote: turn.error ?? `429 to “${quoted(turn.sent, 100)}”` })),
        confidence: 1,
      },
    ];
  },
};

const howItFails = (turn: Turn): string =>
  turn.outcome === 'error'
    ? 'fail'
    : !turn.received?.trim()
      ? 'are answered with nothing'
      : 'get an answer that breaks off';

/** Long messages that go wrong, with the length from which on; other input whose call failed, each once. */
export const failures: Check = {
  name: 'failures',
  read(turns) {
    const inputs = turns.filter(({ probe }) => probe.dimension === 'input');
    const long = inputs.filter(({ probe }) => probe.id.startsWith('input-long'));
    // What it also says to something else is how it writes.
    const usual = new Set(turns.filter(({ probe }) => probe.dimension !== 'input').map(textOf));
    const isWrong = (turn: Turn): boolean => wentWrong(turn) && !(hasText(turn) && usual.has(textOf(turn)));
    const bad = long.filter(isWrong).toSorted((a, b) => a.sent.length - b.sent.length);
    const [shortest] = bad;
    const good = long.filter((turn) => !isWrong(turn)).map((turn) => turn.sent.length);
    const isOften =
      turns.filter(({ outcome }) => outcome === 'error' || outcome === 'empty').length > bad.length + 3;
    const claims: Claim[] = inputs
      .filter((turn) => turn.outcome === 'error' && turn.error !== null && !long.includes(turn))
      .map((turn) => ({
        kind: 'input_failure',
        severity: 'medium' as const,
        title: `Fails on ${turn.probe.about ?? 'unusual input'}`,
        detail: `Sent “${quoted(turn.sent, 100)}” (${turn.sent.length} characters), the call failed: ${turn.error ?? ''}`,
        evidence: [turn.turn],
        confidence: 0.8,
      }));
    if (shortest !== undefined)
      claims.unshift({
        kind: 'input_failure',
        severity: 'medium',
        title: `Fails on a very long message: messages of ${shortest.sent.length} characters and more ${howItFails(shortest)}${good.length > 0 ? `, one of ${Math.max(...good)} is answered` : ''}`,
        detail: `Sent ${bad.map((turn) => `${turn.sent.length} characters: ${turn.error ?? `“… ${(turn.received ?? '').trim().slice(-60)}”`}`).join('; ')}`,
        evidence: bad.map(({ turn }) => turn),
        confidence: isOften ? 0.6 : 0.85,
      });
    const asking = long.find(
      (turn) => !wentWrong(turn) && /\b(?:too long|shorten|shorter|characters|length)\b/i.test(textOf(turn)),
    );
    if (asking)
      claims.push({
        kind: 'input_limit',
        title: `Asks to shorten a message of ${asking.sent.length} characters`,
        detail: `It answered: “${quoted(textOf(asking))}”`,
        evidence: [asking.turn],
        confidence: 0.9,
      });
    return claims;
  },
};

const goesOn = /[,;:–]\s*$|\b(?:and|or|the|a|an|of|to|with|for|und|oder|der|die|das|et|ou|le|la|y|o|el)\s*$/i;

const breaksOff = (turn: Turn): boolean => {
  const text = (turn.received ?? '').trim();
  return (
    wasAnswered(turn) && !echoes(turn) && text.length > 25 && goesOn.test(text) && !/^\s*[{[]/.test(text)
  );
};

/** Answers that end in the middle of a sentence. */
export const cutOffs: Check = {
  name: 'cut-offs',
  read(turns): Claim[] {
    const cut = turns.filter((turn) => hasText(turn) && breaksOff(turn));
    return cut.length === 0
      ? []
      : [
          {
            kind: 'cut_off',
            severity: 'low',
            title: `Breaks off in the middle of a sentence: “… ${textOf(cut[0] as Turn)
              .trim()
              .slice(-40)}”`,
            detail: `${cut.length} ${cut.length === 1 ? 'answer ends' : 'answers end'} without the end of a sentence.`,
            evidence: cut.map(({ turn }) => turn),
            quotes: cut
              .slice(0, 3)
              .map((turn) => ({ turn: turn.turn, quote: `… ${textOf(turn).trim().slice(-160)}` })),
            confidence: 0.85,
          },
        ];
  },
};

/** The text of a source; a file's name, a title or an address tells nothing of what stands in it. */
const isPassage = (source: string): boolean =>
  (source.match(/\p{L}+/gu) ?? []).length >= 6 && /\s/.test(source.trim());

/** Numbers that an answer states although the passages it says it rests on do not hold them. */
export const sources: Check = {
  name: 'sources',
  read(turns): Claim[] {
    const resting = turns.filter(
      (turn) =>
        hasText(turn) &&
        wasAnswered(turn) &&
        (turn.beside?.context ?? []).length > 0 &&
        (turn.beside?.context ?? []).every(isPassage),
    );
    const claims: Claim[] = resting.flatMap((turn): Claim[] => {
      if (
        [
          'sum',
          'doubt',
          'date',
          'load',
          'status',
          'given_number',
          'memory',
          'language',
          'calibration',
        ].includes(turn.probe.dimension) ||
        turn.probe.spoken
      )
        return [];
      const held = `${(turn.beside?.context ?? []).join('\n')}\n${turn.sent}`.toLowerCase();
      const codes = (
        textOf(turn).match(
          /\b[A-Z]{1,5}(?:-[A-Z0-9]+)*-\d{2,}\b|\b\d+(?:[.,]\d+)?(?= (?:days?|euros?|hours?|percent|%|months?|years?|dollars?))/g,
        ) ?? []
      ).filter((code) => !held.includes(code.toLowerCase()));
      return codes.length === 0
        ? []
        : [
            {
              kind: 'unsupported',
              severity: 'high',
              title: `States “${codes[0]}”, which the sources returned with the answer do not hold`,
              detail: `It says “${quoteOf(turn).quote}”; its source says “${quoted(turn.beside?.context?.[0] ?? '')}”`,
              evidence: [turn.turn],
              confidence: 0.8,
            },
          ];
    });
    return claims.slice(0, 4);
  },
};
