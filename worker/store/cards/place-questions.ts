/** Emails each owner once to ask who may see the locations of their placed cards. */

import { maxCardsPerMail } from '#schema/rules.ts';
import { bindStore } from '#worker/store/database.ts';
import { canReceiveNews } from '#worker/store/finding/news-mails.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { batch, statement } from '#worker/store/sql.ts';
import { isFindable } from './findable-cards.ts';

const walkJob = 'ask-places';
const walkPosition = `coalesce((SELECT p.through_id FROM job_progress p WHERE p.job = '${walkJob}'), 0)`;
/** SQL condition: the owner of card `c` must be asked about its location. Matches the partial index. */
const needsQuestion = `c.placement_at IS NOT NULL AND c.visibility IS NULL AND c.placement_at <= ?1 AND ${isFindable('c')}`;
/** Selects the owners in the job's next batch. The job starts over only after it has reached the last owner. */
const step = `SELECT DISTINCT c.user_id FROM cache_cards c WHERE c.user_id > ${walkPosition} AND c.placement_at IS NOT NULL
  AND c.visibility IS NULL ORDER BY c.user_id LIMIT ?2`;

export const placeQuestionStore = bindStore({
  /** Emails the question to the next owners, at most once per member. */
  async askOwners(db, placedBefore: number, owners: number, now: number): Promise<void> {
    await batch(db, [
      queueSelectedMails(
        'put_on_map',
        {
          sql: `SELECT u.id, u.email, json_object('firstName', u.first_name,
                    'count', CAST((SELECT count(*) FROM cache_cards c WHERE c.user_id = u.id AND ${needsQuestion}) AS TEXT),
                    'cards', (SELECT json_group_array(json_object('cardId', n.card_id, 'name', n.location)) FROM (
                      SELECT c.card_id, c.location FROM cache_cards c WHERE c.user_id = u.id AND ${needsQuestion} ORDER BY c.id LIMIT ${maxCardsPerMail}) n) || ''),
                    'put_on_map:' || u.id
                  FROM users u WHERE u.id IN (${step}) AND ${canReceiveNews} AND EXISTS (SELECT 1 FROM cache_cards c WHERE c.user_id = u.id AND ${needsQuestion})`,
          values: [placedBefore, owners],
        },
        now,
      ),
      statement(
        `INSERT INTO job_progress (job, through_id) SELECT '${walkJob}', n.through_id
           FROM (SELECT iif(count(*) < ?1, 0, max(s.user_id)) AS through_id FROM (${step.replace('?2', '?1')}) s) n
           WHERE n.through_id <> ${walkPosition} ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id`,
        [owners],
      ),
    ]);
  },
});
