import { readPlan } from '@app/backend-client/account'
import { session as passing } from '#store/storage.ts'
import { isYounger } from './clock-rules.ts'
import { backend, openSession } from './session.ts'

const KEPT_MS = 5 * 60_000

/**
 * Whether the member has Pro. The server is asked again after five minutes, or on request. A refusal is not cached,
 * because a user may buy at any moment.
 */
export async function isPro({ again = false } = {}): Promise<boolean> {
  const session = await openSession()
  if (!session) return false
  const known = await passing.read('plan')
  if (known?.isPro && !again && isYounger(known.at, KEPT_MS, Date.now())) return true
  const plan = await readPlan(backend, session.userId)
  await passing.write('plan', { ...plan, at: Date.now() })

  return plan.isPro
}
