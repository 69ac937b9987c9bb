import type { components } from '@octokit/openapi-types'
import type { Account } from '#github/people/organisation.ts'
import type { Registration } from '#github/registrations/registration.ts'
import type { Addresses } from './addresses.ts'
import { nodeId } from './repository-shapes.ts'
import { githubTime, simpleUser } from './user-shapes.ts'

const REGISTERED_AT = Date.UTC(2024, 8, 2, 10, 0)

/** A GitHub App, as `GET /app` answers it. */
export const appShape = (
  addresses: Addresses,
  { appId, slug, clientId, name, permissions, events }: Registration,
  owner: Account,
  installationsCount: number,
) =>
  ({
    id: appId,
    slug,
    client_id: clientId,
    node_id: nodeId('A_', appId),
    owner: simpleUser(addresses, owner),
    name,
    description: null,
    external_url: addresses.web,
    html_url: `${addresses.web}/apps/${slug}`,
    created_at: githubTime(REGISTERED_AT),
    updated_at: githubTime(REGISTERED_AT),
    permissions: { ...permissions },
    events: [...events],
    installations_count: installationsCount,
  }) satisfies components['schemas']['integration']
