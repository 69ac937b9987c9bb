import { createHmac, randomUUID } from 'node:crypto'
import { covers, type Installation } from '#github/installations/installations.ts'
import type { Delivery } from '#github/memory/deliveries.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import type { Registration } from '#github/registrations/registration.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { postWebhook } from '#runtime/post-webhook.ts'

type WebhookEvent = {
  clientId: string
  event: string
  payload: { action?: string } & Record<string, unknown>
}

/** Sends an event to an app in the background, as GitHub does: the cause does not wait for it. */
export function announce(needs: GithubNeeds, { clientId, event, payload }: WebhookEvent): void {
  const { deliveries } = needs.memory
  const registration = findRegistration(needs, clientId)
  if (!registration?.webhookPath) return
  const delivery: Delivery = {
    guid: randomUUID(),
    event,
    action: payload.action ?? null,
    payload: JSON.stringify(payload),
    attempts: [],
  }
  void deliveries.enqueue(async () => {
    await deliveries.add(delivery)
    if (!deliveries.isHeld()) await attempt(needs, registration, delivery)
  })
}

/** Installations with access to the repository that subscribed to the event. */
export const subscribersTo = (
  { memory }: GithubNeeds,
  repository: Repository,
  event: string,
): Installation[] =>
  memory.installations.state.installations.filter(
    (one) =>
      !one.suspended &&
      covers(one, repository) &&
      memory.registrations
        .find(({ clientId }) => clientId === one.clientId)
        ?.events.includes(event),
  )

/** Sends one delivery once. GitHub never retries by itself. */
async function attempt(
  { product, memory }: GithubNeeds,
  registration: Registration,
  delivery: Delivery,
): Promise<void> {
  const statusCode = product.url
    ? await postWebhook(
        product.url + registration.webhookPath,
        headersFor(registration, delivery),
        delivery.payload,
      )
    : 0
  await memory.deliveries.addAttempt(delivery, { statusCode })
}

const headersFor = (
  { webhookSecret }: Registration,
  { guid, event, payload }: Delivery,
): Record<string, string> => ({
  'user-agent': 'GitHub-Hookshot/local',
  'x-github-event': event,
  'x-github-delivery': guid,
  'x-hub-signature-256': `sha256=${createHmac('sha256', webhookSecret).update(payload).digest('hex')}`,
})
