import { html } from 'hono/html'
import type { Person } from '#github/people/person.ts'
import { personChoice } from '#oauth/person-choice.ts'
import type { Markup } from '#runtime/page.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { lineOf } from './line-of.ts'
import { newPersonFields } from './new-person-form.ts'

type Shown = {
  request: AuthorizeRequest
  people: readonly Person[]
  chosen: Person | undefined
  problem: string | undefined
}

export const authorizePage = ({ request, people, chosen, problem }: Shown): Markup => html`
  <div class="sign-in">
    <h1>Authorize ${request.registration.name}</h1>
    <p class="lead">${request.registration.name} wants to know who you are on GitHub${rights(request)}.</p>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
    <form method="post" class="card">
      ${personChoice(people.map((one) => ({ ...lineOf(one), value: one.login, isChosen: one === chosen })))}
      <div class="decision">
        <button class="button main" name="decision" value="approve">Authorize</button>
        <button class="button" name="decision" value="deny" formnovalidate>Cancel</button>
      </div>
    </form>
    ${request.allowsSignup ? signup() : ''}
    <p class="quiet">Afterwards you go back to <code>${new URL(request.callback).origin}</code>.</p>
  </div>`

/** A GitHub App's permissions come from its registration; an OAuth App requests scopes. */
function rights({ registration, scopes }: AuthorizeRequest): Markup | string {
  const isApp = registration.kind === 'github-app'
  const names = isApp
    ? Object.entries(registration.permissions).map(([name, access]) => `${name} (${access})`)
    : scopes
  if (names.length === 0) return ''

  return html`, and may use: ${names.map((name, i) => html`${i > 0 ? ', ' : ''}<code>${name}</code>`)}`
}

const signup = () => html`
  <details class="card new-person">
    <summary>Come as somebody new</summary>
    <form method="post">
      ${newPersonFields()}
      <button class="button main" name="decision" value="create">Create and authorize</button>
    </form>
  </details>`
