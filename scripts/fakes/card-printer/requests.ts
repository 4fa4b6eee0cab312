import { type Option, products } from '#scripts/fakes/card-printer/catalog.ts';
import { type FakeResponse, json } from '#scripts/fakes/core/responses.ts';

export type RequestBody = Record<string, unknown>;

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

export async function catchFailure(work: () => FakeResponse | Promise<FakeResponse>): Promise<FakeResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return json(error.status, { error: { type: error.type, info: error.message } });
  }
}

export const refuse = (type: string, info: string) => new Refusal(400, type, info);

export function readText(postedValue: RequestBody, name: string, prefix = ''): string {
  const value = postedValue[name];
  if (typeof value !== 'string' || value.trim() === '') throw refuse('missing_parameter', `${prefix}${name} is missing`);
  return value;
}

export function readCountry(postedValue: RequestBody): { country: string; state: string } {
  const country = readText(postedValue, 'country');
  if (!/^[A-Z]{2}$/.test(country)) throw refuse('country_unknown', `country ${country} is not an ISO 3166-1 alpha-2 code`);
  const { state = '' } = postedValue;
  if (!['US', 'CA'].includes(country)) return { country, state: String(state) };
  if (state === '') throw refuse('missing_parameter', `state is missing: it is required for ${country}`);
  if (typeof state !== 'string' || !/^[A-Z]{2}$/.test(state))
    throw refuse('state_unknown', `state ${String(state)} is not a two-letter code`);
  return { country, state };
}

export function readItems(postedValue: unknown): Item[] {
  if (!Array.isArray(postedValue) || postedValue.length === 0) throw refuse('missing_parameter', 'items are missing');
  const items = (postedValue as RequestBody[]).map(readItem);
  const duplicate = items.find(({ reference }, index) => items.findIndex((item) => item.reference === reference) !== index);
  if (duplicate) throw refuse('invalid_parameter', `Two items have the reference ${duplicate.reference}`);
  return items;
}

function readItem(postedValue: RequestBody): Item {
  const reference = readText(postedValue, 'reference', 'item ');
  const prefix = `item ${reference}: `;
  const code = readText(postedValue, 'product', prefix);
  const product = products[code];
  if (!product) throw refuse('product_unknown', `${prefix}Unknown product ${code}`);
  const count = Number(postedValue.count);
  if (!Number.isInteger(count) || count < product.minimumCount || count > 10_000) {
    throw refuse('count_invalid', `${prefix}Product count is invalid: at least ${product.minimumCount}`);
  }
  if (!Array.isArray(postedValue.options))
    throw refuse('missing_parameter', `${prefix}options is missing: an array, empty if none are chosen`);
  return {
    reference,
    product: code,
    count,
    options: (postedValue.options as RequestBody[]).map((option) => readOption(option, product.options, prefix)).sort(),
  };
}

function readOption(postedValue: RequestBody, options: Option[], prefix: string): string {
  const reference = readText(postedValue, 'type', `${prefix}option `);
  if (!options.some((option) => option.reference === reference)) throw refuse('option_unknown', `${prefix}option_unknown: ${reference}`);
  if (!(Number(postedValue.count) >= 1)) throw refuse('missing_parameter', `${prefix}count of option ${reference} is missing`);
  return reference;
}

export function readAddress(postedValue: unknown): Record<string, string> {
  const address = Array.isArray(postedValue) ? (postedValue as RequestBody[]).find(({ type }) => type === 'delivery') : undefined;
  if (!address) throw refuse('missing_parameter', 'addresses are missing: one of type delivery');
  for (const name of ['firstname', 'lastname', 'street1', 'zip', 'city', 'email', 'phone']) readText(address, name, 'address ');
  readCountry(address);
  return Object.fromEntries(Object.entries(address).map(([name, value]) => [name, String(value)]));
}

export function readFile(postedValue: unknown, prefix: string): { url: string; md5sum: string } {
  const file = Array.isArray(postedValue) ? (postedValue[0] as RequestBody | undefined) : undefined;
  if (!file) throw refuse('missing_parameter', `${prefix}files are missing`);
  if (readText(file, 'type', prefix) !== 'product') throw refuse('file_type_invalid', `${prefix}this product needs a file of type product`);
  const url = readText(file, 'url', prefix);
  const md5sum = readText(file, 'md5sum', prefix);
  if (!URL.canParse(url)) throw refuse('file_url_invalid', `${prefix}url is not valid`);
  if (!/^[0-9a-f]{32}$/.test(md5sum)) throw refuse('file_md5_invalid', `${prefix}md5sum is not valid`);
  return { url, md5sum };
}
