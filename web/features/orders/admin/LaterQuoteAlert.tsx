import { Alert } from '#web/ui/states/Alert.tsx';

/** Warns that a colleague got a quote after this administrator, whose own quote is no longer valid. */
export function LaterQuoteAlert({ email }: { email: string }) {
  return (
    <Alert tone="warning" title="Your quote is no longer valid">
      {email} got a new quote for this order. Talk to them before you send the cards.
    </Alert>
  );
}
