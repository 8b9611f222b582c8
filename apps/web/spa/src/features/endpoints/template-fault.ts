/** What can be seen at a glance while typing. The platform's own check, with line and column, comes with preview and save. */
export function templateFault(template: string): string | null {
  if (template.trim() === '') return 'The template is empty, so nothing would be sent.';
  for (const [open, close] of [
    ['{{', '}}'],
    ['{%', '%}'],
  ] as const) {
    const opened = template.split(open).length - 1;
    const closed = template.split(close).length - 1;
    // JSON itself ends in `}}`, so only a missing close is certain.
    if (opened > closed) return `A ${open} is not closed by ${close}.`;
  }
  if (!/\{\{-?[^}]*\b(input|messages)\b/.test(template))
    return 'The message has no place yet: put {{ input }} where it goes.';
  return null;
}
