import { serverSql } from '@app/platform/db/server-sql.ts'
import { webAddress } from '@app/platform/outside/web-address.ts'
import * as z from 'zod/mini'
import type { CodeHost } from '#code-host/code-host.ts'
import { moveLinks, type Place, recordDeletion } from './repository-links-table.ts'

const account = z.object({ login: z.string() })

const repositoryEvent = z.object({
  action: z.string(),
  changes: z.optional(
    z.object({
      repository: z.optional(z.object({ name: z.object({ from: z.string() }) })),
      owner: z.optional(
        z.object({
          from: z.object({ user: z.nullish(account), organization: z.nullish(account) }),
        }),
      ),
    }),
  ),
  repository: z.object({
    name: z.string(),
    private: z.boolean(),
    html_url: z.string(),
    owner: z.object({ id: z.int(), login: z.string() }),
  }),
  sender: z.nullish(z.object({ id: z.int() })),
  installation: z.nullish(z.object({ id: z.int() })),
})

type RepositoryEvent = z.infer<typeof repositoryEvent>

/** Links store names: they follow a renamed or transferred repository, and stay when it is deleted. */
export async function followRepository({ db }: CodeHost, body: unknown): Promise<void> {
  const event = z.parse(repositoryEvent, body)
  const { action, repository, sender, installation } = event
  const known = {
    from: placeBefore(event),
    isPublic: !repository.private,
    senderId: sender?.id ?? null,
    ownerId: repository.owner.id,
    installationId: installation?.id ?? null,
  }

  const sql = serverSql(db)

  switch (action) {
    case 'renamed':
    case 'transferred':
      return moveLinks(sql, known, {
        owner: repository.owner.login,
        name: repository.name,
        url: webAddress(repository.html_url),
      })
    case 'deleted':
      return recordDeletion(sql, known)
  }
}

function placeBefore({ changes, repository }: RepositoryEvent): Place {
  const { user, organization } = changes?.owner?.from ?? {}

  return {
    owner: (user ?? organization ?? repository.owner).login,
    name: changes?.repository?.name.from ?? repository.name,
  }
}
