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
  ['a requested option instead of the default', ['gloss'], ['gloss', 'plain']],
  ['an option of a family without a default, if requested', ['hole', 'matte'], ['hole', 'matte', 'silk']],
])('printing uses %s', (_, wanted, chosen) => {
  expect(chooseOptions(product, wanted)).toEqual({ ok: true, value: chosen });
});

test('an option that the product lacks is named in the error', () => {
  expect(chooseOptions(product, ['gloss', 'gold'])).toEqual({ ok: false, refusal: { unknown: ['gold'] } });
  expect(chooseOptions({ ...product, options: [] }, [])).toEqual({ ok: true, value: [] });
});
