const secured =
  'All devices were signed out. We canceled pending changes, and removed sign-in methods and PayPal addresses added in the last 30 days. We email you if bookings, parcels or cards from that time need your attention. If your password no longer works, set a new one.';

/**
 * Sentences with which the API confirms what it did. Its responses contain them in English; pages translate them
 * (web/lib/api/api-words.ts). `{email}` and `{provider}` are placeholders.
 */
export const answers = {
  emailVerified: 'Thank you! Your email address is verified.',
  emailAlreadyVerified: 'Your email address is already verified.',
  linkSent: 'We sent an email to {email}. Open the link in it.',
  emailChanged: 'Your account now uses {email}.',
  emailChangeCanceled: 'Your account still uses {email}, and all devices were signed out. If your password no longer works, set a new one.',
  emailRestored: 'Your account uses {email} again, and all devices were signed out. If your password no longer works, set a new one.',
  accountSecured: secured,
  accountSecuredAndKept: `Your account won’t be deleted. ${secured}`,
  topicStopped: 'You won’t get any more of these emails.',
  optionalEmailsStopped: 'You won’t get any more optional emails.',
  payoutAddressConfirmed: 'Your earnings now go to {email}.',
  payoutAddressRemoved: 'We won’t send your earnings to {email}.',
  resetMailSent: 'If an account uses this email, we sent it a link. Check your spam folder, too.',
  passwordSet: 'Your password is set. Sign in with it.',
  passwordChanged: 'Your password has been changed successfully.',
  signedOutEverywhere: 'You are signed out on every device.',
  otherDevicesSignedOut: 'All your other devices are signed out.',
  deviceSignedOut: 'That device is signed out.',
  deletionStarted: 'Your account is being deleted.',
  providerUnlinked: '{provider} is no longer linked to your account.',
  messageSent: 'Message sent. We’ll reply by email.',
  cardScanned: 'Cache Card scanned successfully',
  cardCollectedBefore: 'You have already collected this Cache Card',
  ownCard: 'This is your own Cache Card. You earn tokens when others find it.',
  ownCardActivated: 'This is your own Cache Card. It’s now active, so others can find it.',
  ownCardMissing: 'This is your own Cache Card. It’s off the map. If it’s still there, confirm that on its page.',
  testCard: 'This test card works. Test cards pay no tokens.',
  scanReceivedBefore: 'This scan was already received.',
  cardNowMissing: 'Thank you. This Cache Card is now marked as missing until someone finds it.',
  cardAlreadyMissing: 'Thank you. This Cache Card is already marked as missing.',
  reportForOwner: 'Thank you. We’ve added your report to the card for its owner to check.',
  reportAdded: 'Thank you. We’ve added your report to the card.',
  reportsClosed: 'Thank you for checking. The reports are closed and your card is active.',
  cardBackOnMap: 'Your card is back on the map.',
  cardChecked: 'Thank you for checking. Finders can see which week you checked.',
  cardOffMap: 'Your card is off the map. Put it back once it’s in place.',
  cardReplaced: 'The card has a new code. Print it and put it in place.',
  finderThanked: 'The finder will see your thanks.',
} as const;

export function fillAnswer(answer: string, values: Record<string, string>): string {
  return answer.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** Returns the sentence that a message was made of, and its values. */
export function findAnswer(message: string): [answer: string, values: Record<string, string>] | undefined {
  for (const answer of Object.values(answers)) {
    const pattern = answer.replace(/[.?]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>\\S+)');
    const match = new RegExp(`^${pattern}$`).exec(message);
    if (match) return [answer, { ...match.groups }];
  }
  return undefined;
}
