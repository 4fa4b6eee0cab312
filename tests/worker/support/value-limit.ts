/** D1's limit on the size of a bound value, which Miniflare does not enforce. Miniflare enforces D1's other limits on statements. */
import { env } from 'cloudflare:workers';

/** D1's documented maximum size of a string, BLOB or row. */
const maxValueBytes = 2_000_000;
const maxBytesPerCodeUnit = 3;

const isTooLarge = (value: unknown) =>
  typeof value === 'string' &&
  value.length > maxValueBytes / maxBytesPerCodeUnit &&
  new TextEncoder().encode(value).byteLength > maxValueBytes;

/** Makes every statement of this Worker refuse values that D1 refuses. */
export function limitValues(): void {
  const prototype: D1PreparedStatement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'));
  const { bind } = prototype;
  // One Worker runs all test files, so an earlier file may have replaced the method already.
  if (bind.name === 'bindLimited') return;
  prototype.bind = function bindLimited(this: D1PreparedStatement, ...values: unknown[]) {
    if (values.some(isTooLarge)) throw new Error('D1_ERROR: string or blob too big: SQLITE_TOOBIG');
    return bind.apply(this, values);
  };
}
