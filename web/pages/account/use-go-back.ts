import { useCallback } from 'react';
import { useLocation } from 'wouter';

/** Returns a function that goes back in history. Navigates to `fallback` if the visitor came here from another site. */
export function useGoBack(fallback: string): () => void {
  const [, navigate] = useLocation();
  return useCallback(() => {
    // The Navigation API knows which history entries are on this site. Without it, any history counts.
    const { navigation, history } = window as Partial<Pick<Window, 'navigation'>> & Window;
    const hasOwnHistory = navigation ? navigation.canGoBack : history.length > 1;
    if (hasOwnHistory) history.back();
    else navigate(fallback);
  }, [navigate, fallback]);
}
