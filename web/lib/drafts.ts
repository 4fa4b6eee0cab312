/**
 * Drafts of forms that have not been sent yet. A draft stays in this tab until the form is sent or the member signs out, so that it
 * survives a reload or an expired session. Drafts never contain passwords.
 */
import { getTokenMemberId } from '#web/lib/token-member.ts';

const prefix = 'draft_';
/** The key contains the member's id so that another member's draft is never restored. */
const getKey = (form: string) => `${prefix}${getTokenMemberId() ?? 'visitor'}_${form}`;

export type Draft = Record<string, unknown>;

/** Returns an empty draft if there is none, or if storage is unavailable. */
export function readDraft(form: string): Draft {
  try {
    return (JSON.parse(sessionStorage.getItem(getKey(form)) ?? '{}') ?? {}) as Draft;
  } catch {
    return {};
  }
}

/** Replaces the stored draft. An empty draft deletes it. */
export function storeDraft(form: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length > 0) sessionStorage.setItem(getKey(form), JSON.stringify(draft));
    else sessionStorage.removeItem(getKey(form));
  } catch {
    // If storage is unavailable, the typed text is lost on a reload.
  }
}

export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // If storage is unavailable, no draft was stored, so there is nothing to delete.
  }
}
