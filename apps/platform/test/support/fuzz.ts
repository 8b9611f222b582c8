import fc from 'fast-check';

/**
 * Random cases, the same ones in each run, so that a run says something of the change at hand and not of its luck. Any
 * other `FUZZ_SEED` looks for cases that nobody has thought of.
 */
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20) });

export { fc };
