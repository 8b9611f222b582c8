import { unique } from './terms.ts';

const numbered = /^\s*(?:\(?(\d{1,2}|[a-h])[.):]|[-*•▪➤])\s+\**([^\n]{2,80}?)\**\s*$/gim;
const bracketed = /\[([\p{L}][^\]\n]{1,40})\]/gu;
const typed =
  /\b(?:type|reply(?: with)?|say|press|enter|send|choose|select)\s+["'“]?((?:[A-Z][A-Z ]{1,20}|"[^"]+"|'[^']+')(?:,\s*["'“]?[A-Z][A-Z ]{1,20}["'”]?)*(?:,?\s*(?:or|and)\s*["'“]?[A-Z][A-Z ]{1,20})?)/g;

/** What a target puts up for choice: a numbered menu, buttons in brackets, words to reply with. */
export function offersIn(text: string): string[] {
  const isByNumber = /\b(?:number|digit|press|1-\d)\b/i.test(text);
  const listed = [...text.matchAll(numbered)].map(([, mark = '', item = '']) => {
    const label = item.replace(/\s*[:–—-]\s.*$/, '').trim();
    return isByNumber && /^\d/.test(mark) ? mark : label;
  });
  const buttons = [...text.matchAll(bracketed)].map(([, label = '']) => label.trim());
  const words = [...text.matchAll(typed)].flatMap(([, list = '']) =>
    list.split(/,\s*|\s+(?:or|and)\s+/).map((word) => word.replaceAll(/["'“”]/g, '').trim()),
  );
  const offers = [listed, buttons, words].find((some) => some.length >= 2) ?? [];
  return unique(offers.filter((offer) => offer.length > 0 && offer.split(' ').length <= 6)).slice(0, 8);
}

const closing =
  /\b(?:anything else|something else|what else|more (?:help|questions)|sonst noch|autre chose|algo más)\b/i;

/** The question a target ends with, unless it is only a way to say goodbye. */
export function questionBack(text: string): string | undefined {
  const sentences = text.split(/(?<=[.!?])\s+/);
  const last = sentences.findLast((sentence) => sentence.trim() !== '')?.trim() ?? '';
  const asked = last.endsWith('?')
    ? last
    : sentences.find((one) =>
        /^(?:please|kindly)\b.*\b(?:tell|give|enter|provide|share|send)\b/i.test(one.trim()),
      );
  return asked === undefined || closing.test(asked) ? undefined : asked;
}
