import { givesAdvice, type AdviceField } from '#metrics';
import { isRefusing } from './wording.ts';
import { sentencesOf } from './words.ts';

/** The sentence that gives advice of a trade. Who turns it away gives none. */
export const adviceIn = (field: Pick<AdviceField, 'given'>, text: string): string | undefined =>
  sentencesOf(text).find((one) => givesAdvice(field, one) && !isRefusing(one));
