import assert from 'node:assert/strict';
import { test } from 'node:test';
import { belowBase, siteFault, siteOf } from '../src/index.ts';

const taken = new Set(['api', 'home']);

void test('an address is taken apart into origin and path, with or without a slash at its end', () => {
  for (const [address, origin, base] of [
    ['https://sonde.example', 'https://sonde.example', ''],
    ['https://sonde.example/', 'https://sonde.example', ''],
    ['https://intranet.example/sonde', 'https://intranet.example', '/sonde'],
    ['http://localhost:3000/tools/sonde-2/', 'http://localhost:3000', '/tools/sonde-2'],
  ] as const) {
    assert.equal(siteFault(address, taken), undefined, address);
    assert.deepEqual(siteOf(address), { url: `${origin}${base}`, origin, base });
  }
});

void test('a path that two readers may read apart is refused, and one that begins with a word of our own', () => {
  for (const [address, fault] of [
    ['intranet.example/sonde', /must begin with http/],
    ['ftp://intranet.example/sonde', /must begin with http/],
    ['https://ada:hidden@intranet.example/sonde', /nothing before or behind/],
    ['https://intranet.example/sonde?a=b', /nothing before or behind/],
    ['https://intranet.example/#sonde', /nothing before or behind/],
    ['https://intranet.example/a//b', /plain words/],
    ['https://intranet.example/s%6fnde', /plain words/],
    ['https://intranet.example/sonde"><script>', /plain words/],
    ['https://intranet.example/a;b', /plain words/],
    ['https://intranet.example/.well-known', /plain words/],
    ['https://intranet.example/api', /begins with \/api, which is a word of Sonde itself/],
    ['https://intranet.example/home/sonde', /begins with \/home/],
  ] as const)
    assert.match(siteFault(address, taken) ?? '', fault, address);
});

void test('a request means the same whether the proxy passed the path on or took it away', () => {
  for (const [target, below] of [
    ['/sonde', '/'],
    ['/sonde/', '/'],
    ['/sonde?a=b', '/?a=b'],
    ['/sonde/runs/1?a=/sonde', '/runs/1?a=/sonde'],
    ['/runs/1', '/runs/1'],
    ['/', '/'],
    ['/sondes/1', '/sondes/1'],
    ['/Sonde/runs', '/Sonde/runs'],
    ['/sonde//runs', '//runs'],
  ] as const)
    assert.equal(belowBase(target, '/sonde'), below, target);
  assert.equal(belowBase('/runs', ''), '/runs');
});
