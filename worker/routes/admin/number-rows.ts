import { Hono } from 'hono';
import { listedFigures, type NumberRow } from '#schema/admin/number-rows.ts';
import { figureUnits } from '#schema/admin/numbers.ts';
import { toIso } from '#worker/domain/time.ts';
import type { AdminEnv } from '#worker/middleware/admin.ts';
import { type NumberListRow, numberRowLists } from '#worker/store/admin/numbers/number-rows.ts';
import { adminList } from './list.ts';

/** One list for each figure, at the figure's name. */
export const numberRowRoutes = new Hono<AdminEnv>();
for (const figure of listedFigures)
  numberRowRoutes.route(
    `/${figure}`,
    adminList<NumberListRow, NumberRow>({
      shape: numberRowLists[figure],
      read: (store, request) => store.admin.numberRows[figure](request),
      present: ({ memberId, email, at, ...row }) => ({ ...row, at: toIso(at), member: memberId === null ? null : { id: memberId, email } }),
      csv: {
        fileName: `numbers-${figure}-rows.csv`,
        columns: [
          { header: 'Time (UTC)', value: ({ at }) => at },
          { header: 'Member', value: ({ member }) => member?.email ?? '' },
          { header: 'Member ID', value: ({ member }) => member?.id ?? '' },
          { header: 'About', value: ({ about }) => about },
          { header: 'Order', value: ({ orderId }) => orderId ?? '' },
          { header: 'Certificate', value: ({ certificateId }) => certificateId ?? '' },
          {
            header: figureUnits[figure] === 'money' ? 'Amount (USD)' : 'Tokens',
            value: ({ amount }) => (amount === null ? '' : figureUnits[figure] === 'money' ? { cents: amount } : amount),
          },
        ],
      },
    }),
  );
