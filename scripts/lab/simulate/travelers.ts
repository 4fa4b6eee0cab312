/** Register of the people who travel on certificates. Each person is limited to one stay in 12 months. */
import { nextRedemption } from '#schema/certificates/certificate.ts';
import { personKeys } from '#worker/domain/stays/person.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { createRandom } from './random.ts';

export interface Traveler {
  fullName: string;
  birthDate: string;
}

/**
 * Earliest time of each person's next stay, keyed by the second of their own keys (`personKeys`). Entries remain after an account is deleted.
 */
export type StayRegister = Map<string, Seconds>;

/** Records a stay. Returns false if the person had another stay in the 12 months before `redeemedAt`. */
export function claimStay(register: StayRegister, person: string, redeemedAt: Seconds): boolean {
  if ((register.get(person) ?? 0) > redeemedAt) return false;
  register.set(person, nextRedemption(new Date(redeemedAt * 1_000)).getTime() / 1_000);
  return true;
}

const firstNames =
  'Anna,Ben,Carla,David,Elena,Farid,Grace,Hugo,Ines,Jonas,Katarína,Liam,Marie-Claire,Noah,Olga,Pablo,Quinn,Rosa,Søren,Thảo,Umar,Vera,William,Xiaoming,Yuki,Zoë,Иван,Мария,محمد,דוד,太郎,민준';
const lastNames =
  "Adams,Brown,Castillo,Díaz,Evans,Fischer,Garcia,Hansen,Ivanov,Jones,Kowalski,Lopez,Müller,Nguyễn,O'Brien,Petrov,Quist,Rossi,Smith,Taylor,Ueda,Virtanen,Williams,Xu,Young,Zimmermann,Иванов,أحمد,כהן,山田,김";

/** Returns a made-up person aged 18 to 80. The same number always yields the same person. Does not use the simulation's random numbers. */
export function inventTraveler(number: number): Traveler {
  const random = createRandom(number);
  return { fullName: `${random.pick(firstNames.split(','))} ${random.pick(lastNames.split(','))}`, birthDate: inventBirthDate(random) };
}

function inventBirthDate({ integer }: ReturnType<typeof createRandom>): string {
  return new Date(Date.UTC(1946, 0, integer(1, 62 * 365))).toISOString().slice(0, 10);
}

export function getTravelerKey({ fullName, birthDate }: Traveler): string {
  return personKeys(fullName, birthDate).own[1];
}
