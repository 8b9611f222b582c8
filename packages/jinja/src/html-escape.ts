const special = /[&<>"']/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

/** The spelling MarkupSafe uses. */
export function escapeHtml(text: string): string {
  return text.replace(special, (char) => entities[char] ?? char);
}
