import { secretMask } from '@sonde/contract';
import { findSecrets, isSecretName } from '@sonde/secrets';
import { inCommand } from './reported-command.ts';

/** A text that a library wrote, without the credentials in it: those that any text is known to hold, and those of commands and of SQL. */
export const inText = (text: string): string => inWords(inCommand(text));

/** The same without what only the options of a command tell, for one of its words. */
export function inWords(text: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of findSecrets(text)) {
    shown += text.slice(from, start) + secretMask;
    from = end;
  }
  return inSentence(inStatement(from === 0 ? text : shown + text.slice(from)));
}

/** “login failed for sa with password …”: what holds letters and digits behind the word is no word of a sentence. */
const saidPassword =
  /\b(((?:pass|pw|kenn)[a-z]{1,12})\b['"]?(?:\s{1,3}(?:is|was|ist|war))?[\s:=]{1,3}["'`]?)([^\s"'`,;<>()[\]{}•]{4,200})/gi;

const inSentence = (text: string): string =>
  text.replaceAll(saidPassword, (whole: string, before: string, name: string, value: string) =>
    isSecretName(name, 'field') && /\d/.test(value) && /\p{L}/u.test(value)
      ? `${before}${secretMask}`
      : whole,
  );

const statement =
  /\b((?:([A-Za-z]\w{2,40})|identified\s{1,5}(?:with\s{1,5}\S{1,60}\s{1,5})?(?:by|as))\s{0,5}(?:=\s{0,5})?(?:password\s{0,3})?\(?\s{0,3}[EeNn]?)('(?:[^'\\]|''|\\.){0,2000}'|"(?:[^"\\]|\\.){0,2000}")/gi;
/** SET PASSWORD FOR 'app'@'%' = '…', of a statement's last literal. */
const setPassword =
  /(\bset\s{1,5}password\s[^;\n=]{0,200}=\s{0,5}(?:password\s{0,3})?\(?\s{0,3})(['"])(?:[^'"\\\n]|\\.){1,2000}['"]/gi;
const sign = /^(auth\s{1,5}|hello\s{1,5}\d\s{1,5}auth\s{1,5})\S.*/i;

const inStatement = (text: string): string =>
  text
    .replaceAll(
      setPassword,
      (_whole: string, before: string, quote: string) => `${before}${quote}${secretMask}${quote}`,
    )
    .replaceAll(statement, (whole: string, before: string, name: string | undefined, [quote = "'"]: string) =>
      name === undefined || isSecretName(name, 'parameter')
        ? `${before}${quote}${secretMask}${quote}`
        : whole,
    )
    .replace(sign, (_whole: string, before: string) => `${before}${secretMask}`);

const namedText =
  /(["']?)([A-Za-z][\w-]{0,100})\1(\s{0,5}(?::|=>?|,(?=\s{0,5}b?["']))\s{0,5})(?:(b?["'])((?:[^"'\\\n]|\\.){1,4000})(["'])|([^"'\s,{}[\]][^\n,{}[\]]{0,4000}))/g;

/** Headers that were written as one text: as JSON that is none, as a list of another language, or line by line. */
export const inHeaderText = (text: string): string =>
  text.replaceAll(
    namedText,
    (
      whole: string,
      quote: string,
      name: string,
      between: string,
      open: string | undefined,
      _value: string,
      close: string | undefined,
    ) =>
      isSecretName(name, 'header')
        ? `${quote}${name}${quote}${between}${open ?? ''}${secretMask}${close ?? ''}`
        : whole,
  );

/** Each pair of name and value: which of the cookies opens a session, only who set them knows. */
export const inCookies = (text: string): string =>
  text.replaceAll(/([^\s=;,"']{1,200}=)[^;\n]{1,4000}/g, `$1${secretMask}`);
