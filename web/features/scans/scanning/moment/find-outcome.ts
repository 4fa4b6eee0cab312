/** Splits the message about a scan without a reward into its first sentence, as a heading, and the rest. */
export function splitOutcome(message: string): { title: string; text: string } {
  const end = message.indexOf('. ');
  return end < 0 ? { title: message, text: '' } : { title: message.slice(0, end), text: message.slice(end + 2) };
}
