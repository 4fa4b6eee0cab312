import { type Option, products } from '#scripts/fakes/card-printer/catalog.ts';
import { type Answer, json } from '#scripts/fakes/core/answers.ts';

export type Posted = Record<string, unknown>;

export interface Item {
  reference: string;
  product: string;
  count: number;
  options: string[];
}

export class Refusal extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, info: string) {
    super(info);
    this.status = status;
    this.type = type;
  }
}

export async function answerOr(work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return json(error.status, { error: { type: error.type, info: error.message } });
  }
}

export const refuse = (type: string, info: string) => new Refusal(400, type, info);

export function text(posted: Posted, name: string, of = ''): string {
  const value = posted[name];
  if (typeof value !== 'string' || value.trim() === '') throw refuse('missing_parameter', `${of}${name} is missing`);
  return value;
}

export function readCountry(posted: Posted): { country: string; state: string } {
  const country = text(posted, 'country');
  if (!/^[A-Z]{2}$/.test(country)) throw refuse('country_unknown', `country ${country} is not an ISO 3166-1 alpha-2 code`);
  const { state = '' } = posted;
  if (!['US', 'CA'].includes(country)) return { country, state: String(state) };
  if (state === '') throw refuse('missing_parameter', `state is missing: it is required for ${country}`);
  if (typeof state !== 'string' || !/^[A-Z]{2}$/.test(state))
    throw refuse('state_unknown', `state ${String(state)} is not a two-letter code`);
  return { country, state };
}

export function readItems(posted: unknown): Item[] {
  if (!Array.isArray(posted) || posted.length === 0) throw refuse('missing_parameter', 'items are missing');
  const items = (posted as Posted[]).map(readItem);
  const twice = items.find(({ reference }, index) => items.findIndex((item) => item.reference === reference) !== index);
  if (twice) throw refuse('invalid_parameter', `Two items have the reference ${twice.reference}`);
  return items;
}

function readItem(posted: Posted): Item {
  const reference = text(posted, 'reference', 'item ');
  const of = `item ${reference}: `;
  const code = text(posted, 'product', of);
  const product = products[code];
  if (!product) throw refuse('product_unknown', `${of}Unknown product ${code}`);
  const count = Number(posted.count);
  if (!Number.isInteger(count) || count < product.minimumCount || count > 10_000) {
    throw refuse('count_invalid', `${of}Product count is invalid: at least ${product.minimumCount}`);
  }
  if (!Array.isArray(posted.options)) throw refuse('missing_parameter', `${of}options is missing: an array, empty if none are chosen`);
  return {
    reference,
    product: code,
    count,
    options: (posted.options as Posted[]).map((option) => readOption(option, product.options, of)).sort(),
  };
}

function readOption(posted: Posted, options: Option[], of: string): string {
  const reference = text(posted, 'type', `${of}option `);
  if (!options.some((option) => option.reference === reference)) throw refuse('option_unknown', `${of}option_unknown: ${reference}`);
  if (!(Number(posted.count) >= 1)) throw refuse('missing_parameter', `${of}count of option ${reference} is missing`);
  return reference;
}

export function readAddress(posted: unknown): Record<string, string> {
  const address = Array.isArray(posted) ? (posted as Posted[]).find(({ type }) => type === 'delivery') : undefined;
  if (!address) throw refuse('missing_parameter', 'addresses are missing: one of type delivery');
  for (const name of ['firstname', 'lastname', 'street1', 'zip', 'city', 'email', 'phone']) text(address, name, 'address ');
  readCountry(address);
  return Object.fromEntries(Object.entries(address).map(([name, value]) => [name, String(value)]));
}

export function readFile(posted: unknown, of: string): { url: string; md5sum: string } {
  const file = Array.isArray(posted) ? (posted[0] as Posted | undefined) : undefined;
  if (!file) throw refuse('missing_parameter', `${of}files are missing`);
  if (text(file, 'type', of) !== 'product') throw refuse('file_type_invalid', `${of}this product needs a file of type product`);
  const url = text(file, 'url', of);
  const md5sum = text(file, 'md5sum', of);
  if (!URL.canParse(url)) throw refuse('file_url_invalid', `${of}url is not valid`);
  if (!/^[0-9a-f]{32}$/.test(md5sum)) throw refuse('file_md5_invalid', `${of}md5sum is not valid`);
  return { url, md5sum };
}
