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
  ])('refuses %j, which displays as something else', (text) => {
    const { issues } = read({ [field]: text });
    const [first] = issues?.map((issue) => [v.getDotPath(issue), issue.message]) ?? [];
    expect(first).toEqual([`address.${field}`, 'This contains invisible characters. Please remove them.']);
  });

  test('refuses a line break', () => {
    const { issues } = read({ [field]: '1 Trail\nHut 2' });
    expect(issues?.[0]?.message).toBe('Please use one line, without tabs.');
  });
});

describe.each(Object.keys(parcelAddress).filter((field) => field !== 'phone'))('%s', (field) => {
  test.each(['Rua São João, 3.º', 'Πλατεία 7', '山手通り 1'])('accepts %j unchanged', (text) => {
    expect(read({ country: 'Brazil', [field]: ` ${text} ` }).output).toMatchObject({ address: { [field]: text } });
  });
});

test.each(['line2', 'state'])('%s may be missing or blank', (field) => {
  for (const nothing of [undefined, null, '', '  '])
    expect(read({ country: 'Spain', [field]: nothing }).output).toMatchObject({ address: { [field]: null } });
});

const wrong = (changed: Record<string, unknown>) => read(changed).issues?.map((issue) => [v.getDotPath(issue), issue.message]);

describe('the printer’s requirements:', () => {
  test.each([
    ['United States', 'North Carolina', 'NC'],
    ['usa', 'n.c.', 'NC'],
    ['Canada', 'québec', 'QC'],
    ['Spain', 'Granada', 'Granada'],
    ['Nowhere', 'There', 'There'],
  ])('in %s the state %j is stored as %j', (country, state, stored) => {
    expect(read({ country, state }).output).toMatchObject({ address: { country, state: stored } });
  });

  test.each([null, '', 'Carolina'])('in the US and Canada the state %j is refused with instructions', (state) => {
    const message = 'Please enter a state or province, such as North Carolina or NC';
    expect(wrong({ state })).toEqual([['address.state', message]]);
    expect(wrong({ country: 'Canada', state, city: '' })).toContainEqual(['address.state', message]);
  });

  test.each(['+1 828 555 0100', '(0828) 55-501', '01/234.5678'])('the phone number %j is accepted', (phone) => {
    expect(read({ phone }).output).toMatchObject({ address: { phone } });
  });

  test.each([
    [undefined, 'Please enter a phone number for the carrier'],
    ['', 'Please enter a phone number for the carrier'],
    ['call me', 'Please enter a phone number such as +1 828 555 0100'],
    ['1234', 'Please enter a phone number such as +1 828 555 0100'],
  ])('the phone number %j is refused', (phone, message) => {
    expect(wrong({ phone })?.[0]).toEqual(['address.phone', message]);
  });

  test('a first and a last name are required', () => {
    expect(wrong({ name: ' Cher ' })).toEqual([['address.name', 'Please enter a first and last name']]);
  });
});

test('an older address without a phone number can still be read', () => {
  const { phone: _, ...old } = parcelAddress;
  expect(v.parse(ShippingAddress, old)).toEqual({ ...old, phone: null });
});
