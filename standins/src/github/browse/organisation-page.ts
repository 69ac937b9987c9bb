import { html } from 'hono/html'
import type { Installation } from '#github/installations/installation.ts'
import { avatarOf, type Organisation } from '#github/people/organisation.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import type { Markup } from '#runtime/page.ts'
import { installedApps } from './installed-apps.ts'
import { repositoryList } from './repository-list.ts'

type Shown = {
  organisation: Organisation
  members: { person: Person; role: string }[]
  repositories: readonly Repository[]
  installed: readonly { installation: Installation; name: string }[]
}

export const organisationPage = (shown: Shown): Markup => html`
  <div class="title">
    <img src="${avatarOf(shown.organisation)}" alt="" width="48" height="48">
    <h1><bdi>${shown.organisation.name ?? shown.organisation.login}</bdi></h1>
    <p class="quiet">organisation, number ${shown.organisation.id}</p>
  </div>
  <section><h2>Repositories</h2>${repositoryList(shown.organisation, shown.repositories)}</section>
  <section><h2>People</h2>
    <ul class="card people">${shown.members.map(({ person, role }) => html`<li class="person"><a href="/${person.login}"><bdi>${person.login}</bdi></a> <span class="quiet">${role === 'admin' ? 'owner' : 'member'}</span></li>`)}</ul>
  </section>
  <section><h2>Installed apps</h2>${installedApps(shown.installed)}</section>`
