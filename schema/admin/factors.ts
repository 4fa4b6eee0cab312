/** Second factors of administrators: passkeys, an authenticator app (TOTP) and recovery codes. */
import * as v from 'valibot';
import { Passkeys } from '#schema/accounts/passkey.ts';
import { isoInstant } from '#schema/fields.ts';

export const Factors = v.object({
  passkeys: Passkeys,
  app: v.nullable(v.object({ createdAt: isoInstant })),
  recoveryCodesLeft: v.number(),
});
export type Factors = v.InferOutput<typeof Factors>;

/** Response of POST /api/admin/factors/app. The app becomes a second factor once its first code is entered. */
export const AppSetup = v.object({
  secret: v.string(),
  /** `otpauth://` URL that opens an authenticator app on the same device. */
  address: v.string(),
  /** QR code for `address`, as an SVG image. */
  qr: v.string(),
});
export type AppSetup = v.InferOutput<typeof AppSetup>;

const enterCodeMessage = 'Please enter the 6-digit code from your app';
/** Validates a 6-digit code from an authenticator app. Allows a space in the middle because apps display codes that way. */
const appCode = v.pipe(
  v.string(enterCodeMessage),
  v.maxLength(20, enterCodeMessage),
  v.transform((input) => input.replace(/\s/g, '')),
  v.regex(/^\d{6}$/, enterCodeMessage),
);

const enterRecoveryCodeMessage = 'Please enter a recovery code: six groups of four letters or digits';
/** Validates a recovery code in upper or lower case, with or without dashes. */
const recoveryCode = v.pipe(
  v.string(enterRecoveryCodeMessage),
  v.maxLength(40, enterRecoveryCodeMessage),
  v.transform((input) => input.replace(/[\s-]/g, '').toUpperCase()),
  v.regex(/^[0-9A-Z]{24}$/, enterRecoveryCodeMessage),
);

/** Body of POST /api/admin/factors/app/confirm and …/proof/code, also validated by the forms. */
export const AppCodeRequest = v.strictObject({ code: appCode });
/** Body of POST /api/admin/factors/proof/recovery-code, also validated by the form. */
export const RecoveryCodeRequest = v.strictObject({ recoveryCode });

/** Response after confirming the app or regenerating the recovery codes. The codes are shown only once. */
export const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) });
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>;
