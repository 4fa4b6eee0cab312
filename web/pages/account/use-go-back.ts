/** Back in history where that stays on this site, else to a page of ours. */
import { useCallback } from 'react';
import { useLocation } from 'wouter';

/** A function that goes back; `fallback` is the path for visitors who came straight here. */
export function useGoBack(fallback: string): () => void {
  const [, navigate] = useLocation();
  return useCallback(() => {
    // The Navigation API knows our own entries; without it any history counts.
    const { navigation, history } = window as Partial<Pick<Window, 'navigation'>> & Window;
    const hasOwnHistory = navigation ? navigation.canGoBack : history.length > 1;
    if (hasOwnHistory) history.back();
    else navigate(fallback);
  }, [navigate, fallback]);
}
