import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cohensKappa,
  concludePaired,
  isFlaky,
  leastToTell,
  majority,
  mcnemarExact,
  seededRandom,
  testsNeeded,
  wilson,
} from '#metrics';
import { quantile } from '../../../../src/modules/metrics/statistics/mcnemar.ts';
import { newcombePaired } from '../../../../src/modules/metrics/statistics/paired-difference.ts';
import { comparisonSentence } from '../../../../src/modules/test-runs/comparison-words.ts';

const near = (actual: number | null | undefined, expected: number, within = 5e-4): void =>
  assert.ok(
    actual !== null && actual !== undefined && Math.abs(actual - expected) <= within,
    `${actual} is not ${expected}`,
  );

test("Wilson's interval agrees with published values", () => {
  near(wilson(8, 10).low, 0.4902);
  near(wilson(8, 10).high, 0.9433);
  assert.equal(wilson(0, 20).low, 0);
  near(wilson(0, 20).high, 0.1611);
  assert.equal(wilson(20, 20).high, 1);
  // Newcombe 1998, table I, method 3.
  for (const [successes, trials, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    near(wilson(successes, trials).low, low, 5e-5);
    near(wilson(successes, trials).high, high, 5e-5);
  }
});

test('the quantiles behind sample sizes are those of the normal distribution', () => {
  for (const [share, value] of [
    [0.5, 0],
    [0.8, 0.8416212336],
    [0.9, 1.2815515655],
    [0.975, 1.9599639845],
    [0.99, 2.326347874],
    [0.001, -3.0902323062],
  ] as const)
    near(quantile(share), value, 1e-8);
});

test("McNemar's exact test agrees with published values and stays right for thousands of changes", () => {
  near(mcnemarExact(1, 9), 0.02148, 1e-5);
  assert.equal(mcnemarExact(0, 0), 1);
  assert.equal(mcnemarExact(5, 5), 1);
  near(mcnemarExact(10, 0), 2 / 1024, 1e-9);
  // Fagerland, Lydersen and Laake 2013: airway hyper-responsiveness before and after stem cell transplantation.
  near(mcnemarExact(1, 7), 0.0703, 5e-5);
  // The normal approximation with continuity correction gives 0.00104 here.
  near(mcnemarExact(4000, 4300), 0.00103, 5e-5);
  assert.ok(mcnemarExact(40_000, 43_000) > 0);
});

test("Cohen's kappa and its interval agree with a textbook table", () => {
  const table = (a: number, b: number, c: number, d: number) => [
    ...Array.from({ length: a }, () => [true, true] as const),
    ...Array.from({ length: b }, () => [true, false] as const),
    ...Array.from({ length: c }, () => [false, true] as const),
    ...Array.from({ length: d }, () => [false, false] as const),
  ];
  const found = cohensKappa(table(20, 5, 10, 15));
  near(found.kappa, 0.4);
  near(found.agreement, 0.7);
  assert.ok(found.interval && found.interval.low > 0.1 && found.interval.high < 0.7);
  // The example of `ci.kappa` of the R package statpsych, after Fleiss and Paik 2003.
  const published = cohensKappa(table(31, 12, 4, 58));
  near(published.kappa, 0.6756757, 1e-7);
  near(published.interval?.low, 0.531721, 1e-6);
  near(published.interval?.high, 0.8196303, 1e-6);
  assert.equal(cohensKappa(table(10, 0, 0, 0)).kappa, null);
  assert.equal(cohensKappa([]).agreement, null);
});

const repeats = (passed: number, failed: number) => ({ passed, failed });

test('a test is what most of its decided repeats say, and repeats that disagree are flaky', () => {
  assert.equal(majority(repeats(2, 1)), 'pass');
  assert.equal(majority(repeats(1, 2)), 'fail');
  assert.equal(majority(repeats(1, 1)), 'undecided');
  assert.equal(majority(repeats(0, 0)), 'undecided');
  assert.ok(isFlaky(repeats(2, 1)));
  assert.ok(!isFlaky(repeats(3, 0)));
});

test('few tests without a difference are too few, and it is told how many it takes', () => {
  const pairs = Array.from({ length: 20 }, () => ({ base: repeats(1, 0), other: repeats(1, 0) }));
  const found = concludePaired(pairs);
  assert.equal(found.conclusion, 'too few tests');
  assert.equal(found.testsNeeded, testsNeeded(0.1));
  assert.ok((found.testsNeeded ?? 0) > 20 && (found.testsNeeded ?? 0) <= 200);
});

test('what no run decided is no evidence for anything', () => {
  const found = concludePaired([{ base: repeats(1, 1), other: repeats(0, 0) }]);
  assert.equal(found.difference, null);
  assert.equal(found.interval, null);
  assert.equal(found.conclusion, 'too few tests');
});

/** So many tests with each pair of outcomes, before and after. */
const table = (counts: Readonly<Record<'stayed' | 'worse' | 'better' | 'failing', number>>) => {
  const [yes, no] = [repeats(1, 0), repeats(0, 1)];
  const of = (count: number, base: typeof yes, other: typeof yes) =>
    Array.from({ length: count }, () => ({ base, other }));
  return [
    ...of(counts.stayed, yes, yes),
    ...of(counts.worse, yes, no),
    ...of(counts.better, no, yes),
    ...of(counts.failing, no, no),
  ];
};

test('the paired score interval agrees with published values', () => {
  const shares = (found: ReturnType<typeof table>) =>
    found.map(({ base, other }) => ({ base: base.passed, other: other.passed }));
  // Fagerland, Lydersen and Laake 2014: airway hyper-responsiveness, the difference turned around.
  const airways = newcombePaired(shares(table({ stayed: 1, worse: 1, better: 7, failing: 12 })));
  near(airways.low, 0.026, 5e-4);
  near(airways.high, 0.507, 5e-4);
});

test('an interval never leaves out zero where the exact test finds nothing, nor holds it where it finds a change', () => {
  for (let tests = leastToTell; tests <= 24; tests += 1)
    for (let worse = 0; worse <= tests; worse += 1)
      for (let better = 0; better + worse <= tests; better += 1) {
        const rest = tests - worse - better;
        for (const failing of new Set([0, rest >> 1, rest])) {
          const { pValue, interval, difference } = concludePaired(
            table({ stayed: rest - failing, worse, better, failing }),
          );
          const said = `${tests} ${worse} ${better} ${failing}: ${JSON.stringify(interval)}`;
          assert.ok(interval && difference !== null, said);
          assert.ok(interval.low <= difference + 1e-9 && difference <= interval.high + 1e-9, said);
          assert.ok(interval.low >= -1 && interval.high <= 1, said);
          assert.equal(interval.low > 1e-9 || interval.high < -1e-9, pValue < 0.05, said);
        }
      }
});

test('of fewer tests than the exact test can find a change in, no interval is told', () => {
  for (let tests = 1; tests < leastToTell; tests += 1) {
    const found = concludePaired(table({ stayed: 0, worse: 0, better: tests, failing: 0 }));
    assert.deepEqual([found.conclusion, found.interval], ['too few tests', null]);
  }
  const enough = concludePaired(table({ stayed: 0, worse: 0, better: leastToTell, failing: 0 }));
  assert.equal(enough.conclusion, 'better');
  assert.ok((enough.interval?.low ?? 0) > 0);
});

test('two runs of many thousand tests are compared in few steps, and the interval is narrow', () => {
  const found = concludePaired(table({ stayed: 40_000, worse: 20_000, better: 21_000, failing: 19_000 }));
  assert.equal(found.conclusion, 'better');
  near(found.interval?.low, 0.006, 2e-3);
  near(found.interval?.high, 0.014, 2e-3);
});

test('the sentence of a comparison says no more than its tests do', () => {
  const sentence = (found: ReturnType<typeof table>) =>
    comparisonSentence(concludePaired(found), found.length);
  const none = { stayed: 0, worse: 0, better: 0, failing: 0 };
  assert.equal(sentence([]), 'The runs have no test in common, so nothing can be said.');
  assert.equal(
    sentence([{ base: repeats(0, 1), other: repeats(0, 0) }]),
    'No test was decided in both runs, so nothing can be said; they have 1 test in common.',
  );
  assert.equal(
    sentence(table({ ...none, stayed: 4 })),
    'No change in 4 tests that both runs decided; so few would not show a small one.',
  );
  assert.equal(
    sentence(table({ ...none, better: 2 })),
    '0 of 2 tests that both runs decided got worse and 2 got better. With so few, that may be chance.',
  );
  assert.equal(
    sentence([...table({ ...none, worse: 1 }), { base: repeats(1, 0), other: repeats(0, 0) }]),
    '1 of 1 test that both runs decided got worse and 0 got better. With so few, that may be chance. 1 more test was left undecided in one of the runs or in both.',
  );
  assert.match(
    sentence(table({ ...none, stayed: 15, better: 3 })),
    /^0 of 18 tests .+ and 3 got better\. With so few, that may be chance: the true change of the pass rate may be anything from -\d+ to \+\d+ points\.$/,
  );
  assert.match(
    sentence(table({ ...none, better: 12 })),
    /^Better: 0 of 12 .+ by chance that would happen in fewer than 1 % of cases\. The pass rate of these 12 rose by 100 points; the true change is most likely from \+\d\d to \+100 points\.$/,
  );
  assert.match(
    sentence(table({ ...none, stayed: 300, worse: 3, better: 3 })),
    /^No evidence of a change: 3 of 306 .+ chance alone explains\. The pass rate of these 306 is the same; the true change is most likely from -\d to \+\d points\.$/,
  );
});

/** Two runs of tests that pass with given chances. */
function simulate(tests: number, chance: (place: number) => readonly [number, number], random: () => number) {
  return Array.from({ length: tests }, (_, place) => {
    const [base, other] = chance(place);
    const one = random() < base;
    const two = random() < other;
    return { base: repeats(Number(one), Number(!one)), other: repeats(Number(two), Number(!two)) };
  });
}

test('of 1,000 pairs of runs of the same application at most five in a hundred are called worse', () => {
  const random = seededRandom(2026);
  let worse = 0;
  for (let pair = 0; pair < 1000; pair += 1)
    if (concludePaired(simulate(120, () => [0.85, 0.85], random)).conclusion === 'worse') worse += 1;
  assert.ok(worse <= 50, `${worse} of 1,000 were called worse`);
});

test('a fall of ten points over 200 tests is found about as often as is stated', () => {
  const random = seededRandom(7);
  let found = 0;
  const rounds = 300;
  for (let round = 0; round < rounds; round += 1) {
    // Ten tests in a hundred fail now, and two in a hundred change by chance in each direction.
    const pairs = simulate(200, (place) => (place < 24 ? [1, 0] : place < 28 ? [0, 1] : [1, 1]), random);
    if (concludePaired(pairs).conclusion === 'worse') found += 1;
  }
  assert.ok(testsNeeded(0.1) <= 200);
  assert.ok(found / rounds >= 0.8, `found in ${found} of ${rounds}`);
});
