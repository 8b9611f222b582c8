/** More turns than this are refused. */
export const mostTurns = 120;

/** How many turns an exploration takes at most when nobody says: by strategy, and for a goal of one's own. */
export const usualTurns = {
  domain_probing: 19,
  capability_mapping: 18,
  boundary_discovery: 23,
  comprehensive: mostTurns,
  own: 20,
} as const;

/** How often one question is sent at most, when the target says that it is busy. */
export const mostSendsOfTurn = 3;

/** After so many minutes an exploration ends with what it has found. */
export const longestMinutes = 30;
