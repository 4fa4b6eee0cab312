/**
 * What was typed into a form but not sent yet. Stays in this tab until the form is sent or the member signs out, so that it survives an ended
 * session and a reload. Never contains passwords.
 */
import { getTokenMemberId } from '#web/lib/token-member.ts';

const prefix = 'draft_';
/** Drafts of another member are never restored. */
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

/** Replaces the draft. An empty one deletes it. */
export function storeDraft(form: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length > 0) sessionStorage.setItem(getKey(form), JSON.stringify(draft));
    else sessionStorage.removeItem(getKey(form));
  } catch {
    // If storage is unavailable, the text is only on the page.
  }
}

export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // If storage is unavailable, nothing was stored.
  }
}
