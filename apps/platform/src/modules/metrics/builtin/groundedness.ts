import { z } from 'zod';
import { decides, defineKind, doubtful, notEvaluated, span } from '../kind.ts';
import { claimsIn } from '../text/claims.ts';
import { likelyLanguage } from '../text/stop-words.ts';
import { tokensOf } from '../text/words.ts';
import { blindFigures } from '../trust.ts';

export const groundedness = defineKind({
  kind: 'groundedness',
  title: 'Grounded in the context',
  page: 'Reads the answer sentence by sentence and looks for each claim in the context, the texts that the application answered from: its numbers and names must stand there, its words together, and not denied. The score is the share of supported claims; unsupported sentences are the evidence. Claims in other words count as doubtful, and where they decide, nothing is decided. A sum or a conclusion that the context does not spell out counts as unsupported: words are compared, and not understood.',
  needs: ['output', 'context'],
  args: z.strictObject({ decides }),
  figures: blindFigures.groundedness,
  threshold: 0.6,
  operator: '>=',
  charactersMax: 200_000,
  wantsText: true,
  open:
    () =>
    ({ output, context }) => {
      const text = output ?? '';
      const passages = context ?? [];
      const own = likelyLanguage(tokensOf(text.slice(0, 5000)));
      const theirs = likelyLanguage(tokensOf(passages.join('\n').slice(0, 20_000)));
      if (own !== undefined && theirs !== undefined && own !== theirs)
        return notEvaluated(
          'other_language',
          `The answer is ${own}, the context ${theirs}: words cannot be compared.`,
        );
      const claims = claimsIn(text, passages);
      if (claims.length === 0)
        return notEvaluated('no_claims', 'The answer claims nothing that could be looked up.');
      const supported = claims.filter(({ support }) => support === 'supported').length;
      const weak = claims.filter(({ support }) => support === 'weak').length;
      const lacking = claims.filter(({ support }) => support !== 'supported');
      const band = { low: supported / claims.length, high: (supported + weak) / claims.length };
      const first = lacking.find(({ support }) => support === 'unsupported') ?? lacking[0];
      return doubtful(
        band,
        `${supported} of ${claims.length} claims are supported${weak > 0 ? `, ${weak} in other words` : ''}${first ? `; one is not: ${first.why}` : ''}.`,
        lacking.map(({ sentence }) => span('output', text, sentence.start, sentence.end)),
      );
    },
});
