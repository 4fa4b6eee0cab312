/** Where parcels go: what may stand in an address. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { DeliveryRequest } from '#schema/orders/delivery.ts';
import { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { parcelAddress } from '#tests/support/orders/parcel-address.ts';

const read = (changed: Record<string, unknown>) =>
  v.safeParse(DeliveryRequest, { delivery: 'ship', address: { ...parcelAddress, ...changed } });

describe.each(Object.keys(parcelAddress))('%s', (field) => {
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
    const [first] = issues?.map((issue) => [v.getDotPath(issue), issue.message]) ?? [];
    expect(first).toEqual([`address.${field}`, 'This holds characters that cannot be seen; please remove them']);
  });

  test('a line break is refused', () => {
    const { issues } = read({ [field]: '1 Trail\nHut 2' });
    expect(issues?.[0]?.message).toBe('Use a single line');
  });
});

describe.each(Object.keys(parcelAddress).filter((field) => field !== 'phone'))('%s', (field) => {
  test.each(['Rua São João, 3.º', 'Πλατεία 7', '山手通り 1'])('%j is kept as it is', (text) => {
    expect(read({ country: 'Brazil', [field]: ` ${text} ` }).output).toMatchObject({ address: { [field]: text } });
  });
});

test.each(['line2', 'state'])('%s may be left out or blank', (field) => {
  for (const nothing of [undefined, null, '', '  '])
    expect(read({ country: 'Spain', [field]: nothing }).output).toMatchObject({ address: { [field]: null } });
});

const wrong = (changed: Record<string, unknown>) => read(changed).issues?.map((issue) => [v.getDotPath(issue), issue.message]);

describe('what the printer needs is asked for:', () => {
  test.each([
    ['United States', 'North Carolina', 'NC'],
    ['usa', 'n.c.', 'NC'],
    ['Canada', 'québec', 'QC'],
    ['Spain', 'Granada', 'Granada'],
    ['Nowhere', 'There', 'There'],
  ])('in %s the state %j is kept as %j', (country, state, kept) => {
    expect(read({ country, state }).output).toMatchObject({ address: { country, state: kept } });
  });

  test.each([null, '', 'Carolina'])('in the US and Canada the state %j is refused, saying what to write', (state) => {
    const message = 'Please enter a state or province, such as North Carolina or NC';
    expect(wrong({ state })).toEqual([['address.state', message]]);
    expect(wrong({ country: 'Canada', state, city: '' })).toContainEqual(['address.state', message]);
  });

  test.each(['+1 828 555 0100', '(0828) 55-501', '01/234.5678'])('the phone %j is taken', (phone) => {
    expect(read({ phone }).output).toMatchObject({ address: { phone } });
  });

  test.each([
    [undefined, 'Please enter a phone number for the carrier'],
    ['', 'Please enter a phone number for the carrier'],
    ['call me', 'Please enter a phone number such as +1 828 555 0100'],
    ['1234', 'Please enter a phone number such as +1 828 555 0100'],
  ])('the phone %j is not', (phone, message) => {
    expect(wrong({ phone })?.[0]).toEqual(['address.phone', message]);
  });

  test('a first and a last name', () => {
    expect(wrong({ name: ' Cher ' })).toEqual([['address.name', 'Please enter a first and last name']]);
  });
});

test('an address of before phones were asked for can still be read', () => {
  const { phone: _, ...old } = parcelAddress;
  expect(v.parse(ShippingAddress, old)).toEqual({ ...old, phone: null });
});
