import { type AlarmMailOf, alarmMail, decideAlarms, raiseAlarms } from '#worker/domain/admin/alarms.ts';
import type { Store } from '#worker/store/store.ts';

interface WatchDeps {
  store: Pick<Store, 'alarms'>;
  /** Recipient of alarm emails; if null, alarms only appear in the admin area. */
  alarmRecipient: string | null;
  isPrinterDown: () => Promise<boolean>;
}

/**
 * `now` is in Unix seconds (UTC). Safe to run twice, late or in parallel. The operator gets one email when an alarm begins and one when it
 * ends.
 */
export async function watch({ store, alarmRecipient, isPrinterDown }: WatchDeps, now: number): Promise<void> {
  const { facts, knownAlarms } = await store.alarms.load(now);
  // A failed quote leaves no row by which to tell that the printer works again, so ask the printer.
  const shouldAskPrinter =
    knownAlarms.some(({ kind, endedAt }) => kind === 'prints_failed' && endedAt === null) && !facts.waiting.prints_failed;
  if (shouldAskPrinter) facts.waiting.prints_failed = await isPrinterDown();
  const plan = decideAlarms(raiseAlarms(facts, now), knownAlarms, alarmRecipient !== null, now);
  const composeMail: AlarmMailOf | null = alarmRecipient === null ? null : (template, alarm) => alarmMail(alarmRecipient, template, alarm);
  await store.alarms.commit(plan, composeMail, now);
}
