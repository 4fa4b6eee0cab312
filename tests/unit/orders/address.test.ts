import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressGroup, networkGroup } from '#worker/domain/address.ts';

describe('a network address’s group', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['unknown', 'unknown'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['2001:db8::1:0:0:1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:ffff:cb00:7107', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ])('of %s is %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });

  const group16 = fc.integer({ min: 0, max: 0xffff });
  const formatAddress = (groups: number[], padded: boolean) =>
    groups.map((group) => group.toString(16).padStart(padded ? 4 : 1, '0')).join(':');

  test('is the same for a whole /64, in any notation', () => {
    fc.assert(
      fc.property(
        fc.array(group16, { minLength: 4, maxLength: 4 }),
        fc.array(group16, { minLength: 4, maxLength: 4 }),
        fc.array(group16, { minLength: 4, maxLength: 4 }),
        (network, one, other) => {
          fc.pre(network.some((group) => group !== 0));
          const group = addressGroup(formatAddress([...network, ...one], false));
          expect(addressGroup(formatAddress([...network, ...other], true).toUpperCase())).toBe(group);
          expect(addressGroup(`${formatAddress(network, false)}::`)).toBe(group);
        },
      ),
    );
  });

  test('differs between two /64', () => {
    const network = fc.array(group16, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(network, network, (one, other) => {
        fc.pre(formatAddress(one, false) !== formatAddress(other, false));
        expect(addressGroup(`${formatAddress(one, false)}::1`)).not.toBe(addressGroup(`${formatAddress(other, false)}::1`));
      }),
    );
  });

  test('accepts any input', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof addressGroup(text) === 'string'));
  });
});

describe('a network address’s surrounding network', () => {
  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001:ffff::', '2001:db8:1::/48'],
    ['2001:db8::9', '2001:db8:0::/48'],
    ['203.0.113.7', null],
    ['::ffff:203.0.113.7', null],
    ['unknown', null],
  ])('of %s is %s', (address, network) => {
    expect(networkGroup(address)).toBe(network);
  });
});
