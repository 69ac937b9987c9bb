import { html } from 'hono/html'
import { installedApps } from '#github/browse/installed-apps.ts'
import { repositoryList } from '#github/browse/repository-list.ts'
import type { Grant, Token } from '#github/grants/grant-memory.ts'
import type { Installation } from '#github/installations/installation.ts'
import { avatarOf } from '#github/people/organisation.ts'
import type { Email, Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import type { Repository } from '#github/repositories/repository.ts'
import type { Markup } from '#runtime/page.ts'

type Shown = {
  person: Person
  repositories: readonly Repository[]
  installed: readonly { installation: Installation; name: string }[]
  grants: readonly { grant: Grant; registration: Registration | undefined; tokens: Token[] }[]
}

export const personPage = ({ person, grants, repositories, installed }: Shown): Markup => html`
  <div class="title">
    <img src="${avatarOf(person)}" alt="" width="48" height="48">
    <h1><bdi>${person.name ?? person.login}</bdi></h1>
    <p class="quiet"><bdi>${person.login}</bdi>, number ${person.id}</p>
  </div>
  <section><h2>Repositories</h2>${repositoryList(person, repositories)}</section>
  <section><h2>Installed apps</h2>${installedApps(installed)}</section>
  <section>
    <h2>E-mail addresses</h2>
    ${person.emails.length === 0 ? html`<p class="quiet">None.</p>` : html`<ul class="card people">${person.emails.map(emailRow)}</ul>`}
  </section>
  <section>
    <h2>Authorized applications</h2>
    ${grants.length === 0 ? html`<p class="quiet">None: nobody was let in, or everybody was sent away again.</p>` : html`<ul class="card people">${grants.map((one) => grantRow(person, one))}</ul>`}
  </section>`

const emailRow = ({ email, primary, verified, visibility }: Email) => html`
  <li class="person">
    <span class="who">
      <bdi>${email}</bdi>
      <span class="note quiet">${primary ? 'primary, ' : ''}${verified ? 'verified' : 'not verified'}, seen by ${visibility === 'public' ? 'everybody' : 'authorized applications'}</span>
    </span>
  </li>`

const grantRow = (person: Person, { grant, registration, tokens }: Shown['grants'][number]) => html`
  <li class="person">
    <span class="who">
      <span><bdi>${registration?.name ?? 'An application that is gone'}</bdi> <code class="quiet">${grant.clientId}</code></span>
      <span class="note quiet">since ${new Date(grant.grantedAt).toISOString().slice(0, 10)}, ${tokens.length === 1 ? '1 token' : `${tokens.length} tokens`}</span>
    </span>
    <form method="post" action="/settings/applications/revoke">
      <input type="hidden" name="person" value="${person.login}">
      <input type="hidden" name="application" value="${grant.clientId}">
      <button class="button danger">Revoke</button>
    </form>
  </li>`
