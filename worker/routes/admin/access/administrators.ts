/** Manages administrator accounts. For super administrators. Product rules: Accounts and sessions. */
import { Hono } from 'hono';
import { AdminRegisterRequest } from '#schema/admin/account.ts';
import { AdministratorChange } from '#schema/admin/administrators.ts';
import { adminSessionTtlSeconds } from '#schema/rules.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { decideAdministrator } from '#worker/domain/admin/administrator.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, requireMoneyMover } from '#worker/middleware/admin.ts';
import { limitCredentialRate } from '#worker/middleware/credential-rate-limit.ts';
import { json } from '#worker/middleware/json-body.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { hashPassword } from '#worker/security/password.ts';
import { administratorList } from '#worker/store/admin/access/administrators.ts';
import { refuseCommonPassword } from './common-password.ts';
import { presentAdministrator } from './present-admin.ts';
import { newSessionHash, respondWithToken } from './sign-in.ts';

export const adminRegisterRoutes = new Hono<AdminEnv>().post('/', requireMoneyMover, json(AdminRegisterRequest), async (c) => {
  await limitCredentialRate(c);
  const { actor, now, store } = c.var;
  const { email, password, firstName = null, lastName = null, role } = c.req.valid('json');
  await refuseCommonPassword(c, { password });
  const account = { email, emailKey: comparisonKey(email), passwordHash: await hashPassword(password), firstName, lastName, role };
  const sessionHash = await newSessionHash();
  const admin = requireValue(await store.admin.administrators.create(actor, account, sessionHash, now), 'super_admin_only');
  if (admin === 'email_taken') throw new ApiError(admin, { field: 'email' });
  return c.json(await respondWithToken(c, admin, { sessionHash, expiresAt: now + adminSessionTtlSeconds, provedAt: null }), 201);
});

export const administratorRoutes = new Hono<AdminEnv>()
  .patch('/:id', requireMoneyMover, json(AdministratorChange), async (c) => {
    const { actor, admin, now, store } = c.var;
    const target = await store.admin.administrators.find(readRowId(c));
    const plan = unwrap(decideAdministrator(c.req.valid('json'), target, admin));
    const administrator = requireValue(await store.admin.administrators.change(actor, plan, now), 'changed_meanwhile');
    return c.json(presentAdministrator(administrator));
  })

  .route(
    '/',
    adminList({
      shape: administratorList,
      isForSuperAdmins: true,
      read: (store, request) => store.admin.administrators.list(request),
      present: presentAdministrator,
      csv: {
        fileName: 'administrators.csv',
        columns: [
          { header: 'Email', value: ({ email }) => email },
          { header: 'First name', value: ({ firstName }) => firstName },
          { header: 'Last name', value: ({ lastName }) => lastName },
          { header: 'Role', value: ({ role }) => role },
          { header: 'Created', value: ({ createdAt }) => createdAt },
          { header: 'Last login', value: ({ lastLoginAt }) => lastLoginAt },
          { header: 'Disabled', value: ({ disabledAt }) => disabledAt },
        ],
      },
    }),
  );
