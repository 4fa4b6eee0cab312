/**
 * SQL condition: link `l` was sent to an address that the member had confirmed, because it was about to change. These links are stored for
 * `scanEvidenceRetentionSeconds` after they expire. With `+`, D1 counts no rows for members without links.
 */
export const isConfirmedEmail = "+l.purpose IN ('stop_email_change', 'undo_email_change')";

/** SQL for a JSON array of the emails that a member had and confirmed. `user` is an SQL expression. */
export const formerEmails = (user: string) =>
  `(SELECT json_group_array(DISTINCT l.email) FROM one_time_links l WHERE l.user_id = ${user} AND ${isConfirmedEmail})`;
