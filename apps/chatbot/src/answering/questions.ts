import { countWords } from './plain-text.ts';

const questionsMax = 3;

/** Where one question ends and the next begins. */
const between =
  /[?]+\s+(?=\p{L})|[,;.]?\s+(?:and|also|plus)\s+(?:also\s+|then\s+)?(?=(?:what|what's|whats|how|why|when|who|which|where|can|do|does|is|are|should|will)\s)|(?<=[?.!])\s*also,?\s+/iu;

/** Splitting takes longer than seeing that most messages have nothing to split. */
const joint = /\b(?:and|also|plus)\b/i;

/** The questions of a message that asks several; undefined for one that asks one. */
export function severalQuestions(message: string): readonly string[] | undefined {
  if (message.length > 300 || !(message.includes('? ') || joint.test(message))) return undefined;
  const parts = message
    .split(between)
    .map((part) => part.replace(/^(?:and|also|then)\s+/i, '').trim())
    .filter((part) => /\p{L}{2}/u.test(part));
  return parts.length >= 2 && parts.length <= questionsMax ? parts : undefined;
}

/** From so many words on a message is a story that is not read to its end, where its question mostly stands. */
const storyWords = 80;

const asks =
  /\?|^(?:so |and |but |now |ok |anyway )*(?:what|how|who|which|when|where|why|can|could|do|does|is|are|will|would|should)\b/i;

/** The question of a long message, and the story around it. */
export function questionOfStory(message: string): Readonly<{ question: string; story: string }> | undefined {
  if (message.length < 2 * storyWords || countWords(message) < storyWords) return undefined;
  const sentences = message.match(/[^.!?\n]+[.!?\n]*/g)?.map((sentence) => sentence.trim()) ?? [];
  const at = sentences.findLastIndex((sentence) => asks.test(sentence));
  const question = sentences[at];
  if (question === undefined || sentences.length < 2) return undefined;
  const story = sentences.filter((_sentence, place) => place !== at).join(' ');
  return { question, story };
}
