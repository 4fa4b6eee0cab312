import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each([
  'Pacific/Kiritimati',
  'Asia/Tokyo',
  'UTC',
  'America/Los_Angeles',
  'Pacific/Pago_Pago',
])('a certificate’s date is the day of its PDF in %s', async (timeZone) => {
  vi.stubEnv('TZ', timeZone);
  const { calendarDay } = await import('#web/lib/calendar-day.ts');
  expect(['2027-11-21T00:00:00Z', '2027-11-21T10:00:00Z', '2027-11-21T23:59:59Z'].map(calendarDay)).toEqual(
    Array.from({ length: 3 }, () => 'Nov 21, 2027'),
  );
});
