import { errorText } from '#worker/log.ts';
import type { Store } from '#worker/store/store.ts';

/** Calls the travel provider. If the call fails, stores the error for administrators and rethrows it. */
export async function askProvider<Answer>(
  store: Pick<Store, 'stayMaintenance'>,
  certificateId: number,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    await store.stayMaintenance.recordError(certificateId, errorText(error));
    throw error;
  }
}
