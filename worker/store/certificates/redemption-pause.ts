import { redemptionPauseMonths } from '#schema/rules.ts';

/** SQL for the end of the waiting period after a redemption at `at`. Uses calendar months, like `nextRedemption`. */
export const pauseEnd = (at: string) => `unixepoch(${at}, 'unixepoch', '+${redemptionPauseMonths} months', 'floor')`;
