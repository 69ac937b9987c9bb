import { Hono } from 'hono'
import { expireTokens, type FineGrained, revokeGrant } from '#github/grants/grants.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { asPerson } from '#github/memory/rates.ts'
import type { Person } from '#github/people/person.ts'
import type { Access, Permissions } from '#github/registrations/registration.ts'
import { announceRevocation } from '#github/webhooks/events.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'

/** Changes one person's rate counters and tokens. */
export function peopleControl(needs: GithubNeeds): Hono {
  const { grants, rates } = needs.memory

  return new Hono()
    .put('/people/:login/rate', async (c) => {
      const who = asPerson(requirePerson(needs, c.req.param('login')))
      const input = fieldsOf(await readJson(c.req))
      await rates.count(who, 'core', input.integer('used') - rates.current(who, 'core').used)
      return c.json(rates.current(who, 'core'))
    })
    .post('/people/:login/expire-tokens', async (c) => {
      const { id } = requirePerson(needs, c.req.param('login'))
      const includesRefresh = fieldsOf(await readJson(c.req)).flag('refresh')
      await grants.change((state) => expireTokens(state, id, includesRefresh, needs.clock.now()))
      return c.body(null, 204)
    })
    .post('/people/:login/revoke', async (c) => {
      const person = requirePerson(needs, c.req.param('login'))
      const theirs = grants.state.grants.filter((one) => one.personId === person.id)
      for (const { clientId } of theirs) {
        await grants.change((state) => revokeGrant(state, { personId: person.id, clientId }))
        announceRevocation(needs, clientId, person)
      }
      return c.body(null, 204)
    })
}

export function requirePerson({ memory: { people } }: GithubNeeds, login: string): Person {
  const person = people.byLogin(login)
  if (!person) throw new InvalidInput('Nobody of that name.')

  return person
}

type Fields = ReturnType<typeof fieldsOf>

/** Personal tokens, which people otherwise make in their settings. */
export function tokenControl(needs: GithubNeeds): Hono {
  const { personalTokens } = needs.memory

  return new Hono()
    .post('/people/:login/tokens', async (c) => {
      const person = requirePerson(needs, c.req.param('login'))
      const input = fieldsOf(await readJson(c.req))
      const added = await personalTokens.add({
        personId: person.id,
        name: input.text('name', 'Token'),
        scopes: input.texts('scopes'),
        fineGrained: input.has('permissions') ? readFineGrained(needs, person, input) : null,
        issuedAt: needs.clock.now(),
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
