import * as v from 'valibot';

/**
 * Creates a store in local storage with one value per member. A value that does not match the schema, such as one from an older build,
 * counts as missing. If storage is unavailable, all values are missing.
 */
export function memberStore<Value>(keyPrefix: string, schema: v.GenericSchema<unknown, Value>) {
  const getKey = (memberId: number) => `${keyPrefix}${memberId}`;
  return {
    read(memberId: number): Value | null {
      try {
        const stored = v.safeParse(schema, JSON.parse(localStorage.getItem(getKey(memberId)) ?? 'null'));
        return stored.success ? stored.output : null;
      } catch {
        return null;
      }
    },
    store(memberId: number, value: Value): void {
      try {
        localStorage.setItem(getKey(memberId), JSON.stringify(value));
      } catch {
        // If storage is unavailable or full, the next visit finds no value or an older one.
      }
    },
    /** Deletes all values except the member's. Null deletes all. */
    clearExcept(memberId: number | null): void {
      const ownKey = memberId === null ? null : getKey(memberId);
      try {
        for (const key of Object.keys(localStorage)) if (key.startsWith(keyPrefix) && key !== ownKey) localStorage.removeItem(key);
      } catch {
        // If storage is unavailable, nothing was stored, so there is nothing to delete.
      }
    },
  };
}
