import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSearch } from '#worker/domain/admin/search-query.ts';

const kinds = (text: string) => readSearch(text).map((meaning) => Object.values(meaning).join(' '));

describe('a search text', () => {
  test.each([
    ['Order 4', ['number order 4']],
    ['order #4', ['number order 4']],
    ['ORDER no. 4', ['number order 4']],
    ['user 31', ['number member 31']],
    ['Payout run 7', ['number run 7']],
    ['message 12', ['number message 12']],
    ['#31', ['number  31', 'card TC-0000031']],
    [' 4 ', ['number  4', 'card TC-0000004']],
    ['４', ['number  4', 'card TC-0000004']],
    ['card 31', ['card TC-0000031']],
    ['tc-1000007', ['card TC-1000007']],
    ['TC 1000007', ['card TC-1000007']],
    ['1000007', ['card TC-1000007', 'number  1000007', 'phone 7000001']],
    ['0001110', ['card TC-0001110']],
    ['0042', ['card TC-0000042']],
    ['+1 (828) 555-0100', ['phone 00105558281']],
    ['vc-7k2m-9qxa', ['certificate VC-7K2M-9QXA']],
    ['VC7K2M9QXA', ['certificate VC-7K2M-9QXA']],
    [' Anna@Example.ORG', ['email anna@example.org']],
    ['CC-7-1042', ['payout_line 7 1042']],
    ['pi_3QabcDEF123', ['stripe pi_3QabcDEF123']],
    ['cus_QxYz123456', ['stripe cus_QxYz123456']],
    ['evt_1Qabcdef_test', ['stripe evt_1Qabcdef_test']],
    ['1Z 999 AA1 01 2345 6784', ['tracking 1Z999AA10123456784']],
    ['00340434161094042557', ['tracking 00340434161094042557']],
    ['RR123456785DE', ['tracking RR123456785DE']],
  ])('%s can be %j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test.each([
    '',
    ' ',
    'Anna',
    'shoe 4',
    'Order',
    'order four',
    'toString 4',
    'a@',
    '@b',
    'pi_',
    'TC-',
    'Trail mark 7',
    '4 5',
    '-4',
    '4.5',
  ])('%j can only be words', (text) => {
    expect(kinds(text)).toEqual([]);
  });

  test('has at most a handful of meanings', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => readSearch(text).length <= 4));
    for (const text of ['a '.repeat(250), `${'order '.repeat(80)}4`, '1'.repeat(500)]) expect(readSearch(text)).toEqual([]);
  });
});
