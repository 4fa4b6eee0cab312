/**
 * argon2 with memoized results because tests create thousands of members with the same password. Hashes have the usual format, but equal
 * passwords have equal hashes.
 */
import Argon2 from '@phi-ag/argon2';

// biome-ignore lint/performance/noBarrelFile: stands in for a package
export { Argon2Type } from '@phi-ag/argon2';

/** Memoizes `work` by its arguments. */
function rememberAnswers<Arguments extends unknown[], Answer>(work: (...args: Arguments) => Answer): (...args: Arguments) => Answer {
  const answersByKey = new Map<string, Answer>();
  return (...args) => {
    const key = JSON.stringify(args);
    const answer = answersByKey.get(key) ?? work(...args);
    answersByKey.set(key, answer);
    return answer;
  };
}

export default class RememberedArgon2 extends Argon2 {
  override hash = rememberAnswers(super.hash.bind(this));
  override tryVerify = rememberAnswers(super.tryVerify.bind(this));
}
