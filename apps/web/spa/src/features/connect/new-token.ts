/**
 * The token that was made just now, on its way from where it is shown once to the settings it is for. It is held by the
 * page alone: neither an address nor the history nor any storage of the browser ever has it, and a reload forgets it.
 */
let held: string | undefined;

export const holdNewToken = (token: string): void => {
  held = token;
};
export const heldNewToken = (): string | undefined => held;
export const forgetNewToken = (): void => {
  held = undefined;
};
