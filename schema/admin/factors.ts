/** An administrator's second factors: passkeys, an authenticator app (TOTP), recovery codes. */
import * as v from 'valibot';
import { Passkeys } from '#schema/accounts/passkey.ts';
import { isoInstant } from '#schema/fields.ts';

/** GET /api/admin/factors. */
export const Factors = v.object({
  passkeys: Passkeys,
  /** Null if no app is set up. */
  app: v.nullable(v.object({ createdAt: isoInstant })),
  recoveryCodesLeft: v.number(),
});
export type Factors = v.InferOutput<typeof Factors>;

/** POST /api/admin/factors/app. The app becomes a factor once its first code is entered. */
export const AppSetup = v.object({
  secret: v.string(),
  /** `otpauth://`, for an app on the same device. */
  address: v.string(),
  /** QR code of `address`, as SVG. */
  qr: v.string(),
});
export type AppSetup = v.InferOutput<typeof AppSetup>;

const enterCode = 'Please enter the 6-digit code from your app';
/** May contain a space in the middle. */
const appCode = v.pipe(
  v.string(enterCode),
  v.maxLength(20, enterCode),
  v.transform((input) => input.replace(/\s/g, '')),
  v.regex(/^\d{6}$/, enterCode),
);

const enterRecoveryCode = 'Please enter a recovery code: six groups of four letters or digits';
/** Any case, with or without dashes. */
const recoveryCode = v.pipe(
  v.string(enterRecoveryCode),
  v.maxLength(40, enterRecoveryCode),
  v.transform((input) => input.replace(/[\s-]/g, '').toUpperCase()),
  v.regex(/^[0-9A-Z]{24}$/, enterRecoveryCode),
);

/** POST /api/admin/factors/app/confirm and …/proof/code, and their forms. */
export const AppCodeRequest = v.strictObject({ code: appCode });
/** POST /api/admin/factors/proof/recovery-code, and its form. */
export const RecoveryCodeRequest = v.strictObject({ recoveryCode });

/** Response of confirming the app and of regenerating the codes; shown once. */
export const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) });
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>;
