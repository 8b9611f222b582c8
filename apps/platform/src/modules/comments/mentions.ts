const mention = /(?<![\w.@+-])@([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8})/gu;
const most = 50;

/** Addresses behind an `@`, each once, in lower case; a full stop that ends the sentence is no part of one. */
export function mentionedAddresses(content: string): string[] {
  const found = new Set<string>();
  for (const [, address = ''] of content.matchAll(mention)) {
    found.add(address.replace(/\.+$/, '').toLowerCase());
    if (found.size === most) break;
  }
  return [...found];
}
