/** Which paper and finish cards are printed in. */
import { expect, test } from 'vitest';
import { chooseOptions } from '#worker/domain/printing/print-product.ts';

const option = (reference: string, family: string, isDefault = false) => ({ reference, family, isDefault });
const product = {
  reference: 'card',
  minimumCount: 1,
  options: [
    option('silk', 'paper', true),
    option('gloss', 'paper'),
    option('plain', 'finish', true),
    option('matte', 'finish'),
    option('hole', 'extra'),
  ],
};

test.each<[string, string[], string[]]>([
  ['the printer’s own choice of each family', [], ['plain', 'silk']],
  ['what is asked for instead of it', ['gloss'], ['gloss', 'plain']],
  ['what has no default where it is asked for', ['hole', 'matte'], ['hole', 'matte', 'silk']],
])('%s', (_, wanted, chosen) => {
  expect(chooseOptions(product, wanted)).toEqual({ ok: true, value: chosen });
});

test('what it does not have is named', () => {
  expect(chooseOptions(product, ['gloss', 'gold'])).toEqual({ ok: false, refusal: { unknown: ['gold'] } });
  expect(chooseOptions({ ...product, options: [] }, [])).toEqual({ ok: true, value: [] });
});
