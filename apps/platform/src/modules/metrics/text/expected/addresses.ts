/** The addresses of a text, as they are compared: the host in small letters, and the rest character by character. */
export function addressesIn(text: string): string[] {
  return text
    .slice(0, readMost)
    .split(parting)
    .flatMap((word) => {
      const bare = word.replace(/^[.,;:!?'’*_~-]+/, '').replace(/[.,;:!?'’*_~]+$/, '');
      if (bare.length > longest || !isAddress(bare)) return [];
      const [, scheme = '', host = '', rest = ''] = /^(https?:\/\/)?([^/?#]*)(.*)$/i.exec(bare) ?? [];
      return [`${scheme.toLowerCase()}${host.toLowerCase()}${rest.replace(/^\/$/, '')}`];
    });
}
const readMost = 48_000;
const longest = 2000;
/** What stands around an address and is no part of it. */
const parting = /[\s<>()[\]{}"“”„«»`|→—–（）]+/u;

const isAddress = (word: string): boolean =>
  /^(?:[a-z][a-z\d+.-]{0,20}:\/\/|www\.)\S/i.test(word) ||
  /^[^@\s]+@[^@\s]+\.\p{L}{2,}$/u.test(word) ||
  /^[\p{L}\p{N}][\p{L}\p{N}.-]*\.\p{L}{2,24}(?:[/?#:]\S*)?$/u.test(word) ||
  isOfProgram(word);

/** A path, or the name of a variable: `/etc/hosts`, `~/notes`, `C:\\temp`, `user_id`, `$HOME`. */
const isOfProgram = (word: string): boolean =>
  /^(?:~?\/[\p{L}\p{N}._-]+\/|~\/|[A-Za-z]:\\)\S/u.test(word) ||
  /^\$?[\p{L}\p{N}]+(?:_[\p{L}\p{N}_]+)$/u.test(word) ||
  /^\$\p{L}[\p{L}\p{N}]+$/u.test(word);

/** The first address that is expected and does not stand in the answer; one without `https://` may be any of the kind. */
export function lackingAddress(expected: string, output: string): string | undefined {
  const wanted = addressesIn(expected);
  if (wanted.length === 0) return undefined;
  const told = addressesIn(output);
  return wanted.find((one) => !told.some((other) => isSame(one, other)));
}

const isSame = (one: string, other: string): boolean =>
  one === other || ((isBare(one) || isBare(other)) && withoutScheme(one) === withoutScheme(other));
const isBare = (address: string): boolean => withoutScheme(address) === address;
const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, '');
