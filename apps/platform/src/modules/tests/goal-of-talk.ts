const mostEach = 300;
const mostInAll = 5000;

/** What the person wanted of a conversation that is held again, in their own words. */
export function goalOfTalk(asked: readonly string[]): string {
  const said = asked.map(
    (text) => `“${text.replaceAll(/\s+/g, ' ').trim().slice(0, mostEach).toWellFormed()}”`,
  );
  return `Get an answer to ${said.join(', then to ')}`.slice(0, mostInAll).toWellFormed();
}
