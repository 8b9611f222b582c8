/** How often a run may call its target, and how often it has. */
export interface CallBudget {
  readonly made: number;
  readonly left: number;
  /**
   * Sets calls aside before they are made: whoever looks at the limit meanwhile must not take them for free. What was not
   * needed comes back with `settle`.
   */
  reserve(calls: number): { settle(made: number): void };
}

export function createCallBudget(max: number, made: number): CallBudget {
  let reserved = 0;
  return {
    get made() {
      return made;
    },
    get left() {
      return max - made - reserved;
    },
    reserve(calls) {
      reserved += calls;
      return {
        settle(done) {
          reserved -= calls;
          made += done;
        },
      };
    },
  };
}
