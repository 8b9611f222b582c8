import { humanize } from './format.ts';
import { sections } from './section-names.ts';

/** What the platform tells whoever calls it by the names of its fields, in the words a person reads on the forms. */
const words: readonly (readonly [field: RegExp, label: string])[] = [
  [
    /^Could not determine the output field; set response_mapping\.output manually$/g,
    `Where the text of the answer stands is not clear: open “${sections.changeMapping}”, and write its place beside output under “${sections.responseMapping}”`,
  ],
  [
    /^No field for the message was found: put $/g,
    `No place for the message was found: open “${sections.changeMapping}”, and under “${sections.requestTemplate}” write `,
  ],
  [/^ where it belongs\.$/g, ' where the message goes.'],
  [/^Multiple candidate input fields detected\b/g, 'Several fields could take the message'],
  [/^Mapping generated but unverified$/g, 'Not verified: no test call has shown yet that this works'],
  [/\bThe error_id names the log line\./g, 'The error ID names the line of the log that tells what.'],
  [/\bits answer is kept in raw_response\b/g, `what it answered is under “${sections.rawAnswer}”`],
  [/\braw_response\b/g, 'the raw answer'],
  [/\btimeout_seconds \(up to 3600\)/g, `the time limit under ${sections.general} (up to 3600 seconds)`],
  [
    /\bthe time limit of the endpoint\b/g,
    `the time limit under ${sections.general}, or under “${sections.changeLimits}” before it is saved`,
  ],
  [/\btimeout_seconds\b/g, `the time limit under ${sections.general}`],
  [/\bresponse_mapping\.output\b( manually)?/g, `output under “${sections.responseMapping}”`],
  [/\bresponse_mapping\b/g, 'the response mapping'],
  [/\brequest_mapping\b/g, 'the request template'],
  [/\bwebsocket\.done\.path\b/g, 'the path that marks the last message'],
  [/\bbefore_steps or polling\b/g, 'requests before or after the call'],
  [/\bthe condition polling\.done\b/g, '“Done when”'],
  [/\bclient_id, client_secret and token_url\b/g, 'a client ID, a client secret and a token URL'],
  [/\bclient_id\b/g, 'the client ID'],
  [/\bclient_secret\b/g, 'the client secret'],
  [/\btoken_url\b/g, 'the token URL'],
  [/\btoken_params\b/g, 'the further token parameters'],
  [/\ban access_token\b/g, 'an access token'],
  [/\bauth_token\b/g, 'the token or key'],
  [
    /\bstore that authority with the endpoint \(ca_certificate\)/g,
    `store that authority under ${sections.connection}`,
  ],
  [/\bstore client_certificate too\b/g, 'store the client certificate too'],
  [/\bof client_certificate\b/g, 'of the client certificate'],
  [/\bStore it as client_key\b/g, 'Store it as the key of the client certificate'],
  [/\bsecret_headers\b/g, 'the secret headers'],
  // Results that are kept from earlier versions said it so.
  [/\bThe target\b/g, 'The application'],
  [/\bthe target\b/g, 'the application'],
];

/** Where the form calls a field by another word than its name. */
const labels: Readonly<Record<string, string | undefined>> = {
  cron: 'Cron expression',
  timezone: 'Time zone',
  auth_token: 'Bearer token or key',
  client_key: 'Key of the client certificate',
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
