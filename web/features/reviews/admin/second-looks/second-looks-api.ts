import { SecondLook, secondLooksPath } from '#schema/reviews/second-look.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiSend } from '#web/lib/api/client.ts';

export type Verdict = 'agree' | 'raise' | 'close';

/** `reason` is required to escalate or close, and omitted to agree. */
export async function sendVerdict({ id, version }: SecondLook, verdict: Verdict, reason?: string): Promise<SecondLook> {
  try {
    const body = { version, ...(reason !== undefined && { reason }) };
    return await apiSend('POST', `${secondLooksPath}/${id}/${verdict}`, body, SecondLook);
  } finally {
    await reloadLists(secondLooksPath).catch(() => undefined);
  }
}
