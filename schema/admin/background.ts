/**
 * Request header of calls that a page makes by itself. Reading calls with it do not extend the administrator's session, and lists omit
 * their total, whose count can read thousands of rows. Other methods ignore it.
 */
export const backgroundHeader = 'X-Background';
