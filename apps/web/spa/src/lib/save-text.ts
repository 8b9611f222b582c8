/** Gives a text to the browser as a file to keep. */
export function saveText(filename: string, contentType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: contentType }));
  const link = Object.assign(document.createElement('a'), { href: url, download: filename });
  link.click();
  // Not at once: the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
