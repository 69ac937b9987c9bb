import { Hono } from 'hono'
import { html } from 'hono/html'
import { organisationPage } from '#github/browse/organisation-page.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import type { Account, Organisation } from '#github/people/organisation.ts'
import type { Person } from '#github/people/person.ts'
import { avatarImage } from '#oauth/avatar-image.ts'
import { InvalidInput } from '#runtime/fields.ts'
import type { Markup } from '#runtime/page.ts'
import { readNewPerson } from './new-person-form.ts'
import { peoplePage, signupPage } from './people-page.ts'
import { personPage } from './person-page.ts'

/** People and their authorized programs. */
export function peopleRoutes(needs: GithubNeeds): Hono {
  const { memory, showPage } = needs
  const { people } = memory

  return new Hono()
    .get('/', (c) =>
      showPage(c, { title: 'People', body: peoplePage(people.all(), people.organisations()) }),
    )
    .get('/signup', (c) => showPage(c, { title: 'Add somebody', body: signupPage() }))
    .post('/signup', async (c) => {
      try {
        const { login } = await people.add(readNewPerson(await c.req.parseBody()))
        return c.redirect(`/${login}`, 303)
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error
        const body = signupPage(error.message)
        return showPage(c, { title: 'Add somebody', status: 422, body })
      }
    })
    .get('/avatars/u/:id{\\d+}', (c) =>
      c.body(avatarImage(`github ${c.req.param('id')}`), 200, {
        'content-type': 'image/png',
        'cache-control': 'max-age=300',
        'x-content-type-options': 'nosniff',
      }),
    )
    .get('/:login', (c) => {
      const login = c.req.param('login')
      const person = people.byLogin(login)
      const organisation = people.organisation(login)
      if (organisation)
        return showPage(c, { title: login, body: showOrganisation(needs, organisation) })
      if (!person) return showPage(c, { title: 'Not here', status: 404, body: notHere })
      return showPage(c, { title: person.login, body: showPerson(needs, person) })
    })
}

function showPerson(needs: GithubNeeds, person: Person): Markup {
  const { grants } = needs.memory
  const isTheirs = ({ personId }: { personId: number }) => personId === person.id
  const shown = grants.state.grants.filter(isTheirs).map((grant) => ({
    grant,
    registration: findRegistration(needs, grant.clientId),
    tokens: grants.state.tokens.filter((one) => isTheirs(one) && one.clientId === grant.clientId),
  }))

  return personPage({ person, grants: shown, ...ownedBy(needs, person) })
}

function showOrganisation(needs: GithubNeeds, organisation: Organisation): Markup {
  const members = organisation.members.flatMap(({ personId, role }) => {
    const person = needs.memory.people.byId(personId)
    return person ? [{ person, role }] : []
  })

  return organisationPage({ organisation, members, ...ownedBy(needs, organisation) })
}

const ownedBy = (needs: GithubNeeds, { id }: Account) => ({
  repositories: needs.memory.repositories.all().filter((one) => one.ownerId === id),
  installed: needs.memory.installations.state.installations
    .filter((one) => one.accountId === id)
    .map((installation) => ({
      installation,
      name: findRegistration(needs, installation.clientId)?.name ?? 'An app that is gone',
    })),
})

const notHere = html`
  <h1>Nobody of that name</h1>
  <p class="lead"><a href="/">See who is here</a></p>`
