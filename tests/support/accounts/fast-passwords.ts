/**
 * Replaces worker/security/password.ts in tests that run thousands of histories: it exports the same functions without the cost of hashing.
 * Never used by the product.
 */
import type * as real from '#worker/security/password.ts';

export const unusablePassword: typeof real.unusablePassword = '!';

export const hashPassword: typeof real.hashPassword = async (password) => `$fast$${password}`;

export const verifyPassword: typeof real.verifyPassword = async (phc, password) => phc === `$fast$${password}`;

export const needsRehash: typeof real.needsRehash = () => false;
