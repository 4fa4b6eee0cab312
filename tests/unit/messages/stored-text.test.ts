import { expect, test } from 'vitest';
import { cardName } from '#schema/memberships/payment-card.ts';
import { parseStoredText, storedMessages } from '#schema/stored-text.ts';
import { deviceName } from '#worker/domain/accounts/device.ts';
import { cardsName, orderDescription } from '#worker/domain/memberships/description.ts';

test.each([
  orderDescription({ kind: 'membership', tier: 'basic' }),
  orderDescription({ kind: 'membership', tier: 'premium' }),
  orderDescription({ kind: 'cache_cards', quantity: 5, replacesCard: 'TC-0000007' }),
  cardsName(1),
  cardsName(25),
  cardName({ brand: 'visa', last4: '4242' }),
  cardName({ brand: 'new', last4: '4242' }),
  deviceName('Mozilla/5.0 (Android 15) Firefox/140.0'),
  deviceName('curl on Linux'),
  deviceName(null),
])('%s, stored in English, has a message to translate', (text) => {
  expect(storedMessages).toContainEqual(parseStoredText(text)[0]);
});
