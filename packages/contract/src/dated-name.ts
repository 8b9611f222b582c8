/** A name that nobody chose has the time in it, so that the next of its kind can be told from it; it says its zone, since all read it. */
export function datedName(stem: string, at: Date): string {
  const time = ` · ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return `${undated(stem).slice(0, 200 - time.length)}${time}`;
}

/** Without the time: what is made of a dated thing has a time of its own. */
export const undated = (name: string): string =>
  name.replace(/ · \d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?: UTC)?(?= ·|$)/g, '');
