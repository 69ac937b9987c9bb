import { createHmac } from 'node:crypto'
import type { Attempt, Delivery } from '#github/memory/delivery.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Registration } from '#github/registrations/registration.ts'

const LIMIT_MS = 10_000
const KEPT_BODY_CHARACTERS = 4_000

type Outcome = Pick<Attempt, 'statusCode' | 'status' | 'responseHeaders' | 'responseBody'>

/** Sends one delivery once. GitHub never retries by itself. */
export async function attempt(
  needs: GithubNeeds,
  registration: Registration,
  delivery: Delivery,
): Promise<void> {
  const { product, clock, memory } = needs
  const url = product.url && registration.webhookPath && product.url + registration.webhookPath
  const requestHeaders = headersFor(registration, delivery)
  const at = clock.now()
  const begun = performance.now()
  const outcome = url
    ? await post(url, requestHeaders, delivery.payload)
    : failed('nobody said where the product is')

  await memory.deliveries.addAttempt(delivery, {
    at,
    durationMs: Math.round(performance.now() - begun),
    url: url || '',
    requestHeaders,
    ...outcome,
  })
}

function headersFor(registration: Registration, { guid, event, payload }: Delivery) {
  const { webhookSecret, appId } = registration
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

async function post(url: string, headers: Record<string, string>, body: string): Promise<Outcome> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS)
    const reply = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })

    return {
      statusCode: reply.status,
      status: reply.ok ? 'OK' : `Invalid HTTP Response: ${reply.status}`,
      responseHeaders: Object.fromEntries(reply.headers),
      responseBody: (await reply.text()).slice(0, KEPT_BODY_CHARACTERS),
    }
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    return failed(isSlow ? 'timed out' : 'failed to connect to host')
  }
}

const failed = (status: string): Outcome => ({
  statusCode: 0,
  status,
  responseHeaders: {},
  responseBody: '',
})
