// The task is counted as the server counts it.
import { expect, test } from 'vitest';
import { sha256, solve } from './work';

const hex = (words: Int32Array) => [...words].map((it) => (it >>> 0).toString(16).padStart(8, '0')).join('');

test('SHA-256 is that of everybody', () => {
  expect(hex(sha256('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hex(sha256(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  // Lengths about the end of a block.
  for (const [n, begins] of [
    [55, '9f4390f8'],
    [56, 'b35439a4'],
    [63, '7d3e74a0'],
    [64, 'ffe054fe'],
    [119, '31eba51c'],
    [120, '2f3d3354'],
  ] as const)
    expect(hex(sha256('a'.repeat(n))).slice(0, 8)).toBe(begins);
});

test('the smallest number that does it', () => {
  expect(solve('600000.abc.def', 12)).toBe('7546');
});
