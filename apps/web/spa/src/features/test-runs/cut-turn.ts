import { shownText } from '../../lib/shown-text.ts';
import type { WholeResult } from './result-query.ts';

/** Said below a turn of which no more is kept than is shown. */
export const cutTurn = 'This answer was too long to be kept whole, so only its beginning is shown.';

/** What was said in a turn, as one text. */
export const asText = ({
  sent,
  received,
  is_truncated: isCut,
}: Pick<WholeResult['turns'][number], 'sent' | 'received' | 'is_truncated'>): string =>
  [sent, shownText(received), ...(isCut ? [`(${cutTurn})`] : [])].join('\n\n');
