import { createHash } from 'node:crypto';
import { textArgument } from '../arguments.ts';
import { charge, chargeText, dearness } from '../runtime.ts';
import type { Runtime } from '../runtime.ts';
import { str } from '../spelling.ts';
import { runtimeError } from '../template-error.ts';
import { filter } from './define-filter.ts';
import type { FilterTable } from './define-filter.ts';

const algorithms = new Set(['md5', 'sha1', 'sha256', 'sha384', 'sha512']);

/** Filters that Jinja2 has not, by the names that Ansible gave them: what requests need of a text besides itself. */
export function encodingFilters(): FilterTable {
  return {
    b64encode: filter('', (rt, value) => {
      const bytes = bytesOf(rt, value);
      chargeText(rt, Math.ceil(bytes.length / 3) * 4);
      return bytes.toString('base64');
    }),
    b64decode: filter('', (rt, value) => {
      const text = str(rt, value);
      charge(rt, text.length * dearness.scan);
      const plain = text.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) throw runtimeError('b64decode: this is not base64');
      return Buffer.from(plain, 'base64').toString('utf8');
    }),
    hash: filter('algorithm?', (rt, value, [algorithm = 'sha256']) => {
      const name = textArgument(algorithm, 'hash').toLowerCase().replaceAll('-', '');
      if (!algorithms.has(name))
        throw runtimeError(`hash: the algorithm is one of ${[...algorithms].join(', ')}`);
      const bytes = bytesOf(rt, value);
      charge(rt, bytes.length * dearness.scan);
      return createHash(name).update(bytes).digest('hex');
    }),
  };
}

/** Paid for before it is made: a letter takes up to three bytes. */
function bytesOf(rt: Runtime, value: unknown): Buffer {
  const text = str(rt, value);
  chargeText(rt, text.length);
  charge(rt, text.length * 3);
  return Buffer.from(text, 'utf8');
}
