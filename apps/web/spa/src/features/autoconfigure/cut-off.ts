/** Why a pasted command looks as if its end was not copied along; undefined where it does not. */
export function cutOff(text: string): string | undefined {
  const command = text.trim();
  if (!/^(?:\$\s*)?curl\b/.test(command)) return undefined;
  if (command.endsWith('\\')) return 'its last line goes on in another one';
  let open: string | undefined;
  let opened = 0;
  for (let place = 0; place < command.length; place += 1) {
    const mark = command[place];
    if (mark === '\\' && open !== "'") place += 1;
    else if (open === undefined && (mark === "'" || mark === '"')) [open, opened] = [mark, place];
    else if (mark === open) open = undefined;
  }
  if (open === undefined) return undefined;
  const line = text.slice(0, text.indexOf(command) + opened).split('\n').length;
  return `a quotation mark (${open}) is opened in line ${line} and never closed`;
}
