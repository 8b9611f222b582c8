import ipaddr from 'ipaddr.js';
import type { Finding } from './finding.ts';

export const personalKinds = [
  'email',
  'phone',
  'iban',
  'credit_card',
  'ip_address',
  'ssn',
  'birth_date',
] as const;
type PersonalKind = (typeof personalKinds)[number];

/** As a reason names what was found. */
export const personalWords: Readonly<Record<PersonalKind, string>> = {
  email: 'an email address',
  phone: 'a telephone number',
  iban: 'an IBAN',
  credit_card: 'a card number',
  ip_address: 'an IP address',
  ssn: 'a US social security number',
  birth_date: 'a date of birth',
};

type Detector = (text: string) => Iterable<Finding>;

const detectors: Readonly<Record<PersonalKind, Detector>> = {
  email: (text) =>
    found(
      text,
      /(?<![\p{L}\p{N}_.+-])[\p{L}\p{N}](?:[\p{L}\p{N}._%+-]|\s?[([]dot[)\]]\s?){0,63}(?:@|\s?[([]at[)\]]\s?)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})(?:\.|\s?[([]dot[)\]]\s?)){1,5}\p{L}{2,24}(?![\w@])/giu,
      'email',
      (value) => ({ keep: true, sure: !ofAnOffice.test(value) }),
    ),
  iban: (text) =>
    found(text, /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, 'iban', (value) => ({
      keep: isIban(value),
      sure: true,
    })),
  credit_card: (text) =>
    found(text, /(?<![\d.,-])\d(?:[ -]?\d){12,18}(?![\d.,-]\d|\d)/g, 'credit_card', (value) => {
      const digits = value.replaceAll(/\D/g, '');
      return {
        keep: /^(?:4|5[1-5]|2[2-7]|3[4-7]|6)/.test(digits) && !/^(\d)\1+$/.test(digits) && luhn(digits),
        sure: true,
      };
    }),
  phone: (text) => phones(text),
  ip_address: (text) =>
    found(
      text,
      /(?<![\w.:])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d)|(?<![\w:])(?:[0-9a-f]{1,4}:){2,7}(?::?[0-9a-f]{1,4}){1,7}(?![\w:])/gi,
      'ip_address',
      (value, before) => {
        if (!ipaddr.isValid(value) || /(?:version|v|release|section|§)\s{0,2}$/i.test(before))
          return { keep: false, sure: false };
        const range = ipaddr.parse(value).range();
        return {
          keep: range !== 'loopback' && range !== 'unspecified' && range !== 'broadcast',
          sure: range === 'unicast',
        };
      },
    ),
  ssn: (text) =>
    found(text, /(?<![\d-])(?!000|666)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g, 'ssn', (value, before) => ({
      // Numbers from 900 on are never given out, but whoever calls one so tells it as one.
      keep: !value.startsWith('9') || /\b(?:ssn|social security)\b/i.test(before),
      sure: true,
    })),
  birth_date: (text) =>
    found(
      text,
      /(?:\b(?:born(?: on)?|date of birth|dob|birthday|birth date)|(?<!\p{L})(?:geboren(?: am)?|geburtsdatum|née? le|date de naissance|fecha de nacimiento|nacid[oa] el|nat[oa] il)|(?<=\p{L}, )b\.)(?:\s{0,3}(?:is|:|ist|est|es)?\s{0,3})(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.? (?:de )?\p{L}{3,10},?(?: de)? \d{4}|\p{L}{3,10} \d{1,2},? \d{4})/giu,
      'birth_date',
    ).concat(
      found(text, /(?<=\bam )\d{1,2}\. ?(?:\d{1,2}\. ?|\p{L}{3,10} )\d{4}(?= geboren)/gu, 'birth_date'),
    ),
};

/** A mailbox of an office rather than of a person, who may stand behind it all the same. */
const ofAnOffice =
  /^(?:support|info|contact|service|help|hello|hola|office|press|media|sales|billing|accounts?|team|jobs|careers|orders?|no-?reply|admin|webmaster|privacy|legal|kontakt|presse|kundendienst|contacto|contatti)(?:[-_.+][^@]*)?(?:@|\s?[([]at)/iu;

/** Digits that pass a checksum are not looked at again as a telephone number. */
const certainFirst = personalKinds.toSorted(
  (left, right) => Number(left === 'phone') - Number(right === 'phone'),
);

export function personalDataIn(text: string, kinds: readonly PersonalKind[]): Finding[] {
  const all: Finding[] = [];
  for (const kind of certainFirst.filter((name) => kinds.includes(name)))
    for (const finding of detectors[kind](text)) {
      if (all.some((other) => finding.start < other.end && other.start < finding.end)) continue;
      all.push(finding);
      if (all.length >= findingsMax) return all;
    }
  return all.toSorted((left, right) => left.start - right.start);
}

const findingsMax = 100;

function found(
  text: string,
  pattern: RegExp,
  kind: PersonalKind,
  judge: (value: string, before: string) => { keep: boolean; sure: boolean } = () => ({
    keep: true,
    sure: true,
  }),
): Finding[] {
  const findings: Finding[] = [];
  for (const { 0: value, index } of text.matchAll(pattern)) {
    const { keep, sure } = judge(value, text.slice(Math.max(0, index - 20), index));
    if (keep) findings.push({ kind, value, start: index, end: index + value.length, sure });
  }
  return findings;
}

const numberLike = /(?<![\w.,/-])(\+|00)?\(?\d(?:[ ()./-]{0,2}\d){6,14}(?![\w/-]|[.,]\d)/g;
const phoneWord =
  /(?:(?:phone|tele?phone)(?: number)?|tel(?:efon|éphone|éfono)?|mobile?|cell|call|whatsapp|fax|hotline|handy(?:nummer)?|rufnummer|móvil|appelez|llame)\W{0,3}(?:\w{1,12}\W{1,3}){0,3}$/iu;

/** International numbers are certain; others need a word before them, or the look of one. */
function* phones(text: string): Iterable<Finding> {
  for (const { 0: value, 1: prefix, index } of text.matchAll(numberLike)) {
    const digits = value.replaceAll(/\D/g, '');
    if (digits.length < 7 || digits.length > (prefix === undefined ? 12 : 15) || /^(\d)\1+$/.test(digits))
      continue;
    // A date, a range of years or an amount is no number to call.
    if (
      /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$|^(?:19|20)\d\d\s?-\s?(?:19|20)\d\d$|^\d{1,3}(?:[ .]\d{3})+$/.test(
        value,
      )
    )
      continue;
    const before = text.slice(Math.max(0, index - 40), index);
    const hasWord = phoneWord.test(before);
    const isGrouped = /^\(?\d{2,5}\)?[ ./-]\d{3,4}[ ./-]?\d{3,5}$/.test(value);
    const isCertain =
      (prefix === '+' && digits.length >= 8) || hasWord || /^\(\d{3}\) ?\d{3}-\d{4}$/.test(value);
    if (!isCertain && !isGrouped && prefix !== '00') continue;
    yield { kind: 'phone', value, start: index, end: index + value.length, sure: isCertain };
  }
}

/** ISO 13616: moved, spelled as digits, the remainder by 97 is 1. */
export function isIban(given: string): boolean {
  const text = given.replaceAll(' ', '');
  if (text.length < 15 || text.length > 34) return false;
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

export function luhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length >= 13 && sum % 10 === 0;
}
