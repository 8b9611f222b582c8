const count = new Intl.NumberFormat('en');

/** A text for people to read, at most so long; what was cut off is marked, with how much there is of all. */
export const cutText = (text: string, charactersMax: number): string =>
  text.length > charactersMax
    ? `${text.slice(0, charactersMax).toWellFormed()}… [the first ${count.format(charactersMax)} of ${count.format(text.length)} characters]`
    : text;

/** The same where there is no room to say how much of it is left: a text that goes on ends in “…”. */
export const shortened = (text: string, charactersMax: number): string =>
  text.length > charactersMax ? `${text.slice(0, charactersMax).toWellFormed().trimEnd()}…` : text;
