import type { components } from '@octokit/openapi-types'
import type { Attempt, Delivery } from '#github/memory/delivery.ts'

type Facts = { delivery: Delivery; attempt: Attempt }

export const attemptShape = ({ delivery, attempt }: Facts) =>
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

export const fullAttemptShape = (facts: Facts) =>
  ({
    ...attemptShape(facts),
    url: facts.attempt.url,
    request: { headers: facts.attempt.requestHeaders, payload: JSON.parse(facts.delivery.payload) },
    response: { headers: facts.attempt.responseHeaders, payload: facts.attempt.responseBody },
  }) satisfies components['schemas']['hook-delivery']
