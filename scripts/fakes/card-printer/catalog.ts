/** Products of the fake printer, with prices in ten-thousandths of a US dollar. */

export interface Option {
  reference: string;
  type: string;
  note: string;
  isDefault: boolean;
  price: number;
}

interface Product {
  name: string;
  minimumCount: number;
  price: number;
  options: Option[];
}

const listPapers = (defaultPaper: string): Option[] =>
  [
    { reference: 'paper_300mcs', note: '300 gsm silk', price: 300 },
    { reference: 'paper_350mcs', note: '350 gsm silk', price: 600 },
  ].map((paper) => ({ ...paper, type: 'type_product_material', isDefault: paper.reference === defaultPaper }));
const finishes: Option[] = [
  { reference: 'product_finish_none', type: 'type_sheet_product_finish', note: 'No finish', isDefault: true, price: 0 },
  { reference: 'product_finish_matte', type: 'type_sheet_product_finish', note: 'Matte lamination', isDefault: false, price: 450 },
];

export const products: Record<string, Product> = {
  card_flat_105x74_mm_double_sided_fc_tnr: {
    name: 'Flat card 105 x 74 mm',
    minimumCount: 1,
    price: 3_825,
    options: [...listPapers('paper_300mcs'), ...finishes],
  },
  card_flat_148x105_mm_double_sided_fc_tnr: {
    name: 'Flat card 148 x 105 mm',
    minimumCount: 1,
    price: 6_150,
    options: [...listPapers('paper_350mcs'), ...finishes],
  },
  // The app never orders business cards. This entry lets developers test how a minimum quantity is handled.
  businesscard_ds_int_bc_fc: {
    name: 'Business card 85 x 55 mm',
    minimumCount: 50,
    price: 480,
    options: listPapers('paper_300mcs'),
  },
};

export const levels = [
  { shipping_level: 'cp_saver', service: 'Postal service, untracked', price: 49_500 },
  { shipping_level: 'cp_ground', service: 'Ground, tracked', price: 89_500 },
  { shipping_level: 'cp_fast', service: 'Express', price: 215_000 },
];

/** Fee per order, in ten-thousandths of a US dollar. */
export const fee = 3_500;

/** Units of each currency per US dollar. The printer quotes prices only in these currencies. */
export const rates: Record<string, number> = { USD: 1, EUR: 0.9 };

const countriesWithoutVat = ['US', 'CA', 'CH', 'NO'];

export function vatRate(country: string): number {
  return countriesWithoutVat.includes(country) ? 0 : 20;
}
