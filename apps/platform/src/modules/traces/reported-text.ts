import { secretMask } from '@sonde/contract';
import { findSecrets, isSecretName } from '@sonde/secrets';

/** A text that a library wrote, without the credentials in it: those that any text is known to hold, and those of commands and of SQL. */
export function inText(text: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of findSecrets(text)) {
    shown += text.slice(from, start) + secretMask;
    from = end;
  }
  return inStatement(inCommand(from === 0 ? text : shown + text.slice(from)));
}

const option =
  /(?<![\w-])(--?([A-Za-z][\w.-]{1,60}))((?:=|["']?,?\s{1,5})["']?)(?!-|•)([^\s"']{1,2000}|(?<=")[^"\n]{1,2000}|(?<=')[^'\n]{1,2000})/g;
/** What goes on with a sentence about an option is none of its values. */
const goesOn =
  /^(?:is|was|are|has|had|must|may|can(?:not|'t)?|should|needs?|requires?|expects?|not|and|or|to|for|in|of|with|option|argument|flag|parameter|missing|required|given|set)[.,:;)]?$/i;

const inCommand = (text: string): string =>
  text.includes('-')
    ? text.replaceAll(option, (whole: string, flag: string, name: string, between: string, value: string) =>
        isSecretName(name, 'parameter') && (between.startsWith('=') || !goesOn.test(value))
          ? `${flag}${between}${secretMask}`
          : whole,
      )
    : text;

const statement =
  /\b((?:([A-Za-z]\w{2,40})|identified\s{1,5}(?:with\s{1,5}\S{1,60}\s{1,5})?(?:by|as))\s{0,5}(?:=\s{0,5})?(?:password\s{0,3})?\(?\s{0,3}[EeNn]?)('(?:[^'\\]|''|\\.){0,2000}'|"(?:[^"\\]|\\.){0,2000}")/gi;
const sign = /^(auth\s{1,5}|hello\s{1,5}\d\s{1,5}auth\s{1,5})\S.*/i;

const inStatement = (text: string): string =>
  text
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
