import { meaningOf, SUBSCRIPTION_STATUSES } from '@app/contract/subscription-states'
import { theServer } from '@app/platform/db/database.ts'
import { recycledDatabase } from '@app/platform/test/recycled-database.ts'
import { expect, test } from 'vitest'

test.each(SUBSCRIPTION_STATUSES)(
  'the database gives access to %s as the table says',
  async (status) => {
    const db = await recycledDatabase()
    const { rows } = await db.ask<{ is_before_end: boolean; is_free: boolean; gives: boolean }>(
      theServer,
      {
        text: `select is_before_end, is_free, app.gives_access(
               $1,
               app.now() + case when is_before_end then interval '1 day' else interval '-1 day' end,
               case when is_free then 'free' else 'void' end) as gives
               from (values (true), (false)) as ends (is_before_end)
              cross join (values (true), (false)) as pauses (is_free)`,
        values: [status],
      },
    )
    const { access } = meaningOf(status)

    expect(rows).toHaveLength(4)
    for (const { is_before_end, is_free, gives } of rows) {
      expect(gives).toBe(
        access === 'yes' ||
          (access === 'until_end' && is_before_end) ||
          (access === 'if_free' && is_free),
      )
    }
  },
)

test('the database knows the same states', async () => {
  const db = await recycledDatabase()
  const { rows } = await db.ask<{ rule: string }>(theServer, {
    text: `select pg_get_constraintdef(oid) as rule from pg_constraint
            where conrelid = 'public.subscriptions'::regclass and conname = 'subscriptions_status_check'`,
    values: [],
  })
  const known = [...(rows[0]?.rule ?? '').matchAll(/'(\w+)'/g)].map(([, word]) => word)

  expect(known.sort()).toEqual([...SUBSCRIPTION_STATUSES].sort())
})
