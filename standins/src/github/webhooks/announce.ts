import { createHmac, randomUUID } from 'node:crypto'
import { covers, type Installation } from '#github/installations/installations.ts'
import type { Attempt, Delivery } from '#github/memory/deliveries.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import type { Registration } from '#github/registrations/registration.ts'
import type { Repository } from '#github/repositories/repository.ts'

const LIMIT_MS = 10_000

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
  const url = product.url ? `${product.url}${registration.webhookPath}` : ''
  const outcome = url
    ? await post(url, headersFor(registration, delivery), delivery.payload)
    : { statusCode: 0, status: 'the product has no known address' }
  await memory.deliveries.addAttempt(delivery, { url, ...outcome })
}

function headersFor({ webhookSecret, appId }: Registration, { guid, event, payload }: Delivery) {
  const signature = (algorithm: 'sha1' | 'sha256') =>
    `${algorithm}=${createHmac(algorithm, webhookSecret).update(payload).digest('hex')}`

  return {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/local',
    'x-github-event': event,
    'x-github-delivery': guid,
    'x-github-hook-id': String(appId),
    'x-github-hook-installation-target-id': String(appId),
    'x-github-hook-installation-target-type': 'integration',
    'x-hub-signature': signature('sha1'),
    'x-hub-signature-256': signature('sha256'),
  }
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Omit<Attempt, 'url'>> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS)
    const reply = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await reply.text()
    const status = reply.ok ? 'OK' : `Invalid HTTP Response: ${reply.status}`

    return { statusCode: reply.status, status }
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    return { statusCode: 0, status: isSlow ? 'timed out' : 'failed to connect to host' }
  }
}
