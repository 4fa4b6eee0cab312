import { redemptionPauseMonths } from '#schema/rules.ts';

/** SQL for the end of the waiting period after a redemption at `at`, in calendar months as in `nextRedemption`. */
export const pauseEnd = (at: string) => `unixepoch(${at}, 'unixepoch', '+${redemptionPauseMonths} months', 'floor')`;
