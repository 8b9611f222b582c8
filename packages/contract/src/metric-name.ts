/** A metric as it is called where a test, a set or a run turns it round: what passes is that it does not hold. */
export const metricNameShown = (name: string, isTurnedRound: boolean): string =>
  isTurnedRound ? `not: ${name}` : name;
