/** In place of worker/security/password.ts where histories run by the thousand: the same calls without the work. Never in the product. */
import type * as real from '#worker/security/password.ts';

export const unusablePassword: typeof real.unusablePassword = '!';

export const hashPassword: typeof real.hashPassword = async (password) => `$fast$${password}`;

export const verifyPassword: typeof real.verifyPassword = async (phc, password) => phc === `$fast$${password}`;

export const needsRehash: typeof real.needsRehash = () => false;
