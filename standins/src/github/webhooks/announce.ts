import { randomUUID } from 'node:crypto'
import type { Delivery } from '#github/memory/delivery.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import { attempt } from './attempt.ts'

type Happening = {
  clientId: string
  event: string
  payload: { action?: string } & Record<string, unknown>
  installationId?: number
  repositoryId?: number
}

/** Tells an app what happened, in the background as GitHub does: nobody who caused it waits for the app. */
export function announce(needs: GithubNeeds, happening: Happening): void {
  const { deliveries } = needs.memory
  const { clientId, event, payload } = happening
  const registration = findRegistration(needs, clientId)
  if (!registration?.webhookPath) return

  const delivery: Delivery = {
    guid: randomUUID(),
    clientId,
    event,
    action: payload.action ?? null,
    payload: JSON.stringify(payload),
    happenedAt: needs.clock.now(),
    installationId: happening.installationId ?? null,
    repositoryId: happening.repositoryId ?? null,
    attempts: [],
  }

  void deliveries.inTurn(async () => {
    await deliveries.add(delivery)
    if (!deliveries.isHeld) await attempt(needs, registration, delivery)
  })
}

/** Tells it again, under the same number. Gives false if it is not known any more. */
export async function redeliver(needs: GithubNeeds, guid: string): Promise<boolean> {
  const { deliveries } = needs.memory
  const delivery = deliveries.byGuid(guid)
  const registration = delivery && findRegistration(needs, delivery.clientId)
  if (!registration) return false

  await deliveries.inTurn(() => attempt(needs, registration, delivery))
  return true
}
