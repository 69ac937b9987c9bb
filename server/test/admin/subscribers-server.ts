import type { Environment } from '@app/platform/config/environment.ts'
import { forThisFile } from '@app/platform/test/for-this-file.ts'
import { openServer } from '#test/billing/billing-server.ts'
import { newMember, type TestMember } from '#test/new-member.ts'

const HOUR_MS = 60 * 60_000

type Level = { aal?: string; hasFactor?: boolean; ageMs?: number }

/** The product, a payment provider and admins, for all tests of a file. */
export const useSubscribersServer = (env: Environment = {}) =>
  forThisFile(async (atEnd) => {
    const server = await openServer({ env }, atEnd)
    const newAdmin = async ({ ageMs = 0, ...level }: Level = {}): Promise<TestMember> => {
      const now = new Date(server.clock.now().getTime() - ageMs)
      const made = await newMember(server.sql, { ...level, lasts: '20 years', now })
      await server.sql(`update public.users set role = 'admin' where id = $1`, [made.id])
      return made
    }

    return {
      ...server,
      newAdmin,
      /** Their newest proof is older than an hour. */
      staleAdmin: () => newAdmin({ ageMs: 2 * HOUR_MS }),
      billing: (as: TestMember | null, body: object) => server.call('admin-billing', as, body),
      /** What was recorded about a subscription, a payment, a plan or an account. */
      linesAbout: (id: string | null) =>
        server.sql<{ action: string; details: Record<string, unknown>; actor_id: string }>(
          `select actor_id, action, details from public.audit_log
            where subject_id is not distinct from $1 and subject_type <> 'feedback' order by created_at, id`,
          [id],
        ),
      /** The payment of what was just bought. */
      paymentOf: async (subscriptionId: string) => {
        const [payment] = await server.sql<{ id: string; invoice: string }>(
          `select id, provider_invoice_id as invoice from public.transactions where subscription_id = $1
            order by created_at limit 1`,
          [subscriptionId],
        )
        return { id: payment?.id ?? '', invoice: payment?.invoice ?? '' }
      },
    }
  })
