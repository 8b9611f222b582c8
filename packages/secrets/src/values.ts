/** The makes of well-known keys. They are keys whatever words they happen to hold. */
const VENDOR_SHAPES = [
  String.raw`sk-(?:proj-|ant-|or-v1-|svcacct-|lf-)?[A-Za-z0-9_-]{16,}`,
  String.raw`[sr]k_(?:live|test)_[A-Za-z0-9]{12,}`,
  '(?:AKIA|ASIA)[A-Z0-9]{16}',
  '(?:AC|SK)[0-9a-f]{32}',
  'AIza[A-Za-z0-9_-]{30,}',
  'GOCSPX-[A-Za-z0-9_-]{20,}',
  String.raw`ya29\.[A-Za-z0-9_-]{20,}`,
  'gh[pousr]_[A-Za-z0-9]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  'gl(?:pat|rt|ptt|dt|soat|cbt)-[A-Za-z0-9_-]{16,}',
  'xox[abeprs]-[A-Za-z0-9-]{10,}',
  'xapp-[A-Za-z0-9-]{20,}',
  'hf_[A-Za-z0-9]{16,}',
  'api_org_[A-Za-z0-9]{16,}',
  '(?:gsk|r8|jina|npm|sbp|lin_api|ntn|whsec|fw|glsa|phc|phx|rpa)_[A-Za-z0-9]{16,}',
  'pcsk_[A-Za-z0-9_]{20,}|dckr_pat_[A-Za-z0-9_-]{20,}|pa-[A-Za-z0-9_-]{40,}',
  '(?:nvapi|pplx|xai|tvly|llx)-[A-Za-z0-9_-]{16,}',
  'dapi[0-9a-f]{32}(?:-[0-9])?',
  String.raw`hv[sb]\.[A-Za-z0-9_-]{20,}`,
  String.raw`SG\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`,
  String.raw`VF\.(?:DM|WS)\.[A-Za-z0-9.]{12,}`,
  'shp(?:at|ss|ca|pa)_[A-Fa-f0-9]{20,}',
  '(?:dop|doo|tgp)_v1_[A-Za-z0-9_-]{16,}',
  'snd_[A-Za-z0-9_.-]{20,}',
  '(?:sec|ask|key|app|pat|tok|csk|pk|flw|lsv2_pt)[-_][A-Za-z0-9]{16,}(?:_[A-Za-z0-9]+)?',
  // Secrets of Microsoft Entra may begin with any mark.
  String.raw`[\w.~-]{3}\dQ~[\w.~-]{31,34}`,
  // Bots of Telegram and Discord.
  String.raw`\d{8,10}:[A-Za-z0-9_-]{35}`,
  String.raw`[MNO][A-Za-z0-9_-]{22,28}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}`,
].join('|');

/** Finds such keys in a text. */
export const vendorKeys = (): RegExp =>
  new RegExp(String.raw`(?<![A-Za-z0-9_-])(?:${VENDOR_SHAPES})(?![A-Za-z0-9])`, 'g');
const WHOLE_VENDOR_KEY = new RegExp(`^(?:${VENDOR_SHAPES})$`);

/** These also begin names in code. */
const WORD_PREFIX = /^(?:sec|ask|key|app|pat|tok|csk|pk|flw|pa|fw)[-_]/;

/** Of the make of a vendor's key, and drawn by lot: most have a digit, the long ones need none. */
export function isVendorKey(value: string): boolean {
  if (!WHOLE_VENDOR_KEY.test(value)) return false;
  const body = value.replace(/^[A-Za-z]{1,6}[-_.](?:[a-z0-9]{1,7}[-_.](?=.{16}))?/, '');
  const characters = new Set(body);
  if (/\d/.test(body)) return characters.size >= 8 || !isElided(value);
  if (WORD_PREFIX.test(value)) return false;
  const isMixed = /[a-z]/.test(body) && /[A-Z]/.test(body);
  return characters.size >= 10 && (isMixed || longestRun(body) >= 24);
}

/** What holds the place of a credential wherever it stands: references, and the bare name of one. */
const NAME_OR_REFERENCE =
  /^(?:(?:process\.)?env\.\w+!?|process\.env.*|os\.(?:environ|getenv).*|env\(.*|ENV\[.*|getenv.*|import\.meta.*|System\.getenv.*|config\..*|settings\..*|self\..*|this\..*|Deno\.env.*|(?:api_?key|apikey|token|secret|password|key|string|access_?token|auth_?token|bearer)|(?:sk-)?(?:no|not|none|any|un)[-_ ]?(?:api)?[-_ ]?(?:key|token|auth|needed|required|used|thing|value)(?:[-_]\w(?:-?\w)*)?|0+|1234567?8?9?0?|abc(?:def|123)?)$/i;
/** Only a name all in capitals stands for a variable. */
const VARIABLE_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const CREDENTIAL_WORD =
  /key|token|secret|passw|pwd|auth|credential|bearer|jwt|value|here|client|account|user/i;
/** Words that tell the reader to put his own there. */
const INVITATION =
  /^(?:your|dein|ihr|votre|seu|sua|insert|enter|replace|put|add)[-_ ]|(?:_here|-here|placeholder|changeme|change-me|redacted|example|dummy|todo)/i;
const OWNER_WORD = /^(?:my|mein|tu|su|the|some)[-_ ]/i;
const ELISION = /\.\.\.|…|x{4,}|X{4,}|\*{3,}|•{2,}/;
const MARKED_PLACE = /^[$%{<[]/;
const PUNCTUATION = /^[*.•…-][*.•…"'`\s-]*/;

/**
 * `$KEY`, `${KEY}`, `<token>`, `YOUR_API_KEY`, `sk-...`: a place for a credential, and certainly not one. A placeholder
 * that is taken for a secret costs nothing; a secret that is taken for a placeholder is shown to a model.
 */
export function isPlaceholder(value: string): boolean {
  const trimmed = value.trim().replace(/^["'`]+|(?<!["'`,;])["'`,;]+$/g, '');
  if (trimmed === '' || trimmed.includes('\uE000')) return true;
  if (isVendorKey(trimmed)) return false;
  if (NAME_OR_REFERENCE.test(trimmed)) return !hasRandomRun(trimmed);
  if (VARIABLE_NAME.test(trimmed)) return !looksRandom(trimmed);
  if (hasRandomRun(trimmed)) return false;
  if (MARKED_PLACE.test(trimmed)) return true;
  if (isElided(trimmed)) return longestRun(trimmed.replaceAll(/x{4,}|X{4,}/g, '')) < MIN_RUN;
  const rest = trimmed.replace(PUNCTUATION, '');
  if (rest !== trimmed) return rest.length < MIN_RUN / 2 || isPlaceholder(rest);
  if (longestRun(trimmed) >= MIN_RUN) return false;
  return INVITATION.test(trimmed) || (OWNER_WORD.test(trimmed) && CREDENTIAL_WORD.test(trimmed));
}

/** Letters and digits in a row; no word of a placeholder is so long. */
const MIN_RUN = 16;
const isElided = (value: string): boolean => ELISION.test(value);
const runsOf = (value: string): string[] => value.match(/[A-Za-z0-9]+/g) ?? [];
const longestRun = (value: string): number =>
  runsOf(value).reduce((longest, run) => Math.max(longest, run.length), 0);
const hasRandomRun = (value: string): boolean =>
  runsOf(value).some((run) => run.length >= MIN_RUN && looksRandom(run));

/** Letters and digits mixed as no word or number has them. */
export const looksRandom = (value: string): boolean =>
  /\d/.test(value) &&
  /[a-z]/i.test(value) &&
  /(?:\d[a-z]|[a-z]\d)/i.test(value) &&
  entropyOf(value) > 3.2 &&
  !/^[A-Z_]+\d?$/.test(value);

/** Bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / text.length) * Math.log2(count / text.length);
  return entropy;
}
