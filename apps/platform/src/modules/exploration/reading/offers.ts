import { unique } from './terms.ts';
import { wordsOf } from './words.ts';

const numbered = /^\s*(?:\(?(\d{1,2}|[a-h])[.):]|[-*•▪➤])\s+\**([^\n]{2,80}?)\**\s*$/gim;
const inlineNumbered = /[[(]\d{1,2}[\])]\s*([\p{L}][\p{L} /&-]{1,40}?)(?=\s*(?:[[(]\d|[.,;]|$))/gmu;
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
  const inline = [...text.matchAll(inlineNumbered)].map(([, label = '']) => label.trim());
  const buttons = [...text.matchAll(bracketed)].map(([, label = '']) => label.trim());
  const words = [...text.matchAll(typed)].flatMap(([, list = '']) =>
    list.split(/,\s*|\s+(?:or|and)\s+/).map((word) => word.replaceAll(/["'“”]/g, '').trim()),
  );
  const offers = [listed, inline, buttons, words].find((some) => some.length >= 2) ?? [];
  return unique(offers.filter((offer) => offer.length > 0 && offer.split(' ').length <= 6)).slice(0, 8);
}

const closing =
  /\b(?:anything else|something else|what else|more (?:help|questions)|(?:how|what) (?:else )?can i (?:help|do|assist)|(?:how|what) may i (?:help|do|assist)|sonst noch|autre chose|algo más)\b/i;
const demanding =
  /^(?:your|the|a|an) [\w' -]{2,40},? please\b|\b(?:number|code|id|reference) (?:has|must have|should have|must be|needs|begins|starts)\b|^(?:(?:please|kindly|just|simply|sure|great|okay|ok|of course|gladly|certainly|thanks|no problem|first|and|then|now)[,!.:]?\s+){0,5}(?:to \w+[^,]{0,40},\s+)?(?:(?:please|kindly|just|simply|first|then|now)\s+){0,2}(?:tell|give|enter|provide|share|send|type|choose|pick|select|reply with|let me know|let me have|state|name|specify|confirm)\b|\b(?:i|we)(?:'ll| will)?(?: just| only| first| also)? need(?: to know| to have)?\b|\b(?:could|can|would|may) (?:you|i)(?: please| have| get)\b|\bplease (?:tell|give|enter|provide|share|send|type|choose|pick|select|confirm|reply|state|specify)\b/i;

const questionMax = 400;
const requestMax = 350;

/** What a target asks for at the end of an answer, as a question or as a request; not its way to say goodbye. */
export function questionBack(text: string): string | undefined {
  const sentences = text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
    .slice(-8);
  const question = sentences.findLast((sentence) => sentence.includes('?') && !closing.test(sentence));
  // Who explains at length what is to be given somewhere asks for nothing here.
  const request = (text.length > requestMax ? [] : sentences).findLast(
    (sentence) =>
      demanding.test(sentence.replaceAll('’', "'")) &&
      /\b(?:your|the|a|an|its|which|what|when|how|where|who|number|name|date|one|yes|if)\b/i.test(sentence) &&
      !closing.test(sentence),
  );
  // A question in passing ("Why wait?") does not stand at the end.
  const last = sentences.at(-1) ?? '';
  // "Class? small / estate / van" asks with the options behind it.
  if (
    question !== undefined &&
    question !== last &&
    sentences.at(-2) === question &&
    request === undefined &&
    last.length < 160 &&
    /\S+(?:\s*\/\s*|, )\S+/.test(last)
  )
    return `${question} ${last}`.slice(0, questionMax);
  if (question !== undefined && question === last && wordsOf(question).length <= 4) {
    const before = sentences.at(-2);
    // "With your number I can tell. Which is it?"
    if (before !== undefined && /\b(?:which|what) (?:is it|one|are they)\b/i.test(question))
      return `${before} ${question}`.slice(-questionMax);
  }
  return (
    question === last
      ? question
      : (request ?? (sentences.slice(-2).includes(question ?? '') ? question : undefined))
  )?.slice(0, questionMax);
}
