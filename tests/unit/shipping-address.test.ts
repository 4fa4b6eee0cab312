/** Where parcels go: what may stand in an address. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { DeliveryRequest } from '#schema/order.ts';

const address = { name: 'Mem Ber', line1: '1 Trail', line2: 'Hut 2', city: 'Boone', state: 'NC', zip: '28607', country: 'US' };
const read = (changed: Record<string, unknown>) => v.safeParse(DeliveryRequest, { delivery: 'ship', address: { ...address, ...changed } });

describe.each(Object.keys(address))('%s', (field) => {
  test.each([
    'a\u202Eb',
    'wr\u200Ben',
    'nul\u0000',
    '\u2066x',
    'soft\u00ADly',
    '\u3164',
    '\u061Cx',
  ])('%j, which shows as something else, is refused', (text) => {
    const { issues } = read({ [field]: text });
    expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
      [`address.${field}`, 'This holds characters that cannot be seen; please remove them'],
    ]);
  });

  test('a line break is refused', () => {
    const { issues } = read({ [field]: '1 Trail\nHut 2' });
    expect(issues?.map(({ message }) => message)).toEqual(['Use a single line']);
  });

  test.each(['Rua São João, 3.º', 'Πλατεία 7', '山手通り 1'])('%j is kept as it is', (text) => {
    expect(read({ [field]: ` ${text} ` }).output).toMatchObject({ address: { [field]: text } });
  });
});

test.each(['line2', 'state'])('%s may be left out or blank', (field) => {
  for (const nothing of [undefined, null, '', '  '])
    expect(read({ [field]: nothing }).output).toMatchObject({ address: { [field]: null } });
});
