import type { components } from '@octokit/openapi-types'
import type { Attempt, Delivery } from '#github/memory/delivery.ts'

type Told = { delivery: Delivery; attempt: Attempt }

export const attemptShape = ({ delivery, attempt }: Told) =>
  ({
    id: attempt.id,
    guid: delivery.guid,
    delivered_at: new Date(attempt.at).toISOString(),
    redelivery: delivery.attempts[0]?.id !== attempt.id,
    duration: attempt.durationMs / 1000,
    status: attempt.status,
    status_code: attempt.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  }) satisfies components['schemas']['hook-delivery-item']

export const fullAttemptShape = (told: Told) =>
  ({
    ...attemptShape(told),
    url: told.attempt.url,
    request: { headers: told.attempt.requestHeaders, payload: JSON.parse(told.delivery.payload) },
    response: { headers: told.attempt.responseHeaders, payload: told.attempt.responseBody },
  }) satisfies components['schemas']['hook-delivery']
