export interface Address {
  readonly url: string;
  readonly tokenUrl: string | null;
  /** Of the requests around the call; a path stands on the host of `url`. */
  readonly stepUrls: readonly string[];
}

/** Which addresses now lead to another origin. A secret given for one origin is not sent to another. */
export function hostChanges(
  before: Address,
  after: Address,
): { url: boolean; tokenUrl: boolean; isNewTokenHost: boolean; isNewStepHost: boolean } {
  const known = [before.url, before.tokenUrl].map((url) => origin(url ?? ''));
  // Not the token's: that it may have the secret of a client says nothing of the other secrets.
  const knownToSteps = [before.url, after.url, ...before.stepUrls].map(origin);
  return {
    isNewStepHost: after.stepUrls.some((url) => URL.canParse(url) && !knownToSteps.includes(origin(url))),
    isNewTokenHost: after.tokenUrl !== null && !known.includes(origin(after.tokenUrl)),
    url: origin(before.url) !== origin(after.url),
    tokenUrl: before.tokenUrl !== null && origin(before.tokenUrl) !== origin(after.tokenUrl ?? ''),
  };
}

/** ws and http (wss and https) of one host are one place; a downgrade from TLS is not. */
function origin(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host } = new URL(url);
  const secure = protocol === 'https:' || protocol === 'wss:';
  return `${secure ? 'tls' : 'plain'}://${host}`;
}
