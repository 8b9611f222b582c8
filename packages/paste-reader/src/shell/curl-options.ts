/** What the options of curl mean to us; everything else is skipped, with its argument where it takes one. */
export type CurlOption =
  | 'method'
  | 'header'
  | 'data'
  | 'data_raw'
  | 'data_binary'
  | 'data_urlencode'
  | 'json'
  | 'form'
  | 'form_string'
  | 'user'
  | 'bearer'
  | 'cookie'
  | 'user_agent'
  | 'referer'
  | 'get'
  | 'head'
  | 'url'
  | 'url_query'
  | 'upload'
  | 'next'
  | 'ignored_value'
  | 'ignored';

export const SHORT_OPTIONS: Readonly<Record<string, CurlOption>> = {
  X: 'method',
  H: 'header',
  d: 'data',
  F: 'form',
  u: 'user',
  b: 'cookie',
  A: 'user_agent',
  e: 'referer',
  G: 'get',
  I: 'head',
  T: 'upload',
  ...Object.fromEntries('oxmcwKErtzYyCDQPUh'.split('').map((letter) => [letter, 'ignored_value' as const])),
};

export const LONG_OPTIONS: Readonly<Record<string, CurlOption>> = {
  request: 'method',
  header: 'header',
  data: 'data',
  'data-ascii': 'data',
  'data-raw': 'data_raw',
  'data-binary': 'data_binary',
  'data-urlencode': 'data_urlencode',
  json: 'json',
  form: 'form',
  'form-string': 'form_string',
  user: 'user',
  'oauth2-bearer': 'bearer',
  cookie: 'cookie',
  'user-agent': 'user_agent',
  referer: 'referer',
  get: 'get',
  head: 'head',
  url: 'url',
  'url-query': 'url_query',
  'upload-file': 'upload',
  next: 'next',
  ...Object.fromEntries(
    (
      'output proxy max-time connect-timeout cookie-jar write-out config cert key cacert capath range retry ' +
      'retry-delay retry-max-time resolve connect-to interface limit-rate max-redirs proxy-user aws-sigv4 ' +
      'dump-header time-cond trace trace-ascii unix-socket cert-type key-type pass ciphers tls-max proto ' +
      'socks5 stderr local-port noproxy keepalive-time max-filesize speed-limit speed-time ' +
      'expect100-timeout output-dir proxy-header variable'
    )
      .split(' ')
      .map((name) => [name, 'ignored_value' as const]),
  ),
};

/** Options that change what is sent, or where, and have no place in a configuration. */
const WITHOUT_PLACE: ReadonlySet<string> = new Set(
  (
    '-r --range -E --cert --key --cacert --capath -k --insecure -x --proxy --socks5 --proxy-user --resolve ' +
    '--connect-to --unix-socket --aws-sigv4 --digest --ntlm --negotiate --anyauth -K --config -T --upload-file ' +
    '-z --time-cond'
  ).split(' '),
);

export const isWithoutPlace = (flag: string): boolean => WITHOUT_PLACE.has(flag);

const WITHOUT_VALUE: ReadonlySet<CurlOption> = new Set(['get', 'head', 'next', 'ignored']);

export const takesValue = (option: CurlOption): boolean => !WITHOUT_VALUE.has(option);
