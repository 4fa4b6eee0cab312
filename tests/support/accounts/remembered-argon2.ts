/**
 * Memoizes argon2, because tests create thousands of members with one password. The hashes have the usual format, but equal passwords have
 * equal hashes.
 */
import Argon2 from '@phi-ag/argon2';

// biome-ignore lint/performance/noBarrelFile: stands in for a package
export { Argon2Type } from '@phi-ag/argon2';

/** Memoizes `work` by its arguments. */
function remembered<Given extends unknown[], Answer>(work: (...given: Given) => Answer): (...given: Given) => Answer {
  const known = new Map<string, Answer>();
  return (...given) => {
    const key = JSON.stringify(given);
    const answer = known.get(key) ?? work(...given);
    known.set(key, answer);
    return answer;
  };
}

export default class RememberedArgon2 extends Argon2 {
  override hash = remembered(super.hash.bind(this));
  override tryVerify = remembered(super.tryVerify.bind(this));
}
