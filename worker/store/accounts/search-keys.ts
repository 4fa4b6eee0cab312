/** Columns by which administrators find members whatever the diacritics, order of names or format of the phone number. */
import type { ProfilePlan } from '#worker/domain/accounts/profile.ts';
import { nameKey, phoneKey } from '#worker/domain/accounts/search-keys.ts';
import { bindStore } from '#worker/store/database.ts';
import { jsonParts } from '#worker/store/json-parts.ts';
import { execute, queryAll } from '#worker/store/sql.ts';

const perStep = 500;
/** The highest Unicode character. A prefix followed by it sorts after every text with that prefix. */
export const highestCharacter = 'char(1114111)';
/** Longest country code, in digits. */
const maxCountryCode = 3;

const profileColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  address: 'address',
  city: 'city',
  state: 'state',
  zip: 'zip',
  country: 'country',
} as const satisfies Record<keyof ProfilePlan['set'], string>;

const keyOf = { firstName: nameKey, lastName: nameKey, phone: phoneKey } as const;
const isKeyed = (name: string): name is keyof typeof keyOf => Object.hasOwn(keyOf, name);

/** Returns SET assignments for profile fields and the search keys derived from them. */
export function assignProfile(set: ProfilePlan['set'], bind: (value: string | null) => string): string[] {
  return Object.entries(set).flatMap(([name, value]) => {
    const column = profileColumns[name as keyof typeof profileColumns];
    const assignment = `${column} = ${bind(value)}`;
    return isKeyed(name) ? [assignment, `${column}_key = ${bind(value === null ? '' : keyOf[name](value))}`] : [assignment];
  });
}

/** The indexed names of member `u`, in both orders. */
const indexedNames = (u: string) => [
  `${u}.first_name_key || ' ' || ${u}.last_name_key`,
  `${u}.last_name_key || ' ' || ${u}.first_name_key`,
];

/** SQL for the names of member `u` as `nameKey` stores them, in both orders. */
export const foldedNames = (u: string) => indexedNames(u).join(' || char(10) || ');

/** SQL conditions for members whose names begin with the text in either order. An index serves each one, and also sorts by the name. */
export const nameConditions = (u: string, key: string) =>
  indexedNames(u).map((name) => ({
    condition: `${u}.erased_at IS NULL AND ${name} >= ${key} AND ${name} < ${key} || ${highestCharacter}`,
    name,
  }));

/** SQL conditions for members with the phone number. Either number may lack the country code. An index serves each one. */
export const phoneConditions = (u: string, key: string) => {
  const shorterKeys = Array.from({ length: maxCountryCode }, (_, index) => `substr(${key}, 1, length(${key}) - ${index + 1})`);
  return [
    `${u}.phone_key <> '' AND ${u}.phone_key >= ${key} AND ${u}.phone_key < ${key} || ':'`,
    `${u}.phone_key <> '' AND ${u}.phone_key IN (${shorterKeys.join(', ')})`,
  ];
};

export const searchKeyStore = bindStore({
  /** Stores missing search keys of older members. Returns false once none are missing. */
  async addSome(db): Promise<boolean> {
    const members = await queryAll<{ id: number; firstName: string | null; lastName: string | null; phone: string | null }>(
      db,
      `SELECT id, first_name AS "firstName", last_name AS "lastName", phone FROM users
       WHERE (first_name <> '' AND first_name_key = '' OR last_name <> '' AND last_name_key = '' OR phone <> '' AND phone_key = '')
       ORDER BY id LIMIT ?1`,
      [perStep],
    );
    const values = members.map(({ id, firstName, lastName, phone }) => ({
      id,
      firstName,
      lastName,
      phone,
      firstNameKey: nameKey(firstName ?? ''),
      lastNameKey: nameKey(lastName ?? ''),
      phoneKey: phoneKey(phone ?? ''),
    }));
    for (const part of jsonParts(values))
      await execute(
        db,
        `UPDATE users SET first_name_key = v.value ->> 'firstNameKey', last_name_key = v.value ->> 'lastNameKey', phone_key = v.value ->> 'phoneKey'
         FROM json_each(?1) v WHERE users.id = v.value ->> 'id' AND users.first_name IS v.value ->> 'firstName'
           AND users.last_name IS v.value ->> 'lastName' AND users.phone IS v.value ->> 'phone'`,
        [part],
      );
    return values.length === perStep;
  },
});
