/** One file found in an answer: the text that stood for it, and what it is. */
export interface FoundBytes {
  readonly filename: string;
  readonly declaredType: string;
  readonly bytes: Buffer;
}

/** Gives the words that stand for a file from now on, or nothing when it is not taken. */
export type TakeBytes = (key: string, read: () => FoundBytes) => string | undefined;

/** `data:image/png;base64,…` anywhere in a text, as it stands in Markdown too. */
const dataUrl =
  /data:([a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,80})(?:;[a-z0-9=.-]{1,60}){0,3};base64,([a-z0-9+/]+={0,2})/gi;

/** What the base64 of kinds that people look at begins with; texts in base64 are nothing to look at. */
const beginnings: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi0', 'application/pdf'],
  ['SUQz', 'audio/mpeg'],
];
/** Shorter ones may be words that happen to begin like a picture. */
const shortestBare = 64;
const base64Only = /^[a-z0-9+/]+={0,2}$/i;

/** Whether there is anything to look for, told without a copy. */
export const mayHoldBytes = (text: string): boolean =>
  text.includes(';base64,') || (text.length >= shortestBare && begunLikeOne.test(text));

const begunLikeOne = new RegExp(`^(?:${beginnings.map(([beginning]) => beginning).join('|')})`);

/** The text with words in the place of every file in it. */
export function withoutBytes(text: string, take: TakeBytes): string {
  const bare = bareFile(text, take);
  if (bare !== undefined) return bare;
  if (!text.includes(';base64,')) return text;
  return text.replaceAll(dataUrl, (whole, type: string, data: string) => {
    const declaredType = type.toLowerCase();
    return take(data, () => found(declaredType, data)) ?? whole;
  });
}

function bareFile(text: string, take: TakeBytes): string | undefined {
  if (text.length < shortestBare) return undefined;
  const kind = beginnings.find(([beginning]) => text.startsWith(beginning));
  if (!kind) return undefined;
  const data = text.replaceAll(/[\r\n]+/g, '');
  if (!base64Only.test(data)) return undefined;
  return take(data, () => found(kind[1], data));
}

const found = (declaredType: string, data: string): FoundBytes => ({
  filename: `answer.${endings[declaredType] ?? 'bin'}`,
  declaredType,
  bytes: Buffer.from(data, 'base64'),
});

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'text/plain': 'txt',
  'text/csv': 'csv',
};
