/** Names by which a value is known to be a credential, whoever typed it and wherever. */

export function isSecretHeaderName(name: string): boolean {
  return /authorization|^cookie$|^set-cookie$|api-?key|auth-?token|access-?token|secret|password|credential|x-auth|^x-key$|(^|-)token$|subscription-key|^x-amz-security/i.test(
    name,
  );
}

export function isSecretQueryName(name: string): boolean {
  return /^(key|sig|signature|code|token|auth|pwd)$|api[-_]?key|token|secret|password|signature/i.test(name);
}
