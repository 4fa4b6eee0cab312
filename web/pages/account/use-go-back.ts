import { useCallback } from 'react';
import { useLocation } from 'wouter';

/** `fallback` is for visitors who came straight here. */
export function useGoBack(fallback: string): () => void {
  const [, navigate] = useLocation();
  return useCallback(() => {
    // The Navigation API knows which entries are ours; without it any history counts.
    const { navigation, history } = window as Partial<Pick<Window, 'navigation'>> & Window;
    const hasOwnHistory = navigation ? navigation.canGoBack : history.length > 1;
    if (hasOwnHistory) history.back();
    else navigate(fallback);
  }, [navigate, fallback]);
}
