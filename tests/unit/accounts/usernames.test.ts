/** Rules for new usernames. Product rules: Accounts and sessions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { confusablesFile, groupConfusables } from '#scripts/confusables/make.ts';
import { demoMembers } from '#scripts/seed/demo-accounts.ts';
import { cast } from '#scripts/seed/demo-cast.ts';
import { root } from '#scripts/setup/run.mjs';
import { toSkeleton } from '#worker/domain/accounts/usernames/skeleton.ts';
import { decideUsername } from '#worker/domain/accounts/usernames/username.ts';
import { hasSingleScript } from '#worker/domain/accounts/usernames/writing-systems.ts';

const refusalOf = (username: string) => {
  const decision = decideUsername(username);
  return decision.ok ? undefined : decision.refusal.reason;
};

test('the table of confusable letters is up to date and small', () => {
  const file = readFileSync(join(root, confusablesFile), 'utf8');
  expect(JSON.parse(file)).toEqual(groupConfusables());
  expect(Buffer.byteLength(file)).toBeLessThan(20_000);
});

describe('two usernames look alike:', () => {
  test.each([
    ['paypal', 'раураl'],
    ['BasiI', 'basil'],
    ['BASIL', 'basil'],
    ['wi11iam', 'William'],
    ['c0rnet', 'cornet'],
    ['cornet', 'comet'],
    ['ѕсоре', 'scope'],
    ['ʙᴀꜱɪᴄ', 'basic'],
    ['ᴊᴏɴᴀꜱ', 'jonas'],
    ['ɯɐɹᴉo', 'mario'],
  ])('%s and %s', (one, other) => {
    expect(toSkeleton(one)).toBe(toSkeleton(other));
  });

  test.each([
    ['anna', 'hanna'],
    ['fay_1', 'fay_2'],
    ['zoe', 'zoë'],
    ['a.b.c', 'abc'],
    ['anna', 'ama'],
    ['Нина', 'Hnha'],
    ['əli', 'eli'],
  ])('but not %s and %s', (one, other) => {
    expect(toSkeleton(one)).not.toBe(toSkeleton(other));
  });

  test('even if a skeleton is computed from a skeleton', () => {
    for (const name of ['William_007', 'ΜΑΡΊΑ', 'Владимир', 'ﬀ0Il1m']) expect(toSkeleton(toSkeleton(name))).toBe(toSkeleton(name));
  });
});

describe('the script of a username', () => {
  test('is found for every letter and digit of Unicode', () => {
    const missing: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const letter = String.fromCodePoint(code);
      if (/[\p{L}\p{M}\p{Nd}]/u.test(letter) && !hasSingleScript(letter)) missing.push(code.toString(16));
    }
    expect(missing).toEqual([]);
  });

  test.each([
    'Müller7',
    'Ђорђе',
    'Ναυσικά',
    'שרה_1',
    'יוֹסֵף',
    'ქეთევანი',
    'አበበ',
    'தமிழ்',
    '山田たろう',
    'ラーメン',
    '홍길동',
    '金大中홍',
    'ㄅㄆ注音',
    'ẹ́niọlá',
  ])('is one: %s', (name) => {
    expect(refusalOf(name)).toBeUndefined();
  });

  test.each(['аdmin', 'gооgle', 'ネットnet', 'Αlice', 'ひ홍길', 'fay٣'])('is not one: %s', (name) => {
    expect(refusalOf(name)).toBe('username_mixes_scripts');
  });
});

describe('a username', () => {
  test.each([
    ...[
      'admin',
      'Admin_2',
      'the-administrator',
      'super.admin',
      'moderator',
      'MODERAT0R',
      'admins',
      'the_moderators',
      'staff',
      'fay-support',
      'support24',
      'Official.Fay',
    ],
    ...['ADMİN', 'aḋmin', 'admín', 'cachécards', 'cacḥecards'],
    ...['cachecards', 'CacheCard', 'cache-cards-fan', 'CacheCardsTeam', 'help', 'helpTeam', 'customer.service', 'root', 'postmaster'],
    ...['5upport', 'f4y.5t4ff', '4dm1n', 'PayPal', 'paypal_support', 'paypal-login', 'my.5tripe'],
    ...['venmo', 'Venmo-pay', 'zelle_1', 'cash_app', 'my-cashapp', 'VISA', 'visa.card', 'mastercard', 'master.card', 'Master-Card-1'],
    ...['customercare', 'Customer.Care', 'the-customercare', 'billing', 'billing-anna', 'anna.billing', 'cache.billing24'],
    ...['TreasureToken', 'treasure-tokens', 'free.treasure.tokens', 'Treasur3_T0ken', 'mytreasuretokens4u'],
    ...['ᴀᴅᴍɪɴ', 'ꜱᴜᴘᴘᴏʀᴛ', 'ᴄᴀᴄʜᴇᴄᴀʀᴅꜱ', 'ᏚᏌᏢᏢᎾᎡᎢ', 'ꮪꮜꮲꮲꮎꭱꭲ', 'аԁміп', 'админ', 'ɐdmin', 'adrnin', 'adnnin', 'vvebmaster', 'teann'],
    ...['administrateur', 'Modératrice', 'soporte', 'suporte_anna', 'beheerder', 'správce', 'équipe', 'tým', 'Kundendienst'],
    ...['管理者', 'サポート', 'サポートチーム', 'スタッフ', 'поддержка'],
    ...['TC-1234567', 'tc1234567', 'tc_o0ol1234'.slice(0, 10), 'TC.0O0.0001'],
  ])('is reserved: %s', (name) => {
    expect(refusalOf(name)).toBe('username_reserved');
  });

  test.each([
    ...['adminton', 'supporter', 'staffordshire', 'cache_hunter', 'helpful_hannah', 'teammate', 'tc-123', 'geo.cards', 'anna.at.home'],
    ...[
      'tym',
      'anna.personal',
      'anna_podpora',
      'Дмитрий',
      'Димитър',
      'Анна',
      'Əli',
      'kɔfi',
      'サポーター',
      '管理太郎',
      'Σοφία',
      'ᏣᎳᎩ',
      'Joanna',
      'Svva',
    ],
    ...['visalia', 'elvisa', 'treasure_hunter', 'token.anna', 'customer_anna', 'billy', 'rozelle', 'carefree', 'master_anna'],
    ...['member1', 'anna.schmidt', 'free', 'basic', 'premium', 'moderato', 'tomcat1234567'],
    ...[...demoMembers, ...cast].map(({ username }) => username),
  ])('is not reserved: %s', (name) => {
    expect(refusalOf(name)).toBeUndefined();
  });

  test.each([
    'prizes.com',
    'PRIZES.C0M',
    'my-shop.xyz',
    'paypa.me',
    'prizes.co',
    'fay-at-demo.test',
    'fay.fox_at_mail.example',
  ])('looks like an address: %s', (name) => {
    expect(refusalOf(name)).toBe('username_like_address');
  });

  test.each([
    '...',
    '-_-',
    'fay fox',
    'fay@demo.test',
    'fay\u200Cfox',
    'fay\u{E0041}',
    '٠\u0670\u0670١ab',
    '\u0301abc',
    'ab',
    'i\u0307an',
    'a'.repeat(31),
    'fay!',
  ])('has impossible characters: %j', (name) => {
    expect(refusalOf(name)).toBe('invalid_input');
  });
});
