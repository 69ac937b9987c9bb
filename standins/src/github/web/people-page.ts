import { html } from 'hono/html'
import { avatarOf, type Organisation } from '#github/people/organisation.ts'
import type { Person } from '#github/people/person.ts'
import { personLine } from '#oauth/person-line.ts'
import type { Markup } from '#runtime/page.ts'
import { lineOf } from './line-of.ts'
import { newPersonFields } from './new-person-form.ts'

export const peoplePage = (
  people: readonly Person[],
  organisations: readonly Organisation[],
): Markup => html`
  <div class="title">
    <h1>People</h1>
    <a class="button" href="/signup">Add somebody</a>
  </div>
  <p class="lead">Anybody here can sign in to the product: choose one when GitHub’s page asks who you are.</p>
  <ul class="card people">
    ${people.map((one) => html`<li class="person">${personLine({ ...lineOf(one), href: `/${one.login}` })}</li>`)}
    ${organisations.map((one) => html`<li class="person">${personLine({ picture: avatarOf(one), name: one.name ?? one.login, detail: one.login, note: 'organisation', href: `/${one.login}` })}</li>`)}
  </ul>`

export const signupPage = (problem?: string): Markup => html`
  <div class="sign-in">
    <h1>Add somebody</h1>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
    <form method="post" class="card new-person">
      ${newPersonFields()}
      <button class="button main">Add</button>
    </form>
  </div>`
