import { html } from 'hono/html'
import type { Installation } from '#github/installations/installation.ts'
import type { Account } from '#github/people/organisation.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import type { Markup } from '#runtime/page.ts'

type Shown = {
  installation: Installation
  registration: Registration
  account: Account
  owner: Person | undefined
}

/** One installed app, with buttons to change or remove it. */
export const settingsPage = ({ installation, registration, account, owner }: Shown): Markup => {
  const { id, selection, suspended, createdAt } = installation
  const at = `/settings/installations/${id}`
  const change = new URLSearchParams({ person: owner?.login ?? '', account: account.login })

  return html`
  <h1>${registration.name}</h1>
  <p class="lead">Installed on <a href="/${account.login}"><bdi>${account.login}</bdi></a> since
    ${new Date(createdAt).toISOString().slice(0, 10)}, number ${id}.
    It sees ${selection === 'all' ? 'all repositories' : chosen(selection.length)}.
    ${suspended ? html`<strong>It is suspended: nothing opens to it.</strong>` : ''}</p>
  <section>
    <h2>What it may see</h2>
    <p><a class="button" href="/apps/${registration.slug}/installations/new/permissions?${change}">Choose repositories</a></p>
  </section>
  <section>
    <h2>Danger zone</h2>
    <div class="title">
      ${button(`${at}/${suspended ? 'unsuspend' : 'suspend'}`, suspended ? 'Unsuspend' : 'Suspend')}
      ${button(`${at}/uninstall`, 'Uninstall')}
    </div>
  </section>`
}

const chosen = (count: number) =>
  count === 1 ? 'one chosen repository' : `${count} chosen repositories`

const button = (action: string, label: string) => html`
  <form method="post" action="${action}"><button class="button danger">${label}</button></form>`
