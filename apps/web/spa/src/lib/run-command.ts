/** Where a token is to be put in, as none is ever shown twice. */
export const placeOfToken = '<your API token>';

interface Wanted {
  /** Of the API, as builds reach it. */
  readonly url: string;
  readonly token?: string | undefined;
  readonly endpoint: Named;
  readonly testSet: Named;
}

interface Named {
  readonly name: string;
  /** Says the same where a shell or the command would take the name for something else. */
  readonly id?: string | undefined;
}

/** The line by which a build runs a test set and is held by its gate. */
export const runCommand = ({ url, token = placeOfToken, endpoint, testSet }: Wanted): string =>
  `SONDE_URL=${url} SONDE_TOKEN='${token}' npx sonde run --endpoint ${argument(endpoint)} --test-set ${argument(testSet)} --junit results.xml`;

/** In double quotes a shell still reads these; and what begins with a dash is an option to the command. */
const isRead = /["$`\\!\p{Cc}]|^\s*-/u;

const argument = ({ name, id }: Named): string => (isRead.test(name) && id !== undefined ? id : `"${name}"`);
