import { html } from 'hono/html'
import { personChoice } from '#oauth/person-choice.ts'
import type { Markup } from '#runtime/page.ts'
import type { ConsentRequest } from './consent-request.ts'
import { lineOf } from './line-of.ts'
import { newPersonFields } from './new-person-form.ts'
import type { Person } from './person.ts'

type Shown = {
  request: ConsentRequest
  people: readonly Person[]
  chosen: Person | undefined
  problem: string | undefined
}

export const consentPage = ({ request, people, chosen, problem }: Shown): Markup => html`
  <div class="sign-in">
    <h1>Sign in to ${request.client.name}</h1>
    <p class="lead">${request.client.name} asks Google for: ${request.scopes.map((one, i) => html`${i > 0 ? ', ' : ''}<code>${one}</code>`)}.</p>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
    <form method="post" class="card">
      ${personChoice(people.map((one) => ({ ...lineOf(one), value: one.email, isChosen: one === chosen })))}
      <div class="decision">
        <button class="button main" name="decision" value="approve">Continue</button>
        <button class="button" name="decision" value="deny" formnovalidate>Cancel</button>
      </div>
    </form>
    <details class="card new-person">
      <summary>Come as somebody new</summary>
      <form method="post">
        ${newPersonFields()}
        <button class="button main" name="decision" value="create">Create and continue</button>
      </form>
    </details>
    <p class="quiet">Afterwards you go back to <code>${new URL(request.callback).origin}</code>.</p>
  </div>`
