import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { claimState } from '#scripts/setup/state-claim.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cache-cards-claim-'));
const file = join(folder, 'claim.json');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('local state that a running product uses cannot be claimed for a seeding until the product ends', async () => {
  const product = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync(file, JSON.stringify({ pid: product.pid, user: 'The product' }));
  expect(() => claimState(folder, 'A seeding')).toThrow(`The product (process ${product.pid}) is using ${folder}. Stop it first.`);
  product.kill('SIGKILL');
  await once(product, 'exit');
  const release = claimState(folder, 'A seeding');
  expect(existsSync(file)).toBe(true);
  release();
  expect(existsSync(file)).toBe(false);
});

test('a process can claim the same local state again, and a claim that was only half written does not count', () => {
  claimState(folder, 'The product');
  expect(claimState(folder, 'The product')).toBeTypeOf('function');
  writeFileSync(file, '{"pid":');
  expect(claimState(folder, 'The product')).toBeTypeOf('function');
});
