/**
 * What an administrator is asked for in the middle of their work: to log in again, or to show their second factor. The call that
 * was refused waits for it, and so does the form that made it: nothing that was typed is lost.
 */
import { useSyncExternalStore } from 'react';
import { forgetAdminSession } from '#web/features/admin/session/admin-session.ts';
import { storedAdminToken } from '#web/lib/admin-token.ts';
import { onAdminRefused } from '#web/lib/api/client.ts';
import type { ApiError } from '#web/lib/api-error.ts';

export type Asked = 'login' | 'proof';

const asks: Record<string, Asked> = {
  admin_not_signed_in: 'login',
  sign_in_again: 'login',
  second_factor_needed: 'proof',
  second_factor_stale: 'proof',
};

interface Question {
  asked: Asked;
  answer: (isShown: boolean) => void;
  /** Of all calls that wait for it. */
  outcome: Promise<boolean>;
}

let question: Question | null = null;
const listeners = new Set<() => void>();

function setQuestion(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Puts the question where it is not asked already; answers whether it was answered as it should be. */
function ask(asked: Asked): Promise<boolean> {
  if (question?.asked === asked) return question.outcome;
  let answer: Question['answer'] = () => {};
  const outcome = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  setQuestion({ asked, answer, outcome });
  return outcome;
}

/** What is asked now; null mostly. */
export function useAsked(): Asked | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question?.asked ?? null,
  );
}

/** Ends the question: what waits for it goes on, or is refused. */
export function answerAsked(isShown: boolean): void {
  const answered = question;
  setQuestion(null);
  if (!isShown && answered?.asked === 'login') forgetAdminSession();
  answered?.answer(isShown);
}

async function mayRepeat(error: ApiError, usedToken: string | null): Promise<boolean> {
  const code = error.body?.code ?? '';
  const asked = asks[code];
  if (asked === undefined) return false;
  const token = storedAdminToken();
  // A late answer: somebody has logged in meanwhile, or out.
  if (code === 'admin_not_signed_in' && usedToken !== token) return token !== null && usedToken !== null;
  // Only where a page is open that can ask.
  if (listeners.size > 0) return ask(asked);
  if (code === 'admin_not_signed_in' && token !== null) forgetAdminSession();
  return false;
}

onAdminRefused(mayRepeat);
