/** Copies text; tells whether it worked, since browsers refuse it on plain http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  area.className = 'fixed -top-96 left-0';
  document.body.append(area);
  area.select();
  // The old way is deprecated but the only one outside a secure context, such as http on another machine.
  const worked = document.execCommand('copy');
  area.remove();
  return worked;
}
