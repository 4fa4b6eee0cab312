import { secondsPerHour, serverErrorAlarm } from '#schema/rules.ts';
import { windowStart } from '#worker/domain/time.ts';
import { bindStore } from '#worker/store/database.ts';
import { execute } from '#worker/store/sql.ts';

export const serverErrorKey = 'server-errors';

export const serverErrorStore = bindStore({
  async count(db, now: number): Promise<void> {
    const start = windowStart(now, serverErrorAlarm.windowSeconds);
    await execute(
      db,
      `INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES ('${serverErrorKey}', ?1, 1, ?2)
       ON CONFLICT (key, window_start) DO UPDATE SET count = count + 1`,
      [start, start + secondsPerHour],
    );
  },
});
