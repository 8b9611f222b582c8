import { wordSet } from '../json-value.ts';

/**
 * What the options of curl mean to us, each with its letter and its names; everything else is skipped, with its argument
 * where it takes one.
 */
const OPTIONS = {
  method: 'X request',
  header: 'H header',
  data: 'd data data-ascii',
  data_raw: 'data-raw',
  data_binary: 'data-binary',
  data_urlencode: 'data-urlencode',
  json: 'json',
  form: 'F form',
  form_string: 'form-string',
  user: 'u user',
  bearer: 'oauth2-bearer',
  cookie: 'b cookie',
  user_agent: 'A user-agent',
  referer: 'e referer',
  get: 'G get',
  head: 'I head',
  url: 'url',
  url_query: 'url-query',
  upload: 'T upload-file',
  next: 'next',
  ignored_value:
    'o x m c w K E r t z y Y C D Q P U h output proxy max-time connect-timeout cookie-jar write-out config cert key cacert capath range retry ' +
    'retry-delay retry-max-time resolve connect-to interface limit-rate max-redirs proxy-user aws-sigv4 ' +
    'dump-header time-cond trace trace-ascii unix-socket cert-type key-type pass ciphers tls-max proto ' +
    'socks5 stderr local-port noproxy keepalive-time max-filesize speed-limit speed-time ' +
    'expect100-timeout output-dir proxy-header variable',
};
export type CurlOption = keyof typeof OPTIONS | 'ignored';

const BY_NAME: ReadonlyMap<string, CurlOption> = new Map(
  Object.entries(OPTIONS).flatMap(([option, names]) =>
    names.split(' ').map((name): [string, CurlOption] => [name, option as CurlOption]),
  ),
);

export const optionNamed = (name: string): CurlOption => BY_NAME.get(name) ?? 'ignored';

/** Options that change what is sent, or where, and have no place in a configuration. */
const WITHOUT_PLACE = wordSet(
  '-r --range -E --cert --key --cacert --capath -k --insecure -x --proxy --socks5 --proxy-user --resolve ' +
    '--connect-to --unix-socket --aws-sigv4 --digest --ntlm --negotiate --anyauth -K --config -T --upload-file ' +
    '-z --time-cond',
);

export const isWithoutPlace = (flag: string): boolean => WITHOUT_PLACE.has(flag);

const WITHOUT_VALUE: ReadonlySet<CurlOption> = new Set(['get', 'head', 'next', 'ignored']);

export const takesValue = (option: CurlOption): boolean => !WITHOUT_VALUE.has(option);
