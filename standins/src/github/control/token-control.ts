import { Hono } from 'hono'
import type { FineGrained } from '#github/grants/personal-tokens.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import type { Access, Permissions } from '#github/registrations/registration.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { requirePerson } from './people-control.ts'

type Fields = ReturnType<typeof fieldsOf>

/** Personal tokens, which people otherwise make in their settings. */
export function tokenControl(needs: GithubNeeds): Hono {
  const { personalTokens } = needs.memory

  return new Hono()
    .get('/people/:login/tokens', (c) =>
      c.json(personalTokens.of(requirePerson(needs, c.req.param('login')).id)),
    )
    .post('/people/:login/tokens', async (c) => {
      const person = requirePerson(needs, c.req.param('login'))
      const input = fieldsOf(await readJson(c.req))
      const now = needs.clock.now()
      const added = await personalTokens.add({
        personId: person.id,
        name: input.text('name', 'Token'),
        scopes: input.has('scopes') ? input.texts('scopes') : [],
        fineGrained: input.has('permissions') ? readFineGrained(needs, person, input) : null,
        issuedAt: now,
        expiresAt: input.has('expiresInS') ? now + input.integer('expiresInS') * 1000 : null,
      })
      return c.json(added, 201)
    })
    .delete('/people/:login/tokens', async (c) => {
      await personalTokens.removeAll(requirePerson(needs, c.req.param('login')).id)
      return c.body(null, 204)
    })
}

/** `{"permissions":{"contents":"write"},"owner":"lanternworks","repositories":["website"]}` */
function readFineGrained({ memory }: GithubNeeds, person: Person, input: Fields): FineGrained {
  const owner = memory.people.accountOf(input.text('owner', person.login))
  if (!owner) throw new InvalidInput('Nobody of that name.')
  const names = input.has('repositories') ? input.texts('repositories') : null
  const idOf = (name: string) => {
    const repository = memory.repositories.named(owner.id, name)
    if (!repository) throw new InvalidInput(`There is no repository “${name}”.`)
    return repository.id
  }

  return {
    // GitHub adds this one to every fine-grained token.
    permissions: { ...readPermissions(input.value('permissions')), metadata: 'read' },
    ownerId: owner.id,
    repositoryIds: names?.map(idOf) ?? null,
  }
}

function readPermissions(value: unknown): Permissions {
  const fields = fieldsOf(value)
  const levels: Access[] = ['read', 'write']

  return Object.fromEntries(
    Object.keys(value as object).map((name) => [name, fields.oneOf(name, levels) ?? 'read']),
  )
}
