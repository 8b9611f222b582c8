/** The version of this package, told to the platform at registration. A test compares it with package.json. */
export const sdkVersion = '0.1.0';
