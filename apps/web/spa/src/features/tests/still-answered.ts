/** What was just answered stands there as it came; whoever replaces it expects something else. */
export const isStillAnswered = (expected: string, answered: string | null | undefined): boolean =>
  Boolean(answered) && expected === answered;
