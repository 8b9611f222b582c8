/** More turns than this are refused. */
export const mostTurns = 120;

/** How many turns a goal of one's own takes at most when nobody says; a strategy says its own. */
export const turnsOfGoal = 20;

/** How often one question is sent at most, when the target says that it is busy. */
export const mostSendsOfTurn = 3;

/** After so many minutes an exploration ends with what it has found. */
export const longestMinutes = 30;
