/** `1 test`, `2 tests`; what does not only add an s is said: `plural(count, 'test is', 'tests are')`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
