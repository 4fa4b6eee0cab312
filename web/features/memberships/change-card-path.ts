import { paths } from '#web/lib/paths.ts';

/** Opens the form for a new card on the account page. */
export const changeCardPath = `${paths.account('membership')}&card=change`;
