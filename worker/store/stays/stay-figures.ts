/** The figures published on /stays, recomputed once a day. */

import { minCountedPeople } from '#schema/rules.ts';
import type { StayFigures } from '#schema/stays/figures.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, queryFirst, statement } from '#worker/store/sql.ts';

/** SQL for the number of certificates `c` with stay `s` that meet the condition; null if they belong to too few members to publish. */
const countPublished = (condition: string) =>
  `iif(count(DISTINCT iif(${condition}, c.user_id, NULL)) >= ${minCountedPeople}, count(iif(${condition}, 1, NULL)), NULL)`;

const medianWait = `(SELECT CAST(avg(wait) AS INTEGER)
  FROM (SELECT o.created_at - o.requested_at AS wait, count(*) OVER () AS total, row_number() OVER (ORDER BY o.created_at - o.requested_at) AS position
    FROM stay_offers o WHERE o.requested_at IS NOT NULL)
  WHERE position IN ((total + 1) / 2, (total + 2) / 2)
    AND (SELECT count(DISTINCT s.user_id) FROM stays s JOIN stay_offers o ON o.certificate_id = s.certificate_id AND o.requested_at IS NOT NULL) >= ${minCountedPeople})`;

export const stayFigureStore = bindStore({
  load: (db) =>
    queryFirst<StayFigures, 'day'>(
      db,
      `SELECT day AS "day", issued AS "issued", booked AS "booked", stayed AS "stayed", returned AS "returned", refused AS "refused",
         median_offer_seconds AS "medianOfferSeconds" FROM stay_figures ORDER BY day DESC LIMIT 1`,
    ),

  /** Recomputes all figures and replaces the previous ones. `day` is `YYYY-MM-DD`. */
  async recount(db, day: string): Promise<void> {
    await batch(db, [
      statement(
        `INSERT INTO stay_figures (day, issued, booked, stayed, returned, refused, median_offer_seconds)
         SELECT ?1, ${countPublished('1')}, ${countPublished(`s.stage IN ('booked', 'stayed')`)},
           ${countPublished(`s.stage = 'stayed' AND s.took_place = 1`)},
           ${countPublished(`c.status = 'cancelled' AND c.review <> 'refused'`)}, ${countPublished(`c.review = 'refused'`)}, ${medianWait}
         FROM vacation_certificates c LEFT JOIN stays s ON s.certificate_id = c.id
         WHERE true ON CONFLICT (day) DO NOTHING`,
        [day],
      ),
      statement('DELETE FROM stay_figures WHERE day < ?1', [day]),
    ]);
  },
});
