import { humanize } from './format.ts';

/** What the platform tells whoever calls it by the names of its fields, in the words a person reads on the forms. */
const words: readonly (readonly [field: RegExp, label: string])[] = [
  [/\bits answer is kept in raw_response\b/g, 'what it answered is under “Raw answer”'],
  [/\braw_response\b/g, 'the raw answer'],
  [/\btimeout_seconds \(up to 3600\)/g, 'the time limit under General (up to 3600 seconds)'],
  [/\btimeout_seconds\b/g, 'the time limit under General'],
  [/\bresponse_mapping\.output\b( manually)?/g, 'output under Response mapping'],
  [/\bresponse_mapping\b/g, 'the response mapping'],
  [/\brequest_mapping\b/g, 'the request template'],
  [/\bwebsocket\.done\.path\b/g, 'the path that marks the last message'],
  [/\bclient_id\b/g, 'the client ID'],
  [/\bclient_secret\b/g, 'the client secret'],
  [/\btoken_url\b/g, 'the token URL'],
  [/\bauth_token\b/g, 'the token or key'],
  [/^Mapping generated but unverified$/g, 'Not verified: no test call has shown yet that this works'],
  [/\bThe target\b/g, 'The application'],
  [/\bthe target\b/g, 'the application'],
];

/** Where the form calls a field by another word than its name. */
const labels: Readonly<Record<string, string | undefined>> = {
  cron: 'Cron expression',
  timezone: 'Time zone',
};

/** The place of a fault as a person would name it: the last field of its path, and the row where there are several. */
export function fieldWords(path: string): string {
  const parts = path.split('.').filter((part) => part !== 'body');
  const name = parts.findLast((part) => !/^\d+$/.test(part));
  if (name === undefined) return path;
  const row = parts.findLast((part) => /^\d+$/.test(part));
  const words = labels[name] ?? humanize(name);
  return row === undefined ? words : `${words} (${Number(row) + 1})`;
}

/** Templates are code, which one copies: what stands in double braces stays as it is. */
export function inFormWords(text: string): string {
  return text
    .split(/(\{\{.*?\}\})/s)
    .map((part) =>
      part.startsWith('{{')
        ? part
        : words.reduce((said, [field, label]) => said.replaceAll(field, label), part),
    )
    .join('');
}
