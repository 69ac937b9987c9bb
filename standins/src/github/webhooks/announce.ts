import { randomUUID } from 'node:crypto'
import type { Delivery } from '#github/memory/delivery.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import { attempt } from './attempt.ts'

type WebhookEvent = {
  clientId: string
  event: string
  payload: { action?: string } & Record<string, unknown>
  installationId?: number
  repositoryId?: number
}

/** Sends an event to an app in the background, as GitHub does: the cause does not wait for it. */
export function announce(needs: GithubNeeds, webhookEvent: WebhookEvent): void {
  const { deliveries } = needs.memory
  const { clientId, event, payload } = webhookEvent
  const registration = findRegistration(needs, clientId)
  if (!registration?.webhookPath) return

  const delivery: Delivery = {
    guid: randomUUID(),
    clientId,
    event,
    action: payload.action ?? null,
    payload: JSON.stringify(payload),
    happenedAt: needs.clock.now(),
    installationId: webhookEvent.installationId ?? null,
    repositoryId: webhookEvent.repositoryId ?? null,
    attempts: [],
  }

  void deliveries.enqueue(async () => {
    await deliveries.add(delivery)
    if (!deliveries.isHeld) await attempt(needs, registration, delivery)
  })
}

/** Sends it again with the same guid. Returns false if it is unknown. */
export async function redeliver(needs: GithubNeeds, guid: string): Promise<boolean> {
  const { deliveries } = needs.memory
  const delivery = deliveries.byGuid(guid)
  const registration = delivery && findRegistration(needs, delivery.clientId)
  if (!registration) return false

  await deliveries.enqueue(() => attempt(needs, registration, delivery))
  return true
}
