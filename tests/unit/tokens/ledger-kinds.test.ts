/** The triggers repeat the codes of ledger kinds. Their behavior for each kind must match schema/tokens/ledger-kinds.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type KeyKindName,
  keyKinds,
  type OwedKindName,
  owedKinds,
  scanKinds,
  type TokenKindName,
  tokenKinds,
} from '#schema/tokens/ledger-kinds.ts';
import { keyCounters, owedTokenKinds, tokenTransactionTypes } from '#schema/tokens/token.ts';
import { keyRow, owedRow, tokenRow } from '#tests/support/tokens/ledger-rows.ts';

const namesOf = <Name extends string>(kinds: Record<Name, unknown>) => Object.keys(kinds) as Name[];
const [member, friend] = [1, 2];
let db: DatabaseSync;

const userRow = (id: number) =>
  db
    .prepare(
      `SELECT token_balance AS tokens, listed_tokens AS listed, owed_tokens AS owed, treasure_keys AS treasure, community_keys AS community,
         keys_brought AS brought FROM users WHERE id = ?`,
    )
    .get(id);
function isAccepted(sql: string): boolean {
  try {
    db.exec(sql);
    return true;
  } catch {
    return false;
  }
}

beforeAll(() => {
  db = new DatabaseSync(':memory:');
  const files = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  for (const name of files.sort()) db.exec(readFileSync(`migrations/${name}`, 'utf8'));
});
beforeEach(() => {
  db.exec('BEGIN');
  for (const id of [member, friend])
    db.exec(
      `INSERT INTO users (id, email, email_key, password_hash, referral_code, created_at) VALUES (${id}, '${id}', '${id}', '!', 'R${id}', 1)`,
    );
  db.exec(tokenRow('adjustment', { user: member, amount: 100 }));
});
afterEach(() => db.exec('ROLLBACK'));

test.each([
  ['tokens', tokenKinds],
  ['owed tokens', owedKinds],
  ['keys', keyKinds],
  ['scans', scanKinds],
])('the ledger codes of %s are 0, 1, 2 …, the indexes of their words', (_, kinds) => {
  expect(Object.values(kinds).map(({ code }) => code)).toEqual(Object.keys(kinds).map((_name, index) => index));
});

test('every ledger word that members see has a kind', () => {
  expect(new Set(Object.values(tokenKinds).map(({ type }) => type))).toEqual(new Set(tokenTransactionTypes));
  expect(Object.keys(owedKinds)).toEqual([...owedTokenKinds]);
  expect(new Set(Object.values(keyKinds).map(({ keys }) => keys))).toEqual(new Set(keyCounters));
});

describe.each(namesOf<TokenKindName>(tokenKinds))('a ledger row of kind %s', (kind) => {
  const isFind = kind === 'scan' || kind === 'owner_scan';

  test('changes the balance, and the order of the member list unless it is a find', () => {
    db.exec(tokenRow(kind, { user: member, amount: -7 }));
    expect(userRow(member)).toMatchObject({ tokens: 93, listed: isFind ? 100 : 93 });
  });

  test('has a description unless it is a find', () => {
    expect(isAccepted(tokenRow(kind, { user: member, amount: 1, description: isFind ? `'Words'` : 'NULL' }))).toBe(false);
  });

  test('is refused if it is a suspended member’s find or redemption', () => {
    db.exec(`UPDATE users SET suspended_at = 1, suspended_reason = 'Test' WHERE id = ${member}`);
    expect(isAccepted(tokenRow(kind, { user: member, amount: 1 }))).toBe(kind !== 'scan' && kind !== 'redemption');
  });

  test('is refused if a redemption would leave less than the owed tokens', () => {
    db.exec(owedRow('reversal', { user: member, amount: 50, subject: 1 }));
    expect(isAccepted(tokenRow(kind, { user: member, amount: -60 }))).toBe(kind !== 'redemption');
  });
});

test.each(namesOf<OwedKindName>(owedKinds))('an event of kind %s changes the owed amount; a reversal never lowers it', (kind) => {
  db.exec(owedRow('reversal', { user: member, amount: 5, subject: 1 }));
  expect(isAccepted(owedRow(kind, { user: member, amount: -2, subject: 1, turn: 1 }))).toBe(kind !== 'reversal');
  expect(userRow(member)).toMatchObject({ owed: kind === 'reversal' ? 5 : 3 });
});

test.each(
  namesOf<KeyKindName>(keyKinds),
)('keys of kind %s add to the counter of the member, and referral keys also to `keys_brought` of the friend', (kind) => {
  db.exec(keyRow(kind, { user: member, amount: 3, subject: friend }));
  const { keys } = keyKinds[kind];
  expect(userRow(member)).toMatchObject({ treasure: keys === 'treasure' ? 3 : 0, community: keys === 'community' ? 3 : 0 });
  expect(userRow(friend)).toMatchObject({ brought: kind === 'referral' ? 3 : 0 });
});

test.each(namesOf<KeyKindName>(keyKinds))('%s keys block clearing the referrer only for the friend they were earned for', (kind) => {
  db.exec(`UPDATE users SET referred_by_id = ${member} WHERE id = ${friend}`);
  db.exec(keyRow(kind, { user: member, amount: 1, subject: friend }));
  expect(isAccepted(`UPDATE users SET referred_by_id = NULL WHERE id = ${friend}`)).toBe(kind !== 'referral');
});
