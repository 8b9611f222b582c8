import { hasHole, holeNames, wholeHole } from './holes.ts';
import { inputNameScore, isConversationName, isGenericName } from './names.ts';

const GREETING = /^(?:hi|hello|hey|hallo|hola|ol[aá]|bonjour|salut|ciao|你好|您好|こんにちは|привет|안녕)/iu;

/** How much a sample value looks like something a person would say; negative for ids, names of models, dates. */
export function speechScore(text: string): number {
  const trimmed = text.trim();
  if (trimmed === '') return -4;
  const inner = wholeHole(trimmed);
  if (inner !== undefined) return holeScore(inner);
  if (/^(?:string|str|text|varchar|<[^>]+>|\.{3}|…)$/i.test(trimmed)) return 4;
  if (looksTechnical(trimmed)) return -60;
  let score = 0;
  if (/[?？¿]\s*$/.test(trimmed) || trimmed.startsWith('¿')) score += 28;
  if (GREETING.test(trimmed)) score += 16;
  if (
    /\p{L}[,;:.!]?\s+\p{L}/u.test(trimmed) ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/u.test(trimmed)
  )
    score += 16;
  if (/\.{3}|…/.test(trimmed)) score += 2;
  if (hasHole(text)) score += Math.max(...holeNames(text).map(holeScore), 0);
  if (trimmed.length > 400) score -= 10;
  return score;
}

function holeScore(name: string): number {
  const words = name.replace(/['"]/g, ' ');
  if (/(?:api|access|auth|secret)[_\s-]*(?:key|token)|token$|password|secret/i.test(words)) return -100;
  if (isConversationName(words)) return -80;
  const best = Math.max(0, ...tellingParts(words).map(inputNameScore));
  if (best > 60) return 36;
  if (/your\s+(?:question|message|prompt|query|text)|ask/i.test(words)) return 36;
  if (/(?:^|_)(?:id|model|lang|language|name|url)$/i.test(words)) return -30;
  return 4;
}

/** Of `msg.author.tag` it is the end that tells what it is, of `input.value` the word before, of a call all it is given. */
function tellingParts(words: string): string[] {
  const member = words.trim().replace(/(?:\??\.\w+\([^()]*\))+$/, '');
  const parts = member.split(/[.?([\])\s]+/).filter(Boolean);
  if (!/^[\w$]+(?:\??\.[\w$]+)+$/.test(member)) return parts;
  return isGenericName(parts.at(-1) ?? '') ? parts.slice(-2) : parts.slice(-1);
}

/** Ids, hashes, addresses, numbers, dates, names of models and media types. */
export function looksTechnical(text: string): boolean {
  return (
    /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text) ||
    /^(?:https?|wss?|file|data):/i.test(text) ||
    /^[\w.+-]+@[\w-]+\.[\w.]+$/.test(text) ||
    /^\d{4}-\d{2}-\d{2}/.test(text) ||
    /^[\d.,:%+-]+$/.test(text) ||
    /^[\w-]+\/[\w.-]+(?::[\w.-]+)?$/.test(text) ||
    (/^[\w.:@-]{3,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text)) ||
    // `hi` is the code of a language too; as a sample it is a greeting.
    /^(?!hi$)[a-z]{2}(?:[-_][A-Za-z]{2})?$/.test(text) ||
    /^[a-z]+(?:[_-][a-z0-9.]+)+$/.test(text)
  );
}
