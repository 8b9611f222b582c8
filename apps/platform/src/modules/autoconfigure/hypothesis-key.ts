import { requestMappingOf, type Hypothesis } from '@sonde/paste-reader';

/** Two hypotheses of one key make the same call and read its answer in the same way. */
export const keyOf = (hypothesis: Hypothesis): string =>
  JSON.stringify([
    hypothesis.method,
    hypothesis.url,
    hypothesis.bodyKind,
    hypothesis.headers,
    requestMappingOf(hypothesis),
    hypothesis.responseMapping,
  ]);
