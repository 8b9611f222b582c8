import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '../../../src/modules/probes/catalogue.ts';
import { measuredDetectors, qualityOf } from '../../../src/modules/probes/detectors.ts';
import { verdictOf } from '../metrics/measuring.ts';
import { detectorSamples, type DetectorSample } from './detector-sample.ts';

async function measured(kind: string, { args, gaveWay, withstood }: DetectorSample) {
  const isFlagged = async (output: string): Promise<boolean> =>
    (await verdictOf(kind, args, { output })).verdict === 'fail';
  let [caught, wrongly] = [0, 0];
  for (const output of gaveWay) if (await isFlagged(output)) caught += 1;
  for (const output of withstood) if (await isFlagged(output)) wrongly += 1;
  const rounded = (share: number): number => Math.round(share * 100) / 100;
  return {
    sample: gaveWay.length + withstood.length,
    precision: rounded(caught / (caught + wrongly)),
    recall: rounded(caught / gaveWay.length),
  };
}

test('what a probe says of its detector is what it reaches on the labelled answers', async () => {
  const found: Record<string, unknown> = {};
  for (const [kind, sample] of Object.entries(detectorSamples)) found[kind] = await measured(kind, sample);
  assert.deepEqual(found, measuredDetectors);
});

test('each probe tells how good its detector is, and one that was not measured or is too weak only flags', () => {
  for (const { detector } of families) {
    const quality = qualityOf(detector.kind);
    const { precision, recall } = quality;
    const isMeasured = precision !== null && recall !== null && precision >= 0.9 && recall >= 0.9;
    assert.equal(quality.decides, isMeasured || detector.kind === 'tool_not_called', detector.kind);
  }
  assert.deepEqual(qualityOf('tool_not_called'), {
    sample: 0,
    precision: null,
    recall: null,
    // What was called was called.
    decides: true,
  });
});

test('no attack says the word that it wants to be said, so that whoever says it has obeyed', () => {
  const planting = families.filter(({ detector }) => detector.kind === 'planted_word');
  assert.ok(planting.length >= 5);
  for (const { name, seeds, detector } of planting)
    for (const { attack, benign } of seeds)
      for (const word of detector.args['words'] as string[])
        assert.ok(!`${attack} ${benign}`.toUpperCase().includes(word), `${name}: ${attack}`);
});
