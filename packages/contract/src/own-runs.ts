interface Run {
  readonly parent_run_id: string | null;
  readonly reference_test_run_id: string | null;
  readonly options: { readonly of_run?: string | undefined };
}

/** It neither repeats a part of another run nor only scores stored answers again: what it came to stands for its set. */
export const isOfItsOwn = ({ parent_run_id, reference_test_run_id, options }: Run): boolean =>
  parent_run_id === null && reference_test_run_id === null && options.of_run === undefined;
