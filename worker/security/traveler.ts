/** Encrypts travelers' data and hashes the fields that identify a person. */
import type { Traveler } from '#schema/stays/stay.ts';
import { type PersonHashes, personKeys } from '#worker/domain/stays/person.ts';
import { keyedHash } from './random.ts';
import { type NamedKey, seal, unseal } from './seal.ts';

/**
 * Encrypts the traveler's data and returns `KEYID.CIPHERTEXT`. The certificate number is authenticated as additional data, so a ciphertext
 * cannot be moved to another certificate.
 */
export async function sealTraveler([{ id, key }]: readonly [NamedKey, ...NamedKey[]], traveler: Traveler, number: string): Promise<string> {
  return `${id}.${await seal(key, JSON.stringify(traveler), number)}`;
}

/** Decrypts a traveler's data. Returns null if the data was erased, or if its key is no longer configured. */
export async function openTraveler(keys: readonly NamedKey[], sealed: string | null, number: string): Promise<Traveler | null> {
  const [id, ...rest] = sealed?.split('.') ?? [];
  const key = keys.find((candidate) => candidate.id === id);
  const text = key && (await unseal(key.key, rest.join('.'), number));
  return text === undefined ? null : (JSON.parse(text) as Traveler);
}

/** Returns keyed hashes that identify a person. */
export async function personHashes(
  key: CryptoKey,
  { fullName, birthDate }: Pick<Traveler, 'fullName' | 'birthDate'>,
): Promise<PersonHashes> {
  const {
    own: [first, ...others],
    parts,
  } = personKeys(fullName, birthDate);
  const hash = (person: string) => keyedHash(key, 'person', person);
  return { own: [await hash(first), ...(await Promise.all(others.map(hash)))], parts: await Promise.all(parts.map(hash)) };
}
