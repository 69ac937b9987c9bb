import { html } from 'hono/html'
import { personLine } from '#oauth/person-line.ts'
import type { Markup } from '#runtime/page.ts'
import { lineOf } from './line-of.ts'
import { newPersonFields } from './new-person-form.ts'
import type { Person } from './person.ts'

type Shown = {
  people: readonly { person: Person; programs: { clientId: string; name: string }[] }[]
  problem?: string
}

export const peoplePage = ({ people, problem }: Shown): Markup => html`
  <div class="title"><h1>People</h1></div>
  <p class="lead">Anybody here can sign in to the product: choose one when Google’s page asks who you are.</p>
  ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
  <ul class="card people">
    ${people.map(
      ({ person, programs }) => html`<li class="person">
        ${personLine(lineOf(person))}
        ${programs.map(({ clientId, name }) => revokeButton(person, clientId, name))}
      </li>`,
    )}
  </ul>
  <details class="card new-person"${problem ? html` open` : ''}>
    <summary>Add somebody</summary>
    <form method="post" action="/people">
      ${newPersonFields()}
      <button class="button main">Add</button>
    </form>
  </details>`

const revokeButton = (person: Person, clientId: string, name: string) => html`
  <form method="post" action="/people/take-back">
    <input type="hidden" name="person" value="${person.email}">
    <input type="hidden" name="client" value="${clientId}">
    <button class="button danger">Remove ${name}’s access</button>
  </form>`
