/** Asks for a login or second factor mid-task. The refused call and its form wait for it, so that no input is lost. */
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
  /** Shared by all waiting calls. */
  outcome: Promise<boolean>;
}

let question: Question | null = null;
const listeners = new Set<() => void>();

function setQuestion(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Opens the prompt unless it is open; resolves to whether it succeeded. */
function ask(asked: Asked): Promise<boolean> {
  if (question?.asked === asked) return question.outcome;
  let answer: Question['answer'] = () => {};
  const outcome = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  setQuestion({ asked, answer, outcome });
  return outcome;
}

export function useAsked(): Asked | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question?.asked ?? null,
  );
}

/** Resumes the waiting calls, or lets them fail. */
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
  // Late response: someone has logged in or out since.
  if (code === 'admin_not_signed_in' && usedToken !== token) return token !== null && usedToken !== null;
  // Only if an open page can show the prompt.
  if (listeners.size > 0) return ask(asked);
  if (code === 'admin_not_signed_in' && token !== null) forgetAdminSession();
  return false;
}

onAdminRefused(mayRepeat);
