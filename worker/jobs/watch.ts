/** Raises and ends alarms, with one mail to the operator each. */
import { type AlarmMailOf, alarmMail, decideAlarms, raiseAlarms } from '#worker/domain/admin/alarms.ts';
import type { Store } from '#worker/store/store.ts';

interface WatchDeps {
  store: Pick<Store, 'alarms'>;
  /** Null: nobody is mailed, and the administrators' area says it alone. */
  opsTo: string | null;
  isPrinterDown: () => Promise<boolean>;
}

/** `now` in UTC unix seconds. Safe to run twice, late or in parallel. */
export async function watch({ store, opsTo, isPrinterDown }: WatchDeps, now: number): Promise<void> {
  const { facts, knownAlarms } = await store.alarms.load(now);
  // Of a quote that failed nothing is kept but its alarm: whether the printer is there again, it alone can say.
  const asksPrinter = knownAlarms.some(({ kind, endedAt }) => kind === 'prints_failed' && endedAt === null) && !facts.waiting.prints_failed;
  if (asksPrinter) facts.waiting.prints_failed = await isPrinterDown();
  const plan = decideAlarms(raiseAlarms(facts, now), knownAlarms, opsTo !== null, now);
  const mailOf: AlarmMailOf | null = opsTo === null ? null : (template, alarm) => alarmMail(opsTo, template, alarm);
  await store.alarms.commit(plan, mailOf, now);
}
